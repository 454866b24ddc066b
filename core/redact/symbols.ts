/**
 * What is left of a text when all that only separates is dropped: lower-case letters and digits. A secret is looked for in
 * that, so that no space, line break, invisible character, quote, dash or dot put between its characters can hide it.
 */

/** Stands for nothing: the character is dropped. */
export const DROPPED = 0;
/** In `FOLD_AND_DECODE`: an escape may begin here. */
export const MAYBE_ESCAPE = 0xffff;

/** What each ASCII character stands for. */
export const FOLD = foldTable("");
/** The same, with marks at what may begin an escape as `%41`, `\x41`, `&#65;`, `0x41`, `=41`. */
export const FOLD_AND_DECODE = foldTable("%\\&0=");

function foldTable(leads: string): Uint16Array {
	return Uint16Array.from({ length: 128 }, (_, code) => {
		const character = String.fromCharCode(code);
		if (leads.includes(character)) return MAYBE_ESCAPE;
		return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : DROPPED;
	});
}

/**
 * What a character beyond ASCII stands for. Full-width and mathematical look-alikes count as the letter that they show; marks,
 * spaces, invisible characters, punctuation, pictures are dropped.
 * @param next the code unit after it, for the second half of a mathematical letter
 */
export function foldWide(code: number, next: number): number {
	if (code >= 0xff01 && code <= 0xff5e) return FOLD[code - 0xfee0] ?? DROPPED;
	if (code === 0xd835) return foldMathematical(next);
	return IS_LETTER[code] === 1 ? code : DROPPED;
}

const A = "a".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/** U+1D400 to U+1D6A3 are alphabets of 52 letters, U+1D7CE to U+1D7FF rows of ten digits. */
function foldMathematical(low: number): number {
	if (low >= 0xdc00 && low <= 0xdea3) return A + (((low - 0xdc00) % 52) % 26);
	if (low >= 0xdfce && low <= 0xdfff) return ZERO + ((low - 0xdfce) % 10);
	return DROPPED;
}

/** Blocks without letters, in the order of their codes: first and last. */
const DROPPED_BLOCKS: readonly (readonly [first: number, last: number])[] = [
	[0x0000, 0x00bf],
	[0x02b0, 0x036f],
	[0x115f, 0x1160],
	[0x17b4, 0x17b5],
	[0x180b, 0x180e],
	[0x1ab0, 0x1aff],
	[0x1dc0, 0x1dff],
	[0x2000, 0x2bff],
	[0x3000, 0x3004],
	[0x3164, 0x3164],
	[0xd800, 0xf8ff],
	[0xfe00, 0xfe6f],
	[0xfeff, 0xfeff],
	[0xffa0, 0xffa0],
	[0xffe0, 0xffff],
];

const IS_LETTER = new Uint8Array(1 << 16).fill(1);
for (const [first, last] of DROPPED_BLOCKS) IS_LETTER.fill(0, first, last + 1);

/** All symbols of a text. */
export function symbolsOf(text: string): Uint16Array {
	const symbols = new Uint16Array(text.length);
	let count = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		const symbol = code < 128 ? (FOLD[code] ?? DROPPED) : foldWide(code, text.charCodeAt(at + 1));
		if (symbol !== DROPPED) symbols[count++] = symbol;
	}
	return symbols.slice(0, count);
}
