const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

const PLAIN = /^[\u0020-\u02ff]*$/;
/** The last of them asks for the coloured form of a sign. */
const WIDE =
	/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const INVISIBLE = /^[\p{Cf}\p{Mn}\p{Cc}]+$/u;

/** How many columns of a fixed-width font a text takes: 2 for each character of East Asian scripts and each emoji. */
export function displayWidth(text: string): number {
	if (PLAIN.test(text)) return text.length;
	let width = 0;
	for (const { segment } of graphemes.segment(text)) width += INVISIBLE.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
	return width;
}
