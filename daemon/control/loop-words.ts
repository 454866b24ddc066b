import { formatDuration } from "#core/duration.ts";
import type { StatusAnswer } from "./answers.ts";

/** What each state is called; another version's state is shown as it is. */
const WORDS: ReadonlyMap<string, string> = new Map([
	["waiting-for-approval", "waiting for your approval"],
	["cancelling", "stopping"],
]);

/** The states in which it is worth knowing how long that has lasted. */
const TIMED: ReadonlySet<string> = new Set(["thinking", "acting", "cancelling"]);

/** What the main loop is doing, in words for a person: `thinking for 4s`, `failed: No model answers.` */
export function describeLoop({ state, since, problem }: StatusAnswer["loop"], now: number): string {
	const word = WORDS.get(state) ?? state;
	const time = TIMED.has(state) ? ` for ${formatDuration(Math.max(0, now - since))}` : "";
	return `${word}${time}${problem === undefined ? "" : `: ${problem}`}`;
}

/** A task by its name, the tool's name and how long it has run: `T-9 run_script (1m20s)`. Nothing that others wrote. */
export const describeTask = (
	{ name, tool, startedAt }: Pick<StatusAnswer["tasks"][number], "name" | "tool" | "startedAt">,
	now: number,
): string => `${name} ${tool} (${formatDuration(Math.max(0, now - startedAt))})`;
