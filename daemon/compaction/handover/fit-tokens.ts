import { truncate } from "#core/truncate.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";

/** No text that people read has more characters in a token. Keeps the search short where a text is far too long. */
const MAX_CHARACTERS_PER_TOKEN = 12;

/** The longest beginning of a text that takes at most so many tokens. Ends at a space where one is near, never in a character. */
export function fitTokens(text: string, maxTokens: number): string {
	const limit = Math.max(0, maxTokens) * MAX_CHARACTERS_PER_TOKEN;
	if (text.length <= limit && estimateTokens(text) <= maxTokens) return text;
	let fits = 0;
	let tooLong = Math.min(text.length, limit) + 1;
	while (tooLong - fits > 1) {
		const middle = (fits + tooLong) >> 1;
		if (estimateTokens(text.slice(0, middle)) <= maxTokens) fits = middle;
		else tooLong = middle;
	}
	return endAtSpace(truncate(text, fits), text);
}

/** A link that is cut in the middle looks whole, and is wrong. */
const LONGEST_WORD = 200;

function endAtSpace(start: string, whole: string): string {
	if (start.length === whole.length || /^\s/.test(whole.slice(start.length))) return start;
	const space = start.search(new RegExp(`\\s\\S{0,${LONGEST_WORD}}$`));
	return space > 0 ? start.slice(0, space) : start;
}

/**
 * The whole lines that fit, with a word on how many are missing.
 * @param note the last line where some are, given their number
 */
export function fitLines(text: string, maxTokens: number, note: (missing: number) => string): string {
	if (estimateTokens(text) <= maxTokens) return text;
	const lines = text.split("\n");
	let left = maxTokens - estimateTokens(note(lines.length)) - 1;
	let kept = 0;
	for (const line of lines) {
		left -= estimateTokens(line) + 1;
		if (left < 0) break;
		kept += 1;
	}
	return [...lines.slice(0, kept), note(lines.length - kept)].join("\n");
}
