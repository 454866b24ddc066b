import type { ChatMessage } from "#daemon/model/port.ts";
import { Table } from "./table.ts";

/**
 * - `noise`: it says nothing that is not said elsewhere, or was never worth keeping
 * - `cleared`: the place says what stood there and how to see it again
 * - `summary`: what mattered of it, with where it came from
 */
export type ReplacementKind = "noise" | "cleared" | "summary";

/** What stands in an entry's place in view, from an epoch on. The entry itself never changes. */
export interface Replacement {
	entryId: number;
	kind: ReplacementKind;
	/** Exactly as it goes on the wire, in this epoch and all later ones. */
	message: ChatMessage;
	tokens: number;
	/** It still holds what others wrote. */
	outside: boolean;
	/** Nothing is left in it of what a model wrote while outside content was in view. */
	clean?: true;
}

/** Written with the epoch that first shows them, and never again: the same string, also after a restart. */
export class Replacements extends Table {
	add(epochId: number, replacement: Replacement): void {
		this.database.run(
			`INSERT INTO replacements (entry_id, since_epoch_id, kind, content_id, tokens, outside, derived)
			VALUES (?, ?, ?, ?, ?, ?, CASE WHEN ? THEN 0 ELSE (SELECT derived FROM entries WHERE id = ?) END)`,
			replacement.entryId,
			epochId,
			replacement.kind,
			this.contents.put(JSON.stringify(replacement.message)).id,
			replacement.tokens,
			replacement.outside ? 1 : 0,
			replacement.clean ? 1 : 0,
			replacement.entryId,
		);
	}
}
