import type { Spelling } from "./spellings.ts";

/** A run of symbols that is looked for: a spelling, or a piece of a long one. */
export interface Needle extends Spelling {
	/** Which secret of the list it is. */
	secret: number;
}

/** Long spellings are looked for in pieces of this size, so that the time for one text has a bound. A power of two. */
export const MAX_NEEDLE_SYMBOLS = 64;

/** A symbol's place in the rolling digest: each new one pushes the older ones on, and after eight nothing is left of one. */
export const DIGEST_BITS_A_SYMBOL = 4;
/** Spreads the bits of a symbol: 2^32 divided by the golden ratio. */
export const DIGEST_FACTOR = 0x9e3779b1;

/** Finds needles by the digest of their last eight symbols. Built once for a list of secrets; the list never changes. */
export class SpellingIndex {
	/** Whether any needle has these upper 16 bits: most places of a text are done with after this. */
	readonly filter = new Uint8Array(1 << 16);
	readonly #byDigest = new Map<number, Needle[]>();

	constructor(spellings: readonly Needle[]) {
		const known = new Set<string>();
		for (const needle of spellings.flatMap(cut)) {
			// A secret of one letter over and over would be compared once for each of its pieces, at every place.
			const key = `${needle.secret} ${needle.symbols}`;
			if (known.has(key)) continue;
			known.add(key);
			const digest = digestOf(needle.symbols);
			this.filter[digest >>> 16] = 1;
			const same = this.#byDigest.get(digest);
			if (same) same.push(needle);
			else this.#byDigest.set(digest, [needle]);
		}
	}

	/** Those whose last eight symbols have this digest; they are to be compared. */
	candidates(digest: number): readonly Needle[] | undefined {
		return this.#byDigest.get(digest);
	}
}

/** Of the last eight symbols. */
const digestOf = (symbols: Uint16Array): number =>
	symbols.reduce((digest, symbol) => ((digest << DIGEST_BITS_A_SYMBOL) + Math.imul(symbol + 1, DIGEST_FACTOR)) | 0, 0);

/** Pieces that cover all of it; the last one overlaps the one before. */
function cut(needle: Needle): Needle[] {
	const { symbols, head = "", tail = "" } = needle;
	if (symbols.length <= MAX_NEEDLE_SYMBOLS) return [needle];
	const pieces: Needle[] = [];
	for (let start = 0; start < symbols.length; start += MAX_NEEDLE_SYMBOLS) {
		const from = Math.min(start, symbols.length - MAX_NEEDLE_SYMBOLS);
		const isLast = start + MAX_NEEDLE_SYMBOLS >= symbols.length;
		pieces.push({
			...needle,
			symbols: symbols.slice(from, from + MAX_NEEDLE_SYMBOLS),
			head: start === 0 ? head : "",
			tail: isLast ? tail : "",
		});
	}
	return pieces;
}
