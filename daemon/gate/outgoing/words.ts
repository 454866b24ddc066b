/**
 * Words as whatever stands between spaces, found by hand: this runs over every letter that goes out, and a pattern for it takes
 * ten times as long.
 */

/** @returns the words of at least `minLength` characters */
export function longWords(text: string, minLength: number): string[] {
	const words: string[] = [];
	for (let at = 0, start = 0; at <= text.length; at++) {
		if (at < text.length && !isSpace(text.charCodeAt(at))) continue;
		if (at - start >= minLength) words.push(text.slice(start, at));
		start = at + 1;
	}
	return words;
}

/** @param sign global: the words that hold what it matches, each once */
export function wordsWith(sign: RegExp, text: string): string[] {
	const words: string[] = [];
	let end = 0;
	for (const { index } of text.matchAll(sign)) {
		if (index < end) continue;
		let start = index;
		while (start > end && !isSpace(text.charCodeAt(start - 1))) start--;
		end = index;
		while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
		words.push(text.slice(start, end));
	}
	return words;
}

const isSpace = (code: number): boolean => code <= 0x20 || code === 0xa0;
