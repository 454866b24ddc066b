import { isAddress } from "./network-addresses.ts";

/** What is longer is data: nobody types it, and it would fill the list. */
const MAX_LENGTH = 2_048;
/** As `E-1`, `::1`, `~/x`. */
const MIN_LENGTH = 3;

const SCHEME = /(?:https?|s?ftp|ssh|git|file|wss?|s3|postgres(?:ql)?|mysql|redis|mongodb|amqp):\/\//gi;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

interface Piece {
	text: string;
	index: number;
}

export const isUrl = (text: string): boolean => /^[a-z0-9]{2,12}:\/\/[^\s]*[\p{L}\p{N}]/iu.test(text);

/** A word with links in it, taken apart: the links, without the marks of the sentence around them, and the rest. */
export function urlsIn(word: string): Piece[] {
	const starts = [...word.matchAll(SCHEME)].map(({ index }) => index);
	// Within a link another one may stand: an archive's, a redirect's. One behind a comma or a bracket is the next.
	const own = starts.filter((start, place) => place === 0 || /[,;|)\]}]/.test(word[start - 1] ?? ""));
	if (own.length === 0) return [{ text: word, index: 0 }];
	const found: Piece[] = own[0] ? [{ text: word.slice(0, own[0]), index: 0 }] : [];
	for (const [place, start] of own.entries()) {
		const whole = word.slice(start, own[place + 1]);
		const text = trimMarks(whole.slice(0, endBeforeWide(whole))).text;
		if (text.length <= MAX_LENGTH) found.push({ text, index: start });
		if (text.length < whole.length) found.push({ text: whole.slice(text.length), index: start + text.length });
	}
	return found;
}

/** Chinese has no blank after a link. What follows a letter of the link is the sentence; what follows a slash belongs to it. */
function endBeforeWide(url: string): number {
	let isInside = false;
	for (let index = 0; index < url.length; index += 1) {
		const isWide = WIDE.test(url[index] ?? "");
		if (isWide && !isInside && /[\p{L}\p{N}]/u.test(url[index - 1] ?? "")) return index;
		isInside = isWide;
	}
	return url.length;
}

const LEADING = "'’*([{,;:!?…-";
const TRAILING = ".'’*([{,;:!?…-";
const CLOSING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Without the marks around it: full stops, quotes, brackets that were not opened in it. */
export function trimMarks(word: string): Piece {
	let start = 0;
	while (start < word.length && isLeading(word, start)) start += 1;
	let end = word.length;
	const surplus = new Map(
		Object.entries(CLOSING).map(([close, open]) => [close, count(word, close, start) - count(word, open, start)]),
	);
	for (; end > start; end -= 1) {
		const mark = word[end - 1] ?? "";
		if (TRAILING.includes(mark)) continue;
		const unopened = surplus.get(mark) ?? 0;
		if (unopened <= 0) break;
		surplus.set(mark, unopened - 1);
	}
	return { text: word.slice(start, end), index: start };
}

/** A dot may begin a path. */
const isLeading = (word: string, index: number): boolean =>
	LEADING.includes(word[index] ?? "") ||
	(word[index] === "." && !/^\.{1,2}[/\p{L}]/u.test(word.slice(index, index + 3)));

function count(word: string, mark: string, from: number): number {
	let found = 0;
	for (let index = word.indexOf(mark, from); index !== -1; index = word.indexOf(mark, index + 1)) found += 1;
	return found;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^[\p{Script=Latin}\p{N}._%+'-]+@[\p{Script=Latin}\p{N}-]+(?:\.[\p{Script=Latin}\p{N}-]+)+$/u;
const OWN = /^[ECRTPDM]-[1-9]\d*(?:\.\w+)?$/;
const HASH = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,128}$/i;
const MIXED = /^#?[\p{Script=Latin}\p{N}](?:[\p{Script=Latin}\p{N}_.#-]*[\p{Script=Latin}\p{N}])?$/u;
const SLASHED = /^[\p{Script=Latin}\p{N}_.-]+(?:\/[\p{Script=Latin}\p{N}_.-]+)+$/u;
/** `500ms`, `1920x1080`, `3.5kg`. */
const MEASURE = /^[\d.]{1,9}(?:[a-z]{1,4}|x\d{1,5})$/i;
const NUMBER = /^#\d{2,}$|^\d{5,}$|^(?!\d{4}-\d{4}$)(?=.{7})\d+(?:-\d+)+$/;

/** A word that is one identifier, if it is. A path may be followed by a line (`main.ts:12`), which is not part of it. */
export function identifierIn(word: string): string | undefined {
	if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return undefined;
	const path = /^(.*[^:\d]):\d+(?::\d+)?$/.exec(word)?.[1];
	if (path !== undefined && isPath(path)) return path;
	return isAddress(word) || isPath(word) || isName(word) ? word : undefined;
}

const isName = (word: string): boolean =>
	UUID.test(word) || EMAIL.test(word) || OWN.test(word) || HASH.test(word) || NUMBER.test(word) || isMixed(word);

/** Letters and digits together, as numbers of orders, flights and tickets have them. */
function isMixed(word: string): boolean {
	if (word.includes("/")) {
		// `INV/2026/0042` is one, `AB-1234/AB-1235` are two.
		return SLASHED.test(word) && isMixedText(word) && !word.split("/").every(isName);
	}
	return MIXED.test(word) && isMixedText(word);
}

function isMixedText(word: string): boolean {
	const digits = word.replace(/\P{N}/gu, "").length;
	if (!/\p{L}/u.test(word) || MEASURE.test(word)) return false;
	return digits >= 3 || (digits === 2 && word.length >= 4 && /\p{Lu}/u.test(word));
}

const EXTENSIONS = new Set(
	`c cc cpp cs css csv db doc docx eml env epub gif go gz h heic htm html ics ini ipynb java jpeg jpg js json jsonl jsx key kt
	lock log md mjs mov mp3 mp4 odt ogg pdf pem png ppt pptx ps1 py rb rs rtf sh sql sqlite svg swift tar tex toml ts tsx txt vcf
	wav webp xls xlsx xml yaml yml zip`.split(/\s+/),
);

const SIGNS_OF_NO_PATH = /[=;,:?*|"]/;

function isPath(word: string): boolean {
	if (/^[A-Za-z]:\\./.test(word) || /^\\\\\w/.test(word)) return true;
	if (SIGNS_OF_NO_PATH.test(word)) return false;
	const segments = word.split("/");
	const extension = /[^.]\.([A-Za-z0-9]{1,8})$/.exec(segments.at(-1) ?? "")?.[1];
	if (segments.length === 1) return extension !== undefined && EXTENSIONS.has(extension.toLowerCase());
	if (!/[\p{L}\p{N}]/u.test(word) || segments.slice(1, -1).includes("")) return false;
	if (/^(?:~|\.{1,2})\//.test(word)) return true;
	if (word.startsWith("/")) return segments.length > 2 || extension !== undefined;
	return word.endsWith("/") || (extension !== undefined && /[a-z]/i.test(extension));
}
