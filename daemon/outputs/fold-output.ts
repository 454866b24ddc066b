import { truncate } from "#core/truncate.ts";
import { wholeCharacter } from "#tools/page.ts";
import { countLines, formatCount } from "#tools/text.ts";

/** What may stand in view of one result or event: lines, and characters in UTF-16 units, whichever is reached first. */
export interface OutputLimits {
	lines: number;
	characters: number;
}

export const OUTPUT_LIMITS: OutputLimits = { lines: 200, characters: 10_000 };

/**
 * Of what is a page by its own account, as `read_file` makes it: that keeps to a size, and says exactly how to go on, which a
 * cut in its middle would make untrue. Only what a page should never be is folded, as ten thousand names full of escapes.
 */
export const PAGE_LIMITS: OutputLimits = { lines: Number.MAX_SAFE_INTEGER, characters: 20_000 };

export type Folded =
	| { kind: "whole" }
	| {
			kind: "folded";
			head: string;
			tail: string;
			/** Lines of which nothing is shown: one that is cut inside is not among them. */
			leftOutLines: number;
			leftOutCharacters: number;
			lines: number;
			characters: number;
	  };

/** Where the whole text is, or why it is nowhere. */
export type WholeText = { kind: "saved"; path: string } | { kind: "lost"; reason: string };

/** Room within the limits for the words about what is left out, and for those that others put before the text. */
const NOTE_CHARACTERS = 600;
const NOTE_LINES = 2;
const MAX_REASON_CHARACTERS = 200;

/**
 * Decides what of a long text is shown: half of it from the beginning, where it says what it is, and half from the end, where
 * it says how it ended. Cut between lines where one is near, otherwise inside a line; never inside a surrogate pair or a
 * CRLF. What `renderFolded` makes of it is within the limits again, so that nothing is folded twice.
 */
export function foldOutput(text: string, limits: OutputLimits = OUTPUT_LIMITS): Folded {
	const lines = countLines(text);
	if (lines <= limits.lines && text.length <= limits.characters) return { kind: "whole" };
	const half = {
		lines: Math.max(0, Math.floor((limits.lines - NOTE_LINES) / 2)),
		characters: Math.max(0, Math.floor((limits.characters - NOTE_CHARACTERS) / 2)),
	};
	const head = text.slice(0, endOfHead(text, half));
	const tail = text.slice(startOfTail(text, half));
	return {
		kind: "folded",
		head,
		tail,
		leftOutLines: wholeLinesBetween(text, head.length, text.length - tail.length),
		leftOutCharacters: text.length - head.length - tail.length,
		lines,
		characters: text.length,
	};
}

/** Beginning and end, and between them what is left out and where it can be read. */
export function renderFolded(folded: Extract<Folded, { kind: "folded" }>, whole: WholeText): string {
	const { head, tail, leftOutLines, leftOutCharacters, lines, characters } = folded;
	const counted = `${formatCount(leftOutCharacters)} of ${formatCount(characters)} characters`;
	const leftOut =
		leftOutLines === 0 ? counted : `${formatCount(leftOutLines)} of ${formatCount(lines)} lines (${counted})`;
	const rest =
		whole.kind === "saved"
			? savedWords(whole.path)
			: `the rest is lost, since it could not be saved: ${reasonOf(whole.reason)}`;
	return `${withLineEnd(head)}… [${leftOut} are left out; ${rest}] …\n${tail}`;
}

/** Says where the whole of a text is. */
export const savedWords = (path: string): string => `the whole is in ${path}: read it with read_file`;

const withLineEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

const reasonOf = (reason: string): string => truncate(reason.replace(/\s+/g, " ").trim(), MAX_REASON_CHARACTERS);

function endOfHead(text: string, half: OutputLimits): number {
	let end = 0;
	for (let line = 0; line < half.lines; line += 1) {
		const lineFeed = text.indexOf("\n", end);
		// A cut inside a line is only worth it where otherwise most of the room would stay empty.
		if (lineFeed < 0 || lineFeed >= half.characters)
			return end > half.characters / 2 ? end : cutBefore(text, half.characters);
		end = lineFeed + 1;
	}
	return end;
}

function startOfTail(text: string, half: OutputLimits): number {
	const first = text.length - half.characters;
	let start = text.length;
	for (let line = 0; line < half.lines; line += 1) {
		// The line feed that ends the line above; the one at the very end of the text ends a line of the tail.
		const lineFeed = start < 2 ? -1 : text.lastIndexOf("\n", start - 2);
		if (lineFeed + 1 < first) return text.length - start > half.characters / 2 ? start : cutAfter(text, first);
		start = lineFeed + 1;
	}
	return start;
}

function cutBefore(text: string, index: number): number {
	const cut = wholeCharacter(text, index);
	return text[cut - 1] === "\r" && text[cut] === "\n" ? cut - 1 : cut;
}

/** Never before the line feed of a CRLF: there a line ends, and the cut would have been made behind it. */
const cutAfter = (text: string, index: number): number => (wholeCharacter(text, index) < index ? index + 1 : index);

/** How many lines lie between two places from their first character to their last. */
function wholeLinesBetween(text: string, from: number, to: number): number {
	const lineEnds = text.slice(from, to).split("\n").length - 1;
	const beginsInside = from > 0 && text[from - 1] !== "\n";
	return beginsInside ? Math.max(0, lineEnds - 1) : lineEnds;
}
