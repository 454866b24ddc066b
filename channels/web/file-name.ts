/** Leaves room for the prefix and for suffixes that tools add, below the 255 bytes that file systems allow. */
const MAX_NAME_BYTES = 120;

/** What `storedName` puts before a name. */
const PREFIX = /^\d{4}-\d\d-\d\d-[0-9A-Z]{8}-/;

/**
 * A name that is harmless as a file and readable for a person: the last part of a path, letters and digits of any
 * script, `.`, `_` and `-`; no leading dot, no control or direction characters. Never empty.
 */
export function safeFileName(name: string): string {
	const base = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
	const clean = base
		.replace(/\p{C}/gu, "")
		.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
		.replace(/^[.-]+/, "");
	return shorten(clean) || "file";
}

/** `2026-11-30-K7Q2M9XA-report.pdf`: new for each upload, and sorted by day in the folder. */
export const storedName = (name: string, code: string, now: number): string =>
	`${new Date(now).toISOString().slice(0, 10)}-${code}-${safeFileName(name)}`;

/** The name that `storedName` was given, cleaned. */
export const nameOf = (stored: string): string => stored.replace(PREFIX, "");

/** Cuts in the middle, between characters, so that the extension stays. */
function shorten(name: string): string {
	if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
	const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
	const room = MAX_NAME_BYTES - Buffer.byteLength(extension);
	let start = "";
	for (const character of name) {
		if (Buffer.byteLength(start + character) > room) break;
		start += character;
	}
	return start + extension;
}
