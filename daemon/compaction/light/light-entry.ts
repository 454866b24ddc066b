import type { EventId } from "#core/event.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import type { CallState } from "#daemon/records/calls.ts";
import type { Replacement } from "#daemon/records/replacements.ts";

/** The call that a result answers. */
export interface CallFacts {
	id: number;
	/** The tool that it came to. */
	tool: string;
	/** By `argumentsDigestOf`. */
	argumentsDigest: string;
	/** By `resultDigestOf`; undefined where nothing is kept of it. */
	resultDigest: string | undefined;
	state: CallState;
	target: string | undefined;
}

/** An entry in view with what the steps of compaction by code need to know of it. */
export interface LightEntry extends ViewEntry {
	/** Of a result. */
	call: CallFacts | undefined;
	/** Of an event. `bringsCallId`: the call whose result it brings, which had a placeholder until then. */
	event: { id: EventId; bringsCallId: number | undefined } | undefined;
}

/** The entries as they will be shown. Where two replace the same entry, the later one counts. */
export function withReplacements(entries: readonly LightEntry[], replacements: readonly Replacement[]): LightEntry[] {
	const byEntry = new Map(replacements.map((replacement) => [replacement.entryId, replacement]));
	return entries.map((entry) => {
		const replacement = byEntry.get(entry.id);
		if (!replacement) return entry;
		const { message, tokens, outside, clean, kind } = replacement;
		return { ...entry, message, tokens, outside, derived: entry.derived && !clean, replaced: kind };
	});
}
