/** The most that one answer of a file tool holds, in UTF-16 units: what a model can take in at once. */
export const MAX_PAGE_CHARACTERS = 10_000;

/** Part of a text, cut out without changing a byte. Lines and characters count from 1. */
export interface Page {
	readonly text: string;
	readonly firstLine: number;
	readonly lastLine: number;
	/** Where in the first line it starts. */
	readonly fromCharacter: number;
	/** Where to go on; undefined at the end. `character` only inside a line too long for one page. */
	readonly next?: { readonly offset: number; readonly character?: number };
}

/**
 * The page from line `offset`, character `character`: up to `limit` lines and `MAX_PAGE_CHARACTERS`, whichever is
 * reached first, in whole lines. A line longer than a page is cut inside, never inside a surrogate pair.
 * Undefined where the text has no such place.
 */
export function pageOf(text: string, offset: number, limit: number, character: number): Page | undefined {
	const lineStart = startOfLine(text, offset);
	if (lineStart === undefined) return undefined;
	const start = wholeCharacter(text, lineStart + character - 1);
	if (start >= endOfLine(text, lineStart)) return undefined;
	const fromCharacter = start - lineStart + 1;
	let end = start;
	let lines = 0;
	while (lines < limit && end < text.length) {
		const lineEnd = endOfLine(text, end);
		if (lineEnd - start > MAX_PAGE_CHARACTERS) break;
		end = lineEnd;
		lines++;
	}
	if (lines === 0) {
		end = wholeCharacter(text, start + MAX_PAGE_CHARACTERS);
		const next = { offset, character: end - lineStart + 1 };
		return { text: text.slice(start, end), firstLine: offset, lastLine: offset, fromCharacter, next };
	}
	const page = { text: text.slice(start, end), firstLine: offset, lastLine: offset + lines - 1, fromCharacter };
	return end < text.length ? { ...page, next: { offset: offset + lines } } : page;
}

/** As many of these lines, from the first on, as one page takes; at least one. */
export function fitting(lines: readonly string[]): string[] {
	let characters = 0;
	const end = lines.findIndex((line, index) => {
		characters += line.length + 1;
		return index > 0 && characters > MAX_PAGE_CHARACTERS;
	});
	return lines.slice(0, end < 0 ? lines.length : end);
}

function startOfLine(text: string, line: number): number | undefined {
	let start = 0;
	for (let passed = 1; passed < line; passed++) {
		const lineFeed = text.indexOf("\n", start);
		if (lineFeed < 0) return undefined;
		start = lineFeed + 1;
	}
	return start < text.length ? start : undefined;
}

const endOfLine = (text: string, from: number): number => text.indexOf("\n", from) + 1 || text.length;

/** Steps back from between the halves of a surrogate pair. */
export function wholeCharacter(text: string, index: number): number {
	return /[\udc00-\udfff]/.test(text.charAt(index)) && /[\ud800-\udbff]/.test(text.charAt(index - 1))
		? index - 1
		: index;
}
