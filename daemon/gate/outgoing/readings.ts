/**
 * The ways in which somebody else can read texts that go out together. A secret may be in base64, spread over a subject and a
 * body, or over the parts of an address.
 */

/** Decoded text is decoded once more, no further: whoever hides that deep can also encrypt. */
const MAX_DEPTH = 2;
/** What is encoded further back in a text is not decoded. In characters; more than anybody would write. */
const MAX_ENCODED = 1_000_000;

const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX_RUN = /(?:[0-9a-fA-F]{2}[\s:,-]?){10,}/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`]{1,8000}/gi;

/** Every text as it is, all of them as one, and what is encoded in them. Pure; the number of readings has a bound. */
export function readingsOf(texts: readonly string[]): string[] {
	const whole = texts.length > 1 ? [texts.join("\n")] : [];
	const readings = new Set([...texts, ...whole, ...texts.flatMap(partsOfAddresses)]);
	let level = [...readings];
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const cleaned = level.map((text) => withoutSeams(unescaped(unescaped(text.slice(0, MAX_ENCODED)))));
		const decoded = cleaned.flatMap((text) => [decodedRuns(text, "base64"), decodedRuns(text, "hex")]);
		const backwards = cleaned.map((text) => Array.from(text).reverse().join(""));
		for (const text of [...cleaned, ...backwards, ...decoded]) readings.add(text);
		level = decoded.filter((text) => text !== "");
	}
	readings.delete("");
	return [...readings];
}

/** The values of a query, the folders of a path and the labels of a host, each joined: what is between them is left out. */
function partsOfAddresses(text: string): string[] {
	return Array.from(text.matchAll(ADDRESS)).flatMap(([address]) => {
		if (!URL.canParse(address)) return [];
		const url = new URL(address);
		return [
			[...url.searchParams.values()].join(""),
			url.pathname.replaceAll("/", ""),
			url.hostname.replaceAll(".", ""),
		];
	});
}

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
const withoutSeams = (text: string): string =>
	text
		.replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, "")
		.replace(/["'`]\s{0,20}[+.,&]\s{0,20}["'`]|=?\r?\n[ \t]{0,20}/g, "");

const RUNS = { base64: BASE64_RUN, hex: HEX_RUN } as const;

/** What the runs in such an encoding decode to, where that is text. */
const decodedRuns = (text: string, encoding: "base64" | "hex"): string =>
	Array.from(text.matchAll(RUNS[encoding]))
		.map(([run]) => Buffer.from(encoding === "hex" ? run.replace(/[\s:,-]/g, "") : run, encoding).toString("latin1"))
		.filter((decoded) => decoded.length >= MIN_DECODED && /^[\t\r\n\x20-\x7e]+$/.test(decoded))
		.join("\n");

/** Shorter ones hold no secret. */
const MIN_DECODED = 8;
