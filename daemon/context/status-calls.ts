import { formatDuration } from "#core/duration.ts";
import { formatElapsed, isSlow } from "./status-elapsed.ts";
import { shownTool } from "./status-tool.ts";

/** The calls of one tool in this turn that were made and have a result. */
export interface ToolCount {
	tool: string;
	count: number;
	failed: number;
	/** Where it was called more than once on the same target: how often, and the newest of these calls. */
	repeated: readonly { count: number; callId: number }[];
}

/** The newest call of the turn that has ended. */
export interface LastCall {
	callId: number;
	tool: string;
	elapsedMs: number;
	/** Undefined where too few calls of the tool are on record. */
	usualMs: number | undefined;
}

/** A call that goes on in the background. */
export interface RunningTask {
	/** `T-9` */
	name: string;
	tool: string;
	elapsedMs: number;
	usualMs: number | undefined;
}

/** How many of each kind the block names, so that it stays short whatever is going on. */
const MAX_TOOLS = 12;
const MAX_REPEATED = 2;
const MAX_TASKS = 10;

/** After so many failures a way is most likely closed. */
const MANY_FAILURES = 3;

/** `read_file 4 (1 failed; 3 on the target of C-41), glob 1` */
export function describeCalls(calls: readonly ToolCount[]): string {
	if (calls.length === 0) return "none";
	const shown = calls.slice(0, MAX_TOOLS).map(describeTool);
	const others = calls.slice(MAX_TOOLS).reduce((sum, { count }) => sum + count, 0);
	return `${shown.join(", ")}${others > 0 ? `, others ${others}` : ""}`;
}

function describeTool({ tool, count, failed, repeated }: ToolCount): string {
	const told = [
		...(failed > 0 ? [`${failed} failed${failed >= MANY_FAILURES ? ": go another way" : ""}`] : []),
		...repeated.slice(0, MAX_REPEATED).map((of) => `${of.count} on the target of C-${of.callId}`),
	];
	return `${shownTool(tool)} ${count}${told.length > 0 ? ` (${told.join("; ")})` : ""}`;
}

/** `read_file 5.0s, usually 0.4s (slow: find out why before you repeat it)` */
export function describeLastCall({ tool, elapsedMs, usualMs }: LastCall): string {
	const rule = isSlow(elapsedMs, usualMs) ? " (slow: find out why before you repeat it)" : "";
	return `${shownTool(tool)} ${formatElapsed(elapsedMs)}${usually(usualMs)}${rule}`;
}

const usually = (usualMs: number | undefined): string =>
	usualMs === undefined ? "" : `, usually ${formatElapsed(usualMs)}`;

/** @param withTimes false where no times are shown */
export function describeTasks(tasks: readonly RunningTask[], withTimes: boolean): string {
	if (tasks.length === 0) return "none";
	const named = tasks.slice(0, MAX_TASKS).map((task) => describeTask(task, withTimes));
	const others = tasks.length > named.length ? ` and ${tasks.length - named.length} more` : "";
	return `${named.join(", ")}${others} (no result yet: the result does not exist before its event)`;
}

function describeTask({ name, tool, elapsedMs, usualMs }: RunningTask, withTimes: boolean): string {
	const what = `${name} ${shownTool(tool)}`;
	if (!withTimes) return what;
	const slow = isSlow(elapsedMs, usualMs) ? " (slow: look with read_task)" : "";
	// A clock that was set back must not make it less than nothing.
	return `${what} ${formatDuration(Math.max(0, elapsedMs))}${usually(usualMs)}${slow}`;
}
