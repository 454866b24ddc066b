import { truncate } from "#core/truncate.ts";

const MAX_LENGTH = 400;
const MAX_LINES = 5;

/** The beginning of a text, with a note that says how much is missing and how to see it. */
export function cutText(text: string): string {
	const shown = truncate(text.split("\n").slice(0, MAX_LINES).join("\n"), MAX_LENGTH);
	const hidden = text.length - shown.length;
	return hidden === 0 ? text : `${shown}\n[${hidden} more characters: --full shows them]`;
}

/** Puts every line two spaces further in. */
export const indent = (text: string): string => text.replaceAll(/^/gm, "  ");
