/**
 * A line end with the white space before it, other white space, or a character with what belongs to it: accents,
 * conjoining Hangul vowels and finals, zero-width marks.
 */
const TOKEN = /[^\S\r\n]*\r?\n|[^\S\n]+|\S[\p{M}\u1160-\u11ff\u200b-\u200d\u2060]*/gu;

const SINGLE_QUOTES = /[\u2018-\u201b\u2032]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const ZERO_WIDTH = /[\u200b-\u200d\u2060]/g;

const MAX_DIFFERENCES = 5;

/** A passage that reads the same as what was asked for but has other characters. */
export interface Lookalike {
	/** Where in the text it starts and ends, in UTF-16 units. */
	readonly start: number;
	readonly end: number;
	/** What exactly differs, in words. */
	readonly differences: readonly string[];
}

/**
 * Finds the passage that would match `wanted` if quotes, dashes, white space, line ends and the composition of accents
 * made no difference. Undefined where there is none. Never used to change anything: only to say what to ask for.
 */
export function findLookalike(text: string, wanted: string): Lookalike | undefined {
	const there = tokensOf(text);
	const asked = tokensOf(wanted);
	const found = there.plain.indexOf(asked.plain);
	if (found < 0) return undefined;
	const first = there.starts.get(found);
	if (first === undefined) return undefined;
	const matched = there.tokens.slice(first, first + asked.tokens.length);
	const last = matched.at(-1);
	const start = matched[0]?.start;
	if (start === undefined || last === undefined) return undefined;
	const pairs = matched.map((token, index) => [asked.tokens[index]?.text ?? "", token.text] as const);
	return { start, end: last.start + last.text.length, differences: differencesOf(pairs) };
}

interface Token {
	readonly text: string;
	readonly start: number;
}

/** The text in pieces; `plain` is the text with all that may differ made the same, `starts` leads from it to a piece. */
function tokensOf(text: string): { tokens: Token[]; plain: string; starts: Map<number, number> } {
	const tokens: Token[] = [];
	const starts = new Map<number, number>();
	const plain: string[] = [];
	let length = 0;
	for (const match of text.matchAll(TOKEN)) {
		const same = plainForm(match[0]);
		starts.set(length, tokens.length);
		tokens.push({ text: match[0], start: match.index });
		plain.push(same);
		length += same.length;
	}
	return { tokens, plain: plain.join(""), starts };
}

function plainForm(token: string): string {
	if (/^[\x21-\x7e]$/.test(token)) return token;
	if (/^\s/.test(token)) return token.endsWith("\n") ? "\n" : " ";
	return token
		.replace(ZERO_WIDTH, "")
		.normalize("NFC")
		.replace(SINGLE_QUOTES, "'")
		.replace(DOUBLE_QUOTES, '"')
		.replace(DASHES, "-");
}

function differencesOf(pairs: readonly (readonly [asked: string, there: string])[]): string[] {
	const counts = new Map<string, number>();
	for (const [asked, there] of pairs) {
		if (asked === there) continue;
		const difference = `you gave ${described(asked)}, the file has ${described(there)}`;
		counts.set(difference, (counts.get(difference) ?? 0) + 1);
	}
	const listed = [...counts].map(([difference, count]) =>
		count === 1 ? difference : `${difference} (${count} times)`,
	);
	const more = listed.length - MAX_DIFFERENCES;
	return more > 0 ? [...listed.slice(0, MAX_DIFFERENCES), `and ${more} more such differences`] : listed;
}

/** A character or a run of white space so that nothing in it is invisible: `’ (U+2019)`, `"\r\n"`. */
function described(token: string): string {
	if (/^[ \t\r\n]*$/.test(token)) return JSON.stringify(token);
	const codes = Array.from(token, (c) => `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
	return /^\s/.test(token) ? codes.join(" ") : `${token} (${codes.join(" ")})`;
}
