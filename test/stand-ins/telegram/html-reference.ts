/** Telegram knows four names only; any other `&…` stays as it is. */
const NAMED = new Map([
	["lt", "<"],
	["gt", ">"],
	["amp", "&"],
	["quot", '"'],
]);

/** Longest reference that Telegram reads, `&#1114110` without the semicolon. */
const MAX_LENGTH = 9;

/** Decodes the character reference at `at`, whose semicolon may be missing. Undefined where there is none. */
export function decodeReference(source: string, at: number): { text: string; end: number } | undefined {
	const pattern = /&(?:#x([0-9a-f]*)|#(\d*)|([a-z]+));?/iy;
	pattern.lastIndex = at;
	const match = pattern.exec(source);
	if (!match) return undefined;
	const [whole, hex, decimal, name] = match;
	const text = name === undefined ? characterOf(whole, hex, decimal) : NAMED.get(name);
	return text === undefined ? undefined : { text, end: at + whole.length };
}

function characterOf(whole: string, hex: string | undefined, decimal: string | undefined): string | undefined {
	const code = hex === undefined ? Number.parseInt(decimal ?? "", 10) : Number.parseInt(hex, 16);
	const tooLong = whole.replace(";", "").length > MAX_LENGTH;
	return code > 0 && code < 0x10ffff && !tooLong ? String.fromCodePoint(code) : undefined;
}
