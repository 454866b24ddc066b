import type { ViewEntry } from "#daemon/context/view-entry.ts";
import { cleanCuts } from "./light/clean-cuts.ts";

/**
 * Where a handover cuts: the entries from here on stay as they are. Where no turn and no call parts from what belongs to
 * it. At least the newest turn stays.
 * @param entries in the order of the wire
 * @param keepTokens how much may stay beside the newest turn; what was said last is what comes next
 * @returns the entry's number; undefined where nothing would leave
 */
export function chooseCut(entries: readonly ViewEntry[], keepTokens: number): number | undefined {
	const starts = cleanCuts(entries);
	const newest = starts.at(-1) ?? 0;
	const tokensFrom = (start: number) => entries.slice(start).reduce((sum, { tokens }) => sum + tokens, 0);
	const start = starts.find((index) => index >= newest || tokensFrom(index) <= keepTokens) ?? newest;
	return start === 0 ? undefined : entries[start]?.id;
}
