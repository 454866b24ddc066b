import { truncate } from "#core/truncate.ts";
import { type FinishedCall, type Repetition, STOP_AT, type StallSignal } from "./finished-call.ts";

const MAX_PROBLEM_LENGTH = 300;

/** So many tools are named to the owner; a turn seldom uses more. */
const MAX_TOOLS = 8;

/** For the model, at the end of the newest call's result, which shows the problem itself. */
export function stallNotice({ signal, calls }: Repetition): string {
	const newest = calls.at(-1);
	return `[stall check] ${nameOf(newest)} ${NOTICES[signal](calls.length)} ${advice(newest)}`;
}

const NOTICES: Record<StallSignal, (count: number) => string> = {
	"same-call": (count) => `was called ${count} times with the same arguments and came to the same end.`,
	"same-problem": (count) => `failed ${count} times for the same reason, given above, and has not worked in between.`,
	"same-content": (count) => `brought the same content ${count} times, by different arguments.`,
};

function advice(newest: FinishedCall | undefined): string {
	if (newest && WAITING.has(newest.tool))
		return "What a task brings comes as an event of its own: don't poll. Do something else, or answer and end.";
	return `Judge again why, then do something different or tell the owner what is missing. The program ends the turn at ${STOP_AT}.`;
}

/** Tools with which a model waits for what comes by itself. */
const WAITING = new Set(["list_pending", "read_task"]);

/** For the owner, as Markdown: why the turn was ended, what was tried, and the last problem in its own words. */
export function describeStall(calls: readonly FinishedCall[], { signal, calls: alike }: Repetition): string {
	const problem = alike.findLast((call) => call.problem)?.problem ?? calls.findLast((call) => call.problem)?.problem;
	return [
		`I stopped, since I was going in circles: ${nameOf(alike.at(-1))} ${ACCOUNTS[signal](alike.length)}.`,
		`What I tried: ${tried(calls)}.`,
		...(problem === undefined ? [] : [`The last problem: ${quoted(problem)}`]),
		"Tell me how to go on, or ask for it in another way. `steward trace` shows each step.",
	].join("\n\n");
}

const ACCOUNTS: Record<StallSignal, (count: number) => string> = {
	"same-call": (count) => `had the same result ${count} times`,
	"same-problem": (count) => `failed ${count} times for the same reason`,
	"same-content": (count) => `brought the same content ${count} times`,
};

/** `read_file` 6 times (4 failed), in the order of their first use. */
function tried(calls: readonly FinishedCall[]): string {
	const byTool = new Map<string, { count: number; failed: number }>();
	for (const { tool, problemClass } of calls) {
		const { count, failed } = byTool.get(tool) ?? { count: 0, failed: 0 };
		byTool.set(tool, { count: count + 1, failed: failed + (problemClass === undefined ? 0 : 1) });
	}
	const tools = [...byTool].map(
		([tool, { count, failed }]) =>
			`${safeName(tool)} ${count === 1 ? "once" : `${count} times`}${failed > 0 ? ` (${failed} failed)` : ""}`,
	);
	const more = tools.length > MAX_TOOLS ? `, and ${tools.length - MAX_TOOLS} other tools` : "";
	return `${tools.slice(0, MAX_TOOLS).join(", ")}${more}`;
}

const nameOf = (call: FinishedCall | undefined): string => safeName(call?.tool ?? "");

/** The model may name a tool that does not exist, in words that it got from others. */
const safeName = (tool: string): string => (/^[\w.-]{1,64}$/.test(tool) ? `\`${tool}\`` : "an unknown tool");

/** What the program put around a result for the model. */
const OUR_MARKS = /<steward_notice>[\s\S]*?<\/steward_notice>|<\/?external_content[^>]*>/g;

/** As code, so that nothing in it is read as a link or a heading. */
const quoted = (problem: string): string => {
	const line = problem
		.slice(0, 10 * MAX_PROBLEM_LENGTH)
		.replace(OUR_MARKS, " ")
		.replaceAll("`", "'")
		.replace(/\s+/g, " ")
		.trim();
	return `\`${line.length > MAX_PROBLEM_LENGTH ? `${truncate(line, MAX_PROBLEM_LENGTH)}…` : line}\``;
};
