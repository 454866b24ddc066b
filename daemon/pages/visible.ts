/**
 * Characters that nobody sees and a model reads: tags of plane 14, in which whole sentences are written, variation selectors
 * past the sixteen that letters and emoji use, zero-width and direction characters, control characters. The joiners stay where
 * scripts and emoji need them: between two characters that are no ASCII.
 */
const INVISIBLE =
	/[\u{E0000}-\u{E0FFF}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|[\u180B-\u180D]|[^\P{Cc}\n\t]|(?<![^\p{ASCII}])[\u200C\u200D]|[\u200C\u200D](?![^\p{ASCII}])/gu;

/** A text as people would see it, with the ends of lines as `\n`, and how many characters were left out for that. */
export function visible(text: string): { text: string; invisible: number } {
	let invisible = 0;
	const seen = text.replace(/\r\n?/g, "\n").replace(INVISIBLE, (character) => {
		// Soft hyphens and marks at the beginning are in every other page, and say nothing.
		if (character !== "\u00AD" && character !== "\uFEFF") invisible++;
		return "";
	});
	return { text: seen, invisible };
}
