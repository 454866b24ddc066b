import { truncate } from "#core/truncate.ts";

/** The most of a text that is shown, in UTF-16 units. */
export const MAX_QUOTED_LENGTH = 4_000;

/** The most of a name that is shown. */
const MAX_NAME_LENGTH = 200;

/** Shows nothing, or turns round what stands beside it. The joiners that emoji and some scripts need are left. */
const DECEIVING = /[\p{Cc}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;

const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

/** What begins something in Markdown wherever it stands, and `/` `@`, at which addresses become links by themselves. */
const MARKUP = /[\\`*_[\]<>&~|#/@]/g;
/** What does so only at the beginning of a line: lists, rules, underlined headings. */
const LINE_MARKUP = /^(\d*)([-+=.)])/;

/** What services make a button of: `/approve` in a stranger's text. */
const COMMAND = /(?<![\p{L}\p{N}_/:])\/(?=\w)/gu;
/** Shows nothing, and keeps apart what would have a meaning together. */
const WORD_JOINER = "\u2060";

/** A space that Markdown does not count: lines indented by others are code, and lines of them alone end a paragraph. */
const FIXED_SPACE = "\u00A0";

/**
 * What others wrote, as a Markdown block quotation that it can't leave and in which nothing but text renders: no link, image,
 * heading or code, no question of ours. It stands on lines of its own, whatever it is put into. Pure.
 * @param heading the program's words, in a line above
 */
export function quoteBlock(heading: string, text: string): string {
	const shown = truncate(text, MAX_QUOTED_LENGTH);
	const left = text.length - shown.length;
	const cut = left > 0 ? [`*[${left} more characters are not shown]*`] : [];
	const lines = [`*${heading}*`, ...shown.split(LINE_END).map(plainLine), ...cut];
	// The backslash breaks the line: all of it is one paragraph, which blank lines would end.
	return `\n\n> ${lines.join("\\\n> ")}\n\n`;
}

/**
 * A name that others chose, as a Markdown code span: nothing in it renders, and services leave it alone. Pure.
 * @param around the text that it is put into, whose own backticks must not end it
 */
export function quoteName(name: string, around: string): string {
	const harmless = name.replace(LINE_END, " ").replace(DECEIVING, "").replaceAll("`", "'").replaceAll("|", "¦");
	const clean = harmless.replace(/\s+/g, " ").trim();
	const shown = truncate(clean, MAX_NAME_LENGTH);
	const longest = Math.max(0, ...Array.from(around.matchAll(/`+/g), ([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	const words = shown === "" ? "(no name)" : shown;
	return `${WORD_JOINER}${fence} ${words}${shown === clean ? "" : "…"} ${fence}${WORD_JOINER}`;
}

function plainLine(line: string): string {
	const clean = line.replaceAll("\t", "    ").replace(DECEIVING, "").trimEnd();
	const words = clean.replace(/^ +/, (spaces) => FIXED_SPACE.repeat(spaces.length)).replace(COMMAND, `/${WORD_JOINER}`);
	return words.replace(MARKUP, "\\$&").replace(LINE_MARKUP, "$1\\$2") || FIXED_SPACE;
}
