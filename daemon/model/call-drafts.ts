import type { CallPiece } from "./chunk.ts";
import type { ExtraContent } from "./replay-fields.ts";

/** A tool call while its pieces come in. Empty strings stand for what has not come, or never will. */
export interface CallDraft {
	index: number | undefined;
	id: string;
	name: string;
	arguments: string;
	/** What goes back to the service with the call. */
	extraContent: ExtraContent | undefined;
}

/**
 * Adds a piece to the call that it continues, or begins a new one. OpenAI gives each call an index, and its id and name
 * in the first piece only. Others repeat the id, give no index, give every call index 0, leave ids empty, or send a
 * call whole; so the id decides, then whether the call at that place is already complete.
 */
export function addCallPiece(drafts: readonly CallDraft[], piece: CallPiece): CallDraft[] {
	const at = findDraft(drafts, piece);
	const draft = drafts[at];
	if (!draft || beginsAnother(draft, piece)) return [...drafts, { ...piece }];
	const name = draft.name === piece.name || draft.arguments !== "" ? draft.name : draft.name + piece.name;
	return drafts.with(at, {
		index: draft.index,
		id: draft.id || piece.id,
		name,
		arguments: draft.arguments + piece.arguments,
		extraContent: draft.extraContent ?? piece.extraContent,
	});
}

function findDraft(drafts: readonly CallDraft[], piece: CallPiece): number {
	if (piece.index !== undefined) return drafts.findLastIndex((draft) => draft.index === piece.index);
	const sameId = piece.id === "" ? -1 : drafts.findLastIndex((draft) => draft.id === piece.id);
	return sameId === -1 ? drafts.length - 1 : sameId;
}

function beginsAnother(draft: CallDraft, piece: CallPiece): boolean {
	if (piece.name === "") return false;
	if (piece.id !== "" && draft.id !== "") return piece.id !== draft.id;
	const otherName = piece.name !== draft.name;
	if (isJson(draft.arguments)) return otherName || piece.arguments !== "";
	// Pieces of one name at one index belong together; without an index a second name is a second call.
	return otherName && piece.index === undefined;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false; // the answer to the question, not a failure
	}
}
