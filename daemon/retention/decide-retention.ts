/** How long something is kept, and how much of it. Without a number there is no such limit. */
export interface KeepLimits {
	days?: number | undefined;
	megabytes?: number | undefined;
}

export interface Kept {
	/** When it was made or last changed, ms since the epoch. */
	at: number;
	bytes: number;
}

export interface RetentionDecision<Item> {
	stays: Item[];
	goes: Item[];
	/** Of all that was looked at so far: where the next, older part begins to count. */
	bytes: number;
}

export const DAY_MS = 86_400_000;
const MEGABYTE = 1_000_000;

/**
 * What goes: what is too old, and what there is no room for beside everything newer. What is younger than a day stays, however
 * much it is: somebody may be at work on it.
 * @param items the newest first; a long list may come in parts
 * @param newerBytes of the parts before this one
 */
export function decideRetention<Item extends Kept>(
	items: readonly Item[],
	limits: KeepLimits,
	now: number,
	newerBytes = 0,
): RetentionDecision<Item> {
	const { days = Number.POSITIVE_INFINITY, megabytes = Number.POSITIVE_INFINITY } = limits;
	const decision: RetentionDecision<Item> = { stays: [], goes: [], bytes: newerBytes };
	for (const item of items) {
		decision.bytes += item.bytes;
		const ageMs = now - item.at;
		const isTooMuch = ageMs > DAY_MS && decision.bytes > megabytes * MEGABYTE;
		const isTooOld = ageMs > days * DAY_MS;
		decision[isTooOld || isTooMuch ? "goes" : "stays"].push(item);
	}
	return decision;
}
