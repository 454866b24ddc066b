/** Where a text may be cut, best first: after a paragraph, a line, a sentence, a word. */
const NATURAL_ENDS = [/\n[ \t]*\n\s*/g, /\n/g, /[.!?…]["'”’)\]]*[ \t]+|[。！？]/g, /[ \t\u3000]+/g];

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Text from `start` on of which as much as possible should go before the cut, up to `limit`. Offsets into `text`. */
interface Window {
	text: string;
	/** Where a character that people see as one begins. */
	start: number;
	limit: number;
	/** Natural places before it are not worth the room that they leave. */
	earliest: number;
	/** What is not to be cut, in any order. */
	whole: readonly { start: number; end: number }[];
}

/**
 * The best place to cut: the last natural one, else between two characters as people count them (an emoji of several code
 * points stays whole). Only a single character longer than the window is cut inside, and never in a surrogate pair.
 */
export function findCut({ text, start, limit, earliest, whole }: Window): number {
	// One code point more than fits, because it decides whether the character before it is complete.
	const characters = graphemes.segment(text.slice(start, limit + 2));
	const isFree = (cut: number) => whole.every((range) => cut <= range.start || cut >= range.end);
	const fitting = text.slice(earliest, limit);
	for (const pattern of NATURAL_ENDS) {
		const cut = [...fitting.matchAll(pattern)]
			.map((match) => earliest + match.index + match[0].length)
			// A space with an accent on it is one character, so that a natural end need not be the end of a character.
			.findLast((end) => isFree(end) && (end === limit || characters.containing(end - start)?.index === end - start));
		if (cut !== undefined && cut > start) return cut;
	}
	const free = Math.min(
		limit,
		...whole.filter((range) => range.start < limit && range.end > limit).map((r) => r.start),
	);
	const character = characters.containing(free - start)?.index ?? 0;
	if (character > 0) return start + character;
	return isHighSurrogate(text, limit - 1) && limit - 1 > start ? limit - 1 : limit;
}

function isHighSurrogate(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0xd800 && unit <= 0xdbff;
}
