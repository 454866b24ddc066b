import { formatDuration } from "#core/duration.ts";
import type { RequestMessage } from "#test/stand-ins/model/body.ts";
import { contentText } from "#test/stand-ins/model/body.ts";
import type { CallRow, TurnRows } from "./manifests.ts";

/** The first line of a result, as the model reads it. */
const HEAD = /^(?:\[[^\]]*\] )?Tool call #(\d+) for '([^']*)'(?: \(#(\d+) for this target\), C-(\d+))?/;
const NOT_RUN = /^(?:\[[^\]]*\] )?Not run: /;
const SAYS_FAILED = /^[^\n]*\n(?:FAILED|DENIED|UNKNOWN): /;
const FAILED_STATES = ["failed", "denied", "unknown"];

/** A call that a request shows the result of. */
interface Shown {
	row: CallRow;
	number: number;
	tool: string;
	/** Undefined where it is the first on its target, or has none. */
	onTarget: number | undefined;
	failed: boolean;
}

/**
 * `calls this turn` from the results that stand in a request, as a reader of it would count them.
 * @param toolNames all that there are
 * @throws Error where a result is not in the request, or its own number is wrong
 */
export function recountCalls(
	messages: readonly RequestMessage[],
	rows: TurnRows,
	toolNames: readonly string[],
): string {
	const shown = shownCalls(messages, rows);
	const nameOf = (tool: string) => (toolNames.includes(tool) ? tool : "unknown tool");
	const names = [...new Set(shown.map(({ tool }) => nameOf(tool)))];
	if (names.length === 0) return "none";
	return names
		.map((name) => {
			const calls = shown.filter(({ tool }) => nameOf(tool) === name);
			checkNumbers(calls);
			return `${name} ${calls.length}${inBrackets([...failuresOf(calls), ...repeatedOf(calls)])}`;
		})
		.join(", ");
}

function shownCalls(messages: readonly RequestMessage[], rows: TurnRows): Shown[] {
	const results = new Map(
		messages.flatMap((message) =>
			message.role === "tool" ? [[message.tool_call_id, contentText(message.content)]] : [],
		) as [string, string][],
	);
	return rows.calls.flatMap((row) => {
		const appended: { tool_call_id: string; content: string } = JSON.parse(row.result);
		const text = results.get(appended.tool_call_id);
		if (text === undefined) throw new Error(`the result of C-${row.id} is not in the request`);
		if (NOT_RUN.test(text)) return [];
		const [head, number, tool, onTarget] = HEAD.exec(text) ?? [];
		if (head === undefined || tool === undefined) throw new Error(`the result of C-${row.id} begins with no count`);
		const failed = row.isPlaceholder ? FAILED_STATES.includes(row.state) : SAYS_FAILED.test(appended.content);
		const of = { row, tool, number: Number(number), failed };
		return [{ ...of, onTarget: onTarget === undefined ? undefined : Number(onTarget) }];
	});
}

/** In the order in which they were appended the results count up. */
function checkNumbers(calls: readonly Shown[]): void {
	for (const tool of new Set(calls.map((call) => call.tool))) {
		const numbers = inOrder(calls.filter((call) => call.tool === tool)).map(({ number }) => number);
		const differs = numbers.findIndex((number, index) => number !== index + 1);
		if (differs !== -1) throw new Error(`the results of ${tool} are numbered ${numbers.join(", ")}`);
	}
}

const inOrder = (calls: readonly Shown[]): Shown[] => calls.toSorted((a, b) => a.row.resultId - b.row.resultId);

function failuresOf(calls: readonly Shown[]): string[] {
	const failed = calls.filter((call) => call.failed).length;
	if (failed === 0) return [];
	return [`${failed} failed${failed >= 3 ? ": go another way" : ""}`];
}

function repeatedOf(calls: readonly Shown[]): string[] {
	const groups = new Map<string, Shown[]>();
	for (const call of inOrder(calls)) {
		const { target, effect } = call.row;
		if (target === null || effect === "none") continue;
		const key = `${call.tool}\n${target}`;
		const group = [...(groups.get(key) ?? []), call];
		groups.set(key, group);
		const told = call.onTarget ?? 1;
		if (told !== group.length)
			throw new Error(`C-${call.row.id} says #${told} for its target, and is #${group.length}`);
	}
	const repeated = [...groups.values()].filter((group) => group.length > 1);
	const latest = (group: Shown[]) => group.at(-1)?.row ?? { id: 0, resultId: 0 };
	return repeated
		.sort((a, b) => b.length - a.length || latest(b).resultId - latest(a).resultId)
		.slice(0, 2)
		.map((group) => `${group.length} on the target of C-${latest(group).id}`);
}

const inBrackets = (told: readonly string[]): string => (told.length === 0 ? "" : ` (${told.join("; ")})`);

/** `last call`; undefined before the first. */
export function recountLastCall({ calls, durations }: TurnRows, toolNames: readonly string[]): string | undefined {
	const last = calls
		.filter(
			({ state, startedAt, isPlaceholder }) =>
				["done", "failed"].includes(state) && startedAt !== null && !isPlaceholder,
		)
		.sort((a, b) => a.resultId - b.resultId)
		.at(-1);
	if (!last) return undefined;
	const elapsedMs = (last.endedAt ?? 0) - (last.startedAt ?? 0);
	const usualMs = usualOf(last.tool, durations, last.id);
	const name = toolNames.includes(last.tool) ? last.tool : "unknown tool";
	const rule = isSlow(elapsedMs, usualMs) ? " (slow: find out why before you repeat it)" : "";
	return `${name} ${inTenths(elapsedMs)}${usually(usualMs)}${rule}`;
}

/** `running tasks` */
export function recountTasks({ tasks, durations }: TurnRows, now: number): string {
	if (tasks.length === 0) return "none";
	const named = tasks.slice(0, 10).map(({ id, tool, startedAt }) => {
		const usualMs = usualOf(tool, durations);
		const slow = isSlow(now - startedAt, usualMs) ? " (slow: look with read_task)" : "";
		return `T-${id} ${tool} ${formatDuration(now - startedAt)}${usually(usualMs)}${slow}`;
	});
	const more = tasks.length > 10 ? ` and ${tasks.length - 10} more` : "";
	return `${named.join(", ")}${more} (no result yet: the result does not exist before its event)`;
}

/** The median of the latest twenty; too few tell nothing. */
function usualOf(
	tool: string,
	durations: TurnRows["durations"],
	beforeId = Number.POSITIVE_INFINITY,
): number | undefined {
	const sample = durations.filter((of) => of.tool === tool && of.id < beforeId).slice(0, 20);
	const sorted = sample.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
	if (sorted.length < 3) return undefined;
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half] ?? 0;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0)) / 2;
}

const usually = (usualMs: number | undefined): string =>
	usualMs === undefined ? "" : `, usually ${inTenths(usualMs)}`;

const isSlow = (elapsedMs: number, usualMs: number | undefined): boolean =>
	usualMs !== undefined && elapsedMs > 1_000 && elapsedMs >= 3 * Math.max(usualMs, 100);

function inTenths(elapsedMs: number): string {
	if (elapsedMs < 50) return "under 0.1s";
	return elapsedMs < 59_950
		? `${(elapsedMs / 1_000).toFixed(1)}s`
		: formatDuration(Math.round(elapsedMs / 1_000) * 1_000);
}
