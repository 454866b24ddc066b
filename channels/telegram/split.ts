/** Where a text may be cut, best first: after a paragraph, a line, a sentence, a word. */
const NATURAL_ENDS = [/\n[ \t]*\n\s*/g, /\n/g, /[.!?…]["'”’)\]]*[ \t]+|[。！？]/g, /[ \t\u3000]+/g];

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Cuts a text into pieces of at most `limit` UTF-16 units, which joined give the text again. Each cut is at the best
 * natural place in the second half of a piece, else between two characters as people count them (an emoji of several
 * code points stays whole). Only a single character longer than `limit` is cut inside, and never in a surrogate pair.
 */
export function splitText(text: string, limit: number): string[] {
	const pieces: string[] = [];
	let start = 0;
	while (text.length - start > limit) {
		// One code point more than fits, because it decides whether the character before it is complete.
		const length = findCut(text.slice(start, start + limit + 2), limit);
		pieces.push(text.slice(start, start + length));
		start += length;
	}
	pieces.push(text.slice(start));
	return pieces;
}

function findCut(window: string, limit: number): number {
	const characters = graphemes.segment(window);
	const half = Math.floor(limit / 2);
	const fitting = window.slice(half, limit);
	for (const pattern of NATURAL_ENDS) {
		const cut = [...fitting.matchAll(pattern)]
			.map((match) => half + match.index + match[0].length)
			// A space with an accent on it is one character, so that a natural end need not be the end of a character.
			.findLast((end) => characters.containing(end)?.index === end);
		if (cut !== undefined) return cut;
	}
	return characters.containing(limit)?.index || (isHighSurrogate(window, limit - 1) ? limit - 1 : limit);
}

function isHighSurrogate(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0xd800 && unit <= 0xdbff;
}
