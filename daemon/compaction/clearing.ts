import { clearedPlaceholder } from "#daemon/context/placeholders.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import { chooseClearing } from "./light/choose-clearing.ts";
import { type LightEntry, withReplacements } from "./light/light-entry.ts";
import { removeNoise } from "./light/noise.ts";
import type { Room } from "./light/room.ts";

export interface LightStep {
	/** One for an entry at most. */
	replacements: Replacement[];
	/** The entries as they are with these. */
	entries: LightEntry[];
	/** With all that stands before the entries. */
	tokensAfter: number;
}

/** The cheap steps, both at once, so that the provider's cache breaks once: what is noise, then old results. Pure. */
export function clearView(entries: readonly LightEntry[], openTurnIds: ReadonlySet<number>, room: Room): LightStep {
	const noise = removeNoise(entries, openTurnIds);
	const quiet = withReplacements(entries, noise);
	const clearing = chooseClearing(quiet, openTurnIds, room, clearedPlaceholder);
	return lightStep(entries, [...noise, ...clearing.replacements], room);
}

/** @param replacements the later one of an entry counts */
export function lightStep(entries: readonly LightEntry[], replacements: readonly Replacement[], room: Room): LightStep {
	const byEntry = new Map(replacements.map((replacement) => [replacement.entryId, replacement]));
	const left = [...byEntry.values()];
	const after = withReplacements(entries, left);
	return {
		replacements: left,
		entries: after,
		tokensAfter: after.reduce((sum, { tokens }) => sum + tokens, room.fixedTokens),
	};
}
