import { findIdentifiers } from "./identifiers.ts";

/**
 * The identifiers of a text that a model wrote which it was never shown: one wrong digit makes a later call fail, or reach
 * somebody else. Dates and amounts are not judged, since a note may write them in another way.
 * @param wasShown whether it stands in what the model was shown, to the letter; see `occursIn`
 */
export function inventedIdentifiers(output: string, wasShown: (identifier: string) => boolean): string[] {
	const judged = findIdentifiers(output).flatMap(({ text, isValue }) => (isValue ? [] : [text]));
	return [...new Set(judged)].filter((text) => !wasShown(text));
}

/** Whether something stands in one of the texts by itself: `E-1` does not stand in `E-12`, nor an order's number in a longer one. */
export const occursIn =
	(texts: readonly string[]) =>
	(identifier: string): boolean =>
		texts.some((text) => standsIn(text, identifier));

function standsIn(text: string, identifier: string): boolean {
	for (let index = text.indexOf(identifier); index !== -1; index = text.indexOf(identifier, index + 1)) {
		const before = cutsWord(identifier[0], text[index - 1]) && !isEscape(text, index - 1);
		const after = cutsWord(identifier.at(-1), text[index + identifier.length]);
		if (!before && !after) return true;
	}
	return false;
}

const WORD = /[\p{Script=Latin}\p{N}]/u;

const cutsWord = (inside: string | undefined, outside: string | undefined): boolean =>
	WORD.test(inside ?? "") && WORD.test(outside ?? "");

/** The `n` of a line's end in JSON: the arguments of a call are shown so. */
const isEscape = (text: string, index: number): boolean => /[nrt]/.test(text[index] ?? "") && text[index - 1] === "\\";

/** The text with a few words in place of each identifier that the model was never shown, and of nothing else. */
export function withoutInvented(output: string, wasShown: (identifier: string) => boolean, instead: string): string {
	let text = "";
	let end = 0;
	for (const { text: identifier, index, isValue } of findIdentifiers(output)) {
		if (isValue || index < end || wasShown(identifier)) continue;
		text += output.slice(end, index) + instead;
		end = index + identifier.length;
	}
	return text + output.slice(end);
}
