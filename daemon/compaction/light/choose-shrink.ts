import type { Replacement } from "#daemon/records/replacements.ts";
import { latestGroups } from "./choose-clearing.ts";
import { cleanCuts } from "./clean-cuts.ts";
import { clear, mayBeCleared, type Placeholder } from "./clear.ts";
import type { LightEntry } from "./light-entry.ts";
import { type Room, tokensOf } from "./room.ts";

export type ShrinkDecision =
	| { kind: "fits" }
	/** The request fits after this, which is always less than before. */
	| {
			kind: "drop-turns";
			/** The view begins with this entry; the one that it begins with now where no turn leaves. */
			firstEntryId: number;
			replacements: Replacement[];
			tokensBefore: number;
			tokensAfter: number;
	  }
	/** What must stay in view is larger than the window: the request must not leave. */
	| { kind: "too-large"; tokens: number };

/** When whole turns leave, this share of the window is in use at most, so that the next time is far away … */
const AIM = 0.5;
/** … and if what must stay takes more than this, its results give way as well. */
const FULL = 0.9;
/** So many of the latest messages with calls keep their results, as long as that fits. */
const KEPT_GROUPS = [3, 2, 1];

/**
 * The last resort when a request does not fit: what must leave so that it does. Pure, and it always shrinks. Whole turns
 * leave first, the oldest first, but none from the first current one on; then results that are left give way to
 * placeholders. Call and result never part, since a view never begins within a turn, and what was cleared stays cleared.
 * @param entries in the order of the wire
 * @param currentTurnIds the running turn, and all that are not ended: none of their events leaves
 */
export function chooseShrink(
	entries: readonly LightEntry[],
	currentTurnIds: ReadonlySet<number>,
	room: Room,
	placeholder: Placeholder,
): ShrinkDecision {
	const tokensBefore = tokensOf(entries, room);
	if (tokensBefore <= room.windowTokens) return { kind: "fits" };
	const kept = withoutOldTurns(entries, currentTurnIds, room);
	const firstEntryId = kept[0]?.id ?? 0;
	const tries = [
		() => [],
		...KEPT_GROUPS.map((count) => () => clearAllBut(latestGroups(kept, count), kept, currentTurnIds, placeholder)),
	];
	let tokensAfter = tokensBefore;
	let replacements: Replacement[] = [];
	for (const attempt of tries) {
		replacements = attempt();
		tokensAfter = tokensOf(kept, room) - savedBy(replacements, kept);
		if (tokensAfter <= room.windowTokens * FULL) break;
	}
	if (tokensAfter > room.windowTokens) return { kind: "too-large", tokens: tokensAfter };
	return { kind: "drop-turns", firstEntryId, replacements, tokensBefore, tokensAfter };
}

/** As few of the oldest turns as it takes to reach the aim. */
function withoutOldTurns(
	entries: readonly LightEntry[],
	currentTurnIds: ReadonlySet<number>,
	room: Room,
): readonly LightEntry[] {
	const firstCurrent = entries.findIndex(({ turnId }) => currentTurnIds.has(turnId));
	const last = firstCurrent < 0 ? entries.length - 1 : firstCurrent;
	const cuts = cleanCuts(entries).filter((index) => index <= last);
	const cut = cuts.find((index) => tokensOf(entries.slice(index), room) <= room.windowTokens * AIM) ?? cuts.at(-1) ?? 0;
	return entries.slice(cut);
}

const clearAllBut = (
	keptGroups: ReadonlySet<number>,
	entries: readonly LightEntry[],
	currentTurnIds: ReadonlySet<number>,
	placeholder: Placeholder,
): Replacement[] =>
	entries.flatMap((entry) => {
		if (keptGroups.has(entry.groupId) || !mayBeCleared(entry, currentTurnIds)) return [];
		return clear(entry, placeholder) ?? [];
	});

function savedBy(replacements: readonly Replacement[], entries: readonly LightEntry[]): number {
	const tokens = new Map(entries.map((entry) => [entry.id, entry.tokens]));
	return replacements.reduce((sum, { entryId, tokens: after }) => sum + (tokens.get(entryId) ?? after) - after, 0);
}
