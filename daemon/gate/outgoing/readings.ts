import { parseUrl } from "#core/parse-url.ts";
import { longWords, wordsWith } from "./words.ts";

/**
 * The ways in which somebody else can read texts that go out together. A secret may be in base64, spread over a subject and a
 * body, or over the parts of an address. Only what reads otherwise than the texts themselves is read again: a letter without
 * tricks is looked through once, however long it is.
 */

/** Decoded text is decoded once more, no further: whoever hides that deep can also encrypt. */
const MAX_DEPTH = 2;
/** What is encoded further back in a text is not decoded. In characters; more than anybody would write. */
const MAX_ENCODED = 1_000_000;

/** Shorter runs of characters without a space hold no credential. */
const MIN_RUN = 16;
const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
/** Only of what is text when it is decoded: in ASCII. Everything else begins with other digits. */
const HEX_RUN = /(?:[02-7][0-9a-fA-F][\s:,-]?){10,}/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`]{1,8000}/gi;

/** All texts as one, and whatever in them can be read in another way. Pure; the number of readings has a bound. */
export function readingsOf(texts: readonly string[]): string[] {
	const whole = texts.join("\n");
	const readings = new Set([whole, ...partsOfAddresses(whole)]);
	let level = [...readings];
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const sources = level.flatMap((text) => [text.slice(0, MAX_ENCODED), mendedWords(text.slice(0, MAX_ENCODED))]);
		const longer = sources.map((text) => longWords(text, MIN_RUN));
		const decoded = [
			...longer.map((words) => decodedRuns(words.join("\n"), "base64")),
			...sources.map((text) => decodedRuns(text, "hex")),
		];
		for (const text of [...sources, ...longer.map(backwardsWords), ...decoded]) readings.add(text);
		level = decoded.filter((text) => text !== "");
	}
	readings.delete("");
	return [...readings];
}

/** The values of a query, the folders of a path and the labels of a host, each joined: what is between them is left out. */
function partsOfAddresses(text: string): string[] {
	if (!text.includes("://")) return [];
	return Array.from(text.matchAll(ADDRESS)).flatMap(([address]) => {
		const url = parseUrl(address);
		if (!url) return [];
		return [
			[...url.searchParams.values()].join(""),
			url.pathname.replaceAll("/", ""),
			url.hostname.replaceAll(".", ""),
		];
	});
}

/** Stands where a seam was. No text needs this character of the private use area. */
const MARK = "\ue000";
const MAY_READ_OTHERWISE = /[%\\&\ue000]/g;

/**
 * The words that read otherwise once escapes are resolved and what only puts pieces together is left out, in their order. The
 * others are not among them, since they were read before.
 */
const mendedWords = (text: string): string =>
	wordsWith(MAY_READ_OTHERWISE, withoutSeams(text, MARK))
		.map((word) => withoutSeams(unescaped(unescaped(word.replaceAll(MARK, ""))), ""))
		.join("\n");

/** Single escaped characters, of URLs, HTML and source. */
const unescaped = (text: string): string =>
	text.replace(
		/%([0-9a-fA-F]{2})|\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|&#x([0-9a-fA-F]{1,4});|&#(\d{1,5});/g,
		(...match) => {
			const [percent, hex, unicode, entity, decimal] = match.slice(1, 6) as (string | undefined)[];
			const digits = percent ?? hex ?? unicode ?? entity;
			return String.fromCharCode(digits === undefined ? Number(decimal) : Number.parseInt(digits, 16));
		},
	);

/** Without what puts pieces together: invisible characters, `" + "`, soft ends of lines. */
const withoutSeams = (text: string, mark: string): string =>
	text
		.replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, mark)
		.replace(/["'`]\s{0,20}[+.,&]\s{0,20}["'`]|=?\r?\n[ \t]{0,20}/g, mark);

/** Long words from their end to their beginning. */
const backwardsWords = (words: readonly string[]): string =>
	words.map((word) => Array.from(word).reverse().join("")).join("\n");

const RUNS = { base64: BASE64_RUN, hex: HEX_RUN } as const;

/** What the runs in such an encoding decode to, where that is text. What follows a run without a border may spoil its end. */
const decodedRuns = (text: string, encoding: "base64" | "hex"): string =>
	Array.from(text.matchAll(RUNS[encoding]))
		.map(([run]) => Buffer.from(encoding === "hex" ? run.replace(/[\s:,-]/g, "") : run, encoding).toString("latin1"))
		.flatMap((decoded) => decoded.match(READABLE) ?? [])
		.join("\n");

/** Shorter ones hold no secret. */
const READABLE = /[\t\r\n\x20-\x7e]{8,}/g;
