import type { Replacement } from "#daemon/records/replacements.ts";
import { clear, mayBeCleared, type Placeholder } from "./clear.ts";
import type { LightEntry } from "./light-entry.ts";
import { type Room, tokensOf } from "./room.ts";

/** So many of the latest messages with calls keep their results: what is being worked on. */
const KEPT_GROUPS = 3;
/** So much of the window is in use at most when it is done, if there is enough to clear: the next time is far away then. */
const AIM = 0.5;
/** A placeholder that takes more than this share of what it stands for costs a reading again and wins little. */
const WORTHWHILE = 0.5;

export interface Clearing {
	/** Empty where there is nothing to win: then no epoch should begin for it. */
	replacements: Replacement[];
	tokensBefore: number;
	tokensAfter: number;
}

/**
 * Chooses the contents that give way to a placeholder, all in one batch, since each time costs the provider's cache from the
 * first of them on. Pure. Results of tools and what others wrote, the oldest first; those of the current turns only when
 * there is nothing else, and those of the latest three messages with calls never.
 * @param entries in the order of the wire
 * @param currentTurnIds the newest turn, and all that are not ended
 */
export function chooseClearing(
	entries: readonly LightEntry[],
	currentTurnIds: ReadonlySet<number>,
	room: Room,
	placeholder: Placeholder,
): Clearing {
	const tokensBefore = tokensOf(entries, room);
	const kept = latestGroups(entries, KEPT_GROUPS);
	const candidates = entries.filter((entry) => mayBeCleared(entry, currentTurnIds) && !kept.has(entry.groupId));
	const isCurrent = ({ turnId }: LightEntry) => currentTurnIds.has(turnId);
	const inOrder = [...candidates.filter((entry) => !isCurrent(entry)), ...candidates.filter(isCurrent)];
	const replacements: Replacement[] = [];
	let tokensAfter = tokensBefore;
	for (const entry of inOrder) {
		if (tokensAfter <= room.windowTokens * AIM) break;
		const replacement = clear(entry, placeholder);
		if (!replacement || replacement.tokens > entry.tokens * WORTHWHILE) continue;
		replacements.push(replacement);
		tokensAfter += replacement.tokens - entry.tokens;
	}
	return { replacements, tokensBefore, tokensAfter };
}

/** The latest messages that have results, by the number that they share with these. */
export function latestGroups(entries: readonly LightEntry[], count: number): ReadonlySet<number> {
	const groups = new Set(entries.flatMap(({ kind, groupId }) => (kind === "result" ? [groupId] : [])));
	return new Set([...groups].slice(-count));
}
