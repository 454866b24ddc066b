/**
 * Reading single escaped characters, of whatever notation: a text may be a URL, JSON, HTML, source or a mail, or one within
 * the other.
 */

const NONE = 0;
const LINE_FEED = 10;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const DIGIT_ZERO = 0x30;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

/** Those that a text can be split with. */
const NAMED = ["amp;", "lt;", "gt;", "quot;", "apos;", "nbsp;", "Tab;", "NewLine;", "shy;", "zwnj;", "zwj;"];

/** Longer runs of nested escapes are not followed: no reader would. */
const MAX_LENGTH = 15;

/** Two numbers in one, since this is asked for millions of characters. */
const pack = (code: number, length: number): number => (length > MAX_LENGTH ? NONE : code * 16 + length);
export const codeOf = (packed: number): number => packed >> 4;
export const lengthOf = (packed: number): number => packed & 15;

/**
 * The escape that begins at `at`, as its character's code and its length, for `codeOf` and `lengthOf`; zero where none does.
 * Characters beyond ASCII are not decoded from their bytes.
 */
export function escapeAt(text: string, at: number): number {
	switch (text.charCodeAt(at)) {
		case PERCENT:
			return percentEscape(text, at);
		case BACKSLASH:
			return backslashEscape(text, at);
		case AMPERSAND:
			return entity(text, at);
		case DIGIT_ZERO:
			return hexNumber(text, at);
		case EQUALS:
			return ascii(hexAt(text, at + 1, 2), 3);
		default:
			return NONE;
	}
}

/** `%41`, and `%2541`, which is the same escaped once more. */
function percentEscape(text: string, at: number): number {
	let from = at + 1;
	while (from - at < MAX_LENGTH && text.startsWith("25", from) && hexAt(text, from + 2, 2) >= 0) from += 2;
	return ascii(hexAt(text, from, 2), from + 2 - at);
}

function backslashEscape(text: string, at: number): number {
	const kind = text[at + 1];
	if (kind === "x") return ascii(hexAt(text, at + 2, 2), 4);
	if (kind === "u" && text[at + 2] === "{") return braced(text, at);
	if (kind === "u") return any(hexAt(text, at + 2, 4), 6);
	if (kind !== undefined && kind >= "0" && kind <= "3") return octal(text, at);
	return kind !== undefined && "nrtbfv".includes(kind) ? pack(LINE_FEED, 2) : NONE;
}

function braced(text: string, at: number): number {
	const digits = text.slice(at + 3, at + 10).indexOf("}");
	return digits >= 1 ? any(hexAt(text, at + 3, digits), digits + 4) : NONE;
}

function octal(text: string, at: number): number {
	const digits = text.slice(at + 1, at + 4);
	return /^[0-3][0-7]{2}$/.test(digits) ? ascii(Number.parseInt(digits, 8), 4) : NONE;
}

/** `&#65;`, `&#x41;`, `&amp;#65;`. Named ones stand for signs, which are dropped anyway. */
function entity(text: string, at: number): number {
	let from = at + 1;
	while (from - at < MAX_LENGTH && text.startsWith("amp;", from)) from += 4;
	if (text[from] !== "#") {
		const name = NAMED.find((candidate) => text.startsWith(candidate, at + 1));
		return name === undefined ? NONE : pack(LINE_FEED, name.length + 1);
	}
	const number = /^(?:[xX]0*([0-9a-fA-F]{1,5})|0*([0-9]{1,6}));?/.exec(text.slice(from + 1, from + 12));
	if (!number) return NONE;
	const [whole, hex, decimal] = number;
	const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
	return any(code, from + 1 + whole.length - at);
}

/** `0x41` on its own: in `0x4142` the digits go on. */
function hexNumber(text: string, at: number): number {
	const mark = text[at + 1];
	if (mark !== "x" && mark !== "X") return NONE;
	return hexAt(text, at + 4, 1) >= 0 ? NONE : ascii(hexAt(text, at + 2, 2), 4);
}

const ascii = (code: number, length: number): number => (code >= 0 && code < 128 ? pack(code, length) : NONE);
const any = (code: number, length: number): number => (code >= 0 && code <= 0xffff ? pack(code, length) : NONE);

/** The number that so many hex digits give; -1 where one of them is none. */
function hexAt(text: string, at: number, digits: number): number {
	let number = 0;
	for (let index = 0; index < digits; index++) {
		const digit = hexDigit(text.charCodeAt(at + index));
		if (digit < 0) return -1;
		number = number * 16 + digit;
	}
	return number;
}

function hexDigit(code: number): number {
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const lower = code | 0x20;
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
