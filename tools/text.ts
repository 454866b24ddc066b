import { isUtf8 } from "node:buffer";
import { wholeCharacter } from "./page.ts";

/** How much of a binary file is looked at for a NUL byte: as much as git and grep take. */
const SNIFF_BYTES = 8192;

const SIGNATURES: readonly (readonly [hex: string, kind: string])[] = [
	["89504e470d0a1a0a", "PNG image"],
	["ffd8ff", "JPEG image"],
	["474946383761", "GIF image"],
	["474946383961", "GIF image"],
	["52494646", "RIFF file (WebP, WAV or AVI)"],
	["504b0304", "ZIP archive (also docx, xlsx, odt, epub)"],
	["1f8b", "gzip archive"],
	["7f454c46", "ELF program"],
	["53514c69746520666f726d617420330a", "SQLite database"],
	["4f676753", "Ogg audio"],
	["494433", "MP3 audio"],
	["fffe", "UTF-16 text (little-endian)"],
	["feff", "UTF-16 text (big-endian)"],
];

/** What kind of file this is if it is not text: by its first bytes where known. Undefined for text. */
export function binaryKind(bytes: Buffer): string | undefined {
	const start = bytes.subarray(0, SNIFF_BYTES);
	if (start.toString("latin1", 0, 5) === "%PDF-") return "PDF document";
	if (!start.includes(0)) return undefined;
	const hex = start.toString("hex", 0, 16);
	return SIGNATURES.find(([signature]) => hex.startsWith(signature))?.[1] ?? "unknown binary format";
}

/** How many lines a text has. The last one counts whether or not a line end closes it. */
export function countLines(text: string): number {
	let lines = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
	return text === "" || text.endsWith("\n") ? lines : lines + 1;
}

/** What can't be seen in a text but matters when it is edited, in words; empty for plain UTF-8 with LF. */
export function peculiarities(bytes: Buffer, text: string): string[] {
	const lineFeeds = text.split("\n").length - 1;
	const pairs = text.split("\r\n").length - 1;
	const found: string[] = [];
	if (text.startsWith("\ufeff")) found.push("starts with a byte order mark");
	if (pairs > 0) found.push(pairs === lineFeeds ? "CRLF line ends" : `mixed line ends (${pairs} of ${lineFeeds} CRLF)`);
	if (!text.endsWith("\n")) found.push("no line end at the end");
	if (!isUtf8(bytes)) found.push("not valid UTF-8, bad bytes are shown as \ufffd");
	return found;
}

export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** `1 line`, `2 lines`. */
export const countOf = (count: number, noun: string): string =>
	`${formatCount(count)} ${count === 1 ? noun : noun.endsWith("ch") ? `${noun}es` : `${noun}s`}`;

/** The first lines of a text, for an approval card: the owner sees how much is left out. */
export function excerpt(text: string, maxLines: number, maxCharacters: number): string {
	const lines = text.split("\n").slice(0, maxLines).join("\n");
	const cut = lines.slice(0, wholeCharacter(lines, maxCharacters));
	return cut.length === text.length ? cut : `${cut}\n[+${formatCount(text.length - cut.length)} characters]`;
}

/** A Markdown code block that its content can't close. */
export function fenced(text: string): string {
	const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}\n${text}\n${fence}`;
}
