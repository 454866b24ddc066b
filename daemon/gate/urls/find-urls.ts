/** An address in a text, and where it stands. */
export interface FoundUrl {
	/** As written; of a bare name with `https://` in front, as one would open it. */
	url: string;
	/** Offsets in the text, in UTF-16 units. */
	start: number;
	end: number;
	/** It has no scheme, as `example.org/page`. */
	bare: boolean;
}

/** Where an address can begin. In the middle of a word it is none; scripts without spaces may stand right before it. */
const SCHEME = /(?<![a-z0-9+.-])https?:\/\//gi;

/** Bare names: two words or more with periods between, the last one of letters, and what may follow. */
const BARE =
	/(?<![\p{L}\p{N}\p{M}@/\\:_.%&=?#+~-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)(?![\p{L}\p{N}\p{M}@_]|-[\p{L}\p{N}]|\.[\p{L}\p{N}])(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?/giu;

/**
 * What no address in running text goes on over: white space, what encloses addresses, and the punctuation of other scripts, as
 * `，` and `」`, which is where clients end one.
 */
const END = /[\s\p{Cc}<>"`{}|^\\]|(?=[^\p{ASCII}])[\p{P}\p{Z}]/u;

/** Punctuation of the sentence, when nothing follows it. */
const TRAILING = new Set(".,;:!?'*_~");
const BRACKETS = new Map([
	[")", "("],
	["]", "["],
]);

/**
 * All addresses of the web in a text, in order: in running text, in Markdown's links, images, definitions and autolinks, in
 * attributes of HTML. Each whole, as far as the form in which it stands says: never a part of one, also not one that
 * stands inside another, as in `https://a.example/?to=https://b.example`.
 */
export function findUrls(text: string): FoundUrl[] {
	const found: FoundUrl[] = [];
	let at = 0;
	for (const { index } of text.matchAll(SCHEME)) {
		if (index < at) continue;
		const end = endOf(text, index);
		at = end;
		const url = text.slice(index, end);
		// A scheme and nothing behind it.
		if (!/^https?:\/\/$/i.test(url)) found.push({ url, start: index, end, bare: false });
	}
	return [...found, ...bareNames(text, found)].sort((one, other) => one.start - other.start);
}

function endOf(text: string, start: number): number {
	const before = text.slice(Math.max(0, start - 2), start);
	if (before.endsWith("<")) return enclosed(text, start, /[\s>]/u, ">") ?? running(text, start);
	const quote = before.at(-1);
	if (quote === '"' || quote === "'") return enclosed(text, start, /["'\n]/u, quote) ?? running(text, start);
	if (before === "](") return closedLink(text, start);
	return running(text, start);
}

/** Up to the sign that has to close it; undefined where another one comes first. */
function enclosed(text: string, start: number, stop: RegExp, close: string): number | undefined {
	const length = text.slice(start).search(stop);
	return length > 0 && text[start + length] === close ? start + length : undefined;
}

/** Of a link of Markdown: up to white space or the bracket that closes it (https://spec.commonmark.org/0.31.2/#link-destination). */
function closedLink(text: string, start: number): number {
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		const character = text.charAt(at);
		if (character === "\\") at++;
		else if (/[\s\p{Cc}]/u.test(character)) return at;
		else if (character === "(") depth++;
		else if (character === ")" && depth-- === 0) return at;
	}
	return text.length;
}

function running(text: string, start: number): number {
	const length = text.slice(start).search(END);
	return start + trimmed(length < 0 ? text.slice(start) : text.slice(start, start + length)).length;
}

/** Without what belongs to the sentence: its punctuation, and brackets that were opened before the address. */
function trimmed(run: string): string {
	const unopened = new Map([...BRACKETS].map(([close, open]) => [close, count(run, close) - count(run, open)]));
	let end = run.length;
	for (; end > 0; end--) {
		const last = run.charAt(end - 1);
		const left = unopened.get(last) ?? 0;
		if (left > 0) unopened.set(last, left - 1);
		else if (!TRAILING.has(last)) break;
	}
	return run.slice(0, end);
}

const count = (text: string, character: string): number => text.split(character).length - 1;

function bareNames(text: string, taken: readonly FoundUrl[]): FoundUrl[] {
	const free = blanked(text, taken);
	return [...free.matchAll(BARE)].map(({ index, 0: match }) => {
		const end = running(text.slice(0, index + match.length), index);
		return { url: `https://${text.slice(index, end)}`, start: index, end, bare: true };
	});
}

/** The text with addresses that were found blanked out: their hosts are no names of their own. */
function blanked(text: string, taken: readonly FoundUrl[]): string {
	let free = "";
	let at = 0;
	for (const { start, end } of taken) {
		free += text.slice(at, start) + " ".repeat(end - start);
		at = end;
	}
	return free + text.slice(at);
}
