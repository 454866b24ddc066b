import type { ChatMessage } from "#daemon/model/port.ts";
import type { EntryKind } from "#daemon/records/entry-kind.ts";
import type { ReplacementKind } from "#daemon/records/replacements.ts";

/** An entry as a view shows it. */
export interface ViewEntry {
	id: number;
	turnId: number;
	kind: EntryKind;
	/** Sorts entries as the wire needs them: each assistant message, then its results in call order. */
	groupId: number;
	position: number;
	/** The entry's own message, or what stands in its place. */
	message: ChatMessage;
	/** By `estimateTokens`, not calibrated. */
	tokens: number;
	/** Holds what others wrote. */
	outside: boolean;
	/** Made while outside content was in view. */
	derived: boolean;
	/** What kind of replacement this is; undefined where the entry stands there itself. */
	replaced: ReplacementKind | undefined;
}
