import { codeOf, escapeAt, lengthOf } from "./escapes.ts";
import {
	DIGEST_BITS_A_SYMBOL,
	DIGEST_FACTOR,
	MAX_NEEDLE_SYMBOLS,
	type Needle,
	type SpellingIndex,
} from "./spelling-index.ts";
import { DROPPED, FOLD, FOLD_AND_DECODE, foldWide, MAYBE_ESCAPE } from "./symbols.ts";

/** A needle in a text. */
export interface Sighting {
	needle: Needle;
	/** Where it begins in the text, and where it ends (exclusive). */
	start: number;
	end: number;
	/** The same counted in symbols. */
	firstSymbol: number;
	lastSymbol: number;
}

const RING = MAX_NEEDLE_SYMBOLS - 1;

/**
 * Looks for every needle in one pass, in time linear in the text: a rolling digest says where one may end, and at most 64
 * symbols are compared there.
 * @param decode whether escaped characters are read as what they stand for
 */
export function scan(text: string, index: SpellingIndex, decode: boolean): Sighting[] {
	const sightings: Sighting[] = [];
	const table = decode ? FOLD_AND_DECODE : FOLD;
	const { filter } = index;
	// As locals: what is looked up through the module costs several times as much where modules aren't bundled.
	const [dropped, mayBeEscape, bits, factor, ring] = [DROPPED, MAYBE_ESCAPE, DIGEST_BITS_A_SYMBOL, DIGEST_FACTOR, RING];
	/** Where the last symbols begin. */
	const starts = new Int32Array(MAX_NEEDLE_SYMBOLS);
	let count = 0;
	let digest = 0;
	// Written out, since this runs for every character of every result and log line.
	for (let at = 0; at < text.length; ) {
		const code = text.charCodeAt(at);
		let symbol = code < 128 ? (table[code] as number) : mayBeEscape;
		let length = 1;
		if (symbol === mayBeEscape) {
			const read = readSpecial(text, at, code);
			symbol = read >> 4;
			length = read & 15;
		}
		if (symbol !== dropped) {
			digest = ((digest << bits) + Math.imul(symbol + 1, factor)) | 0;
			starts[count++ & ring] = at;
			if (filter[digest >>> 16] === 1)
				collect(index.candidates(digest), { text, table, starts, count, end: at + length }, sightings);
		}
		at += length;
	}
	return sightings;
}

interface Read {
	text: string;
	table: Uint16Array;
	starts: Int32Array;
	/** How many symbols there have been. */
	count: number;
	/** Where the last one ends. */
	end: number;
}

/** Adds the candidates that the last symbols spell. */
function collect(candidates: readonly Needle[] | undefined, read: Read, sightings: Sighting[]): void {
	for (const needle of candidates ?? []) {
		const { symbols } = needle;
		const firstSymbol = read.count - symbols.length;
		if (firstSymbol < 0 || !isSpelled(symbols, firstSymbol, read)) continue;
		const start = read.starts[firstSymbol & RING] ?? 0;
		sightings.push({ needle, start, end: read.end, firstSymbol, lastSymbol: read.count - 1 });
	}
}

function isSpelled(symbols: Uint16Array, firstSymbol: number, { text, table, starts }: Read): boolean {
	for (let index = symbols.length - 1; index >= 0; index--) {
		const at = starts[(firstSymbol + index) & RING] ?? 0;
		const code = text.charCodeAt(at);
		const plain = code < 128 ? (table[code] ?? DROPPED) : MAYBE_ESCAPE;
		if ((plain === MAYBE_ESCAPE ? readSpecial(text, at, code) >> 4 : plain) !== symbols[index]) return false;
	}
	return true;
}

/** The symbol of a character beyond ASCII or of an escape, times 16, and how many code units it takes. */
function readSpecial(text: string, at: number, code: number): number {
	if (code >= 128) return foldWide(code, text.charCodeAt(at + 1)) * 16 + (code === 0xd835 ? 2 : 1);
	const found = escapeAt(text, at);
	return found === 0 ? fold(code) * 16 + 1 : fold(codeOf(found)) * 16 + lengthOf(found);
}

const fold = (code: number): number => (code < 128 ? (FOLD[code] ?? DROPPED) : foldWide(code, 0));
