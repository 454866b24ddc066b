import type { Database } from "#core/database.ts";
import type { LastCall, ToolCount } from "#daemon/context/status-calls.ts";
import { formatElapsed, isWorthTelling } from "#daemon/context/status-elapsed.ts";
import { UNKNOWN_TOOL } from "#daemon/context/status-tool.ts";
import { callFigure, type Figures, lastCallFigure } from "./figures.ts";

/** A result as it stands on the wire: the call that it answers, and the beginning of its stored bytes. */
interface WireResult {
	entryId: number;
	position: number;
	start: string | null;
}

interface CallRow {
	id: number;
	entryId: number;
	position: number;
	state: string;
	target: string | null;
	effect: string | null;
	startedAt: number | null;
}

interface JournalRow {
	callId: number;
	kind: string;
	effect: string | null;
	target: string | null;
	outcome: string | null;
	erased: number;
}

/** A result's stamp and words, in the JSON of its message. */
const CONTENT = /"content":"(\[[^\]"]*\] )?((?:\\.|[^"\\])*)/;
const NOT_RUN = /^Not run: /;
const COUNTED = /^Tool call #\d+ for '([^']*)'/;
const TOOK = /^[^\\]*?, took ([^,\\]+)/;

/** `start` is long enough for every first line, and short enough to cost nothing. */
const START_LENGTH = 600;

/** The first line is written a little before the row: by how much at most, in milliseconds, in steps smaller than it tells. */
const EARLIER_MS = [0, 50, 100, 150, 200];

const FAILED = new Set(["failed", "denied", "unknown", "cancelled"]);

/** A call whose result was seen on the wire. */
interface SeenCall {
	id: number;
	tool: string;
	failed: boolean;
	ended: boolean;
	target: string | undefined;
	/** How long it took, as the result says it: empty where that was too short to be told, undefined where times are not shown. */
	took: string | undefined;
}

/**
 * Counts a turn's calls by what the model itself could count, the first lines of its results on the wire, and by the journal's
 * lines on how they ended; the reading counts rows of `calls`. Nothing where a result or a line can't be read: it was erased, or
 * appended while counts were not shown.
 */
export function recountCalls(
	database: Database,
	turnId: number,
	isTool: (name: string) => boolean,
	shownLast: LastCall | undefined,
): Pick<Figures, "calls" | "lastCall"> {
	const seen = readSeen(database, turnId, isTool);
	if (!seen) return {};
	const last = lastOf(seen, shownLast);
	return { calls: callFigure(countSeen(seen)), ...(last !== undefined && { lastCall: last }) };
}

function readSeen(database: Database, turnId: number, isTool: (name: string) => boolean): SeenCall[] | undefined {
	const results = database.all<WireResult>(
		`SELECT group_id AS entryId, position, substr(body, 1, ${START_LENGTH}) AS start FROM entries
		JOIN contents ON contents.id = entries.content_id WHERE turn_id = ? AND kind = 'result' ORDER BY entries.id`,
		turnId,
	);
	if (results.length === 0) return [];
	const calls = database.all<CallRow>(
		`SELECT id, entry_id AS entryId, position, state, target, effect, started_at AS startedAt FROM calls WHERE turn_id = ?`,
		turnId,
	);
	const lines = database.all<JournalRow>(
		`SELECT call_id AS callId, kind, effect, target, outcome, erased FROM journal
		WHERE turn_id = ? AND call_id IS NOT NULL ORDER BY id`,
		turnId,
	);
	if (lines.some(({ erased }) => erased === 1)) return undefined;
	const seen: SeenCall[] = [];
	for (const { entryId, position, start } of results) {
		const [, stamp, words = ""] = CONTENT.exec(start ?? "") ?? [];
		if (NOT_RUN.test(words)) continue;
		const tool = COUNTED.exec(words)?.[1];
		const call = calls.find((row) => row.entryId === entryId && row.position === position);
		if (tool === undefined || !call) return undefined;
		seen.push({
			...judge(
				call,
				lines.filter(({ callId }) => callId === call.id),
			),
			tool: isTool(tool) ? tool : UNKNOWN_TOOL,
			took: TOOK.exec(words)?.[1] ?? (stamp === undefined ? undefined : ""),
		});
	}
	return seen;
}

/** How a call ended and what it acted on, by the journal; where that is silent, by its row. */
function judge(call: CallRow, lines: readonly JournalRow[]): Omit<SeenCall, "tool" | "took"> {
	const first = lines.find(({ kind }) => kind === "call")?.outcome;
	const task = lines.findLast(({ kind }) => kind === "task")?.outcome;
	// What the owner decided is journalled without the turn.
	const outcome = first === "asked" ? call.state : first === "running" ? (task ?? first) : first;
	const gate = lines.findLast(({ kind }) => kind === "gate") ?? call;
	return {
		id: call.id,
		failed: FAILED.has(outcome ?? ""),
		ended: (first === "done" || first === "failed") && call.startedAt !== null,
		target: gate.effect === "none" ? undefined : (gate.target ?? undefined),
	};
}

function countSeen(seen: readonly SeenCall[]): ToolCount[] {
	const tools = [...new Set(seen.map(({ tool }) => tool))];
	return tools.map((tool) => {
		const of = seen.filter((call) => call.tool === tool);
		const targets = [...new Set(of.flatMap(({ target }) => target ?? []))];
		const repeated = targets.flatMap((target) => {
			const on = of.filter((call) => call.target === target);
			return on.length > 1 ? [{ count: on.length, callId: on.at(-1)?.id ?? 0 }] : [];
		});
		return { tool, count: of.length, failed: of.filter(({ failed }) => failed).length, repeated };
	});
}

/** What was shown, where the wire says the same as nearly as it can; undefined where it says nothing. */
function lastOf(seen: readonly SeenCall[], shown: LastCall | undefined): string | undefined {
	const last = seen.findLast(({ ended }) => ended);
	if (!last || last.id !== shown?.callId) return last ? `C-${last.id}` : lastCallFigure(undefined);
	if (last.took === undefined) return undefined;
	const told = (elapsedMs: number) => (isWorthTelling(elapsedMs) ? formatElapsed(elapsedMs) : "");
	const isNear = EARLIER_MS.some((earlierMs) => told(shown.elapsedMs - earlierMs) === last.took);
	return isNear ? lastCallFigure(shown) : `C-${last.id} ${last.took || "too short to be told"}`;
}
