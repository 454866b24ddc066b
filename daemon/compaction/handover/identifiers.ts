import { identifierIn, isUrl, trimMarks, urlsIn } from "./identifier-words.ts";
import { type FoundIdentifier, takeSpaced } from "./spaced-identifiers.ts";

/** Where no identifier goes on: blanks, quotes, brackets of other scripts, and signs that could open a tag. */
const CHUNK =
	/[^\s<>"“”„«»‹›`|\u2018\u3000-\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1c\uff1e\uff1f\ufe64❮❯⟨⟩]+/g;

/** Ways to take a word apart, tried in order until a piece is an identifier. */
const BREAKS = [
	/[()[\]{},;=!?'’&]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Join_Control}\p{Variation_Selector}]+/gu,
	/:/g,
	/\//g,
];

/** Only a word with one of these can be an identifier, or hold one. */
const CANDIDATE = /[\p{N}@/\\.]/u;

/**
 * What later calls need to the letter: links, mail addresses, ids and hashes, IP addresses, paths, phone and account numbers,
 * numbers of orders and flights, dates, amounts, and the program's own names (`E-12`). In order, each once. Takes time in
 * proportion to the text, whatever stands in it.
 */
export const identifiersIn = (text: string): string[] => [
	...new Set(findIdentifiers(text).map((identifier) => identifier.text)),
];

/** Every place in which an identifier stands, in order. */
export function findIdentifiers(text: string): FoundIdentifier[] {
	const { found, rest } = takeSpaced(text);
	for (const { 0: chunk, index } of rest.matchAll(CHUNK)) {
		if (CANDIDATE.test(chunk)) readChunk(chunk, index, found);
	}
	return found.sort((a, b) => a.index - b.index);
}

function readChunk(chunk: string, index: number, found: FoundIdentifier[]): void {
	for (const piece of urlsIn(chunk)) {
		const at = index + piece.index;
		if (isUrl(piece.text)) found.push({ text: piece.text, index: at, isValue: false });
		else readWord(piece.text, at, 0, found);
	}
}

/** @param depth how often it was taken apart already */
function readWord(word: string, index: number, depth: number, found: FoundIdentifier[]): boolean {
	if (!CANDIDATE.test(word)) return false;
	const trimmed = trimMarks(word);
	const known = identifierIn(trimmed.text);
	if (known) {
		found.push({ text: known, index: index + trimmed.index, isValue: false });
		return true;
	}
	return takeApart(word, index, depth, found);
}

function takeApart(word: string, index: number, depth: number, found: FoundIdentifier[]): boolean {
	const split = BREAKS[depth];
	if (!split) return false;
	const parts = pieces(word, split);
	// A word in which nothing breaks is none the second time either.
	if (parts[0]?.text === word) return takeApart(word, index, depth + 1, found);
	let any = false;
	for (const part of parts) any = readWord(part.text, index + part.index, depth + 1, found) || any;
	return any;
}

function pieces(word: string, split: RegExp): { text: string; index: number }[] {
	const parts: { text: string; index: number }[] = [];
	let start = 0;
	for (const { 0: mark, index } of word.matchAll(split)) {
		if (index > start) parts.push({ text: word.slice(start, index), index: start });
		start = index + mark.length;
	}
	if (start < word.length) parts.push({ text: word.slice(start), index: start });
	return parts;
}
