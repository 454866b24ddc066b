import { TextDecoder } from "node:util";

/** How far into a page its own word on its encoding is looked for (https://html.spec.whatwg.org/#determining-the-character-encoding). */
const PRESCAN_BYTES = 1_024;

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
	[[0xef, 0xbb, 0xbf], "utf-8"],
	[[0xfe, 0xff], "utf-16be"],
	[[0xff, 0xfe], "utf-16le"],
];

/**
 * Text from bytes: by a byte order mark, else by what the server says, else by what the page says, else as UTF-8, and where it
 * is none, as Windows-1252, which is what browsers guess. Bytes without meaning become U+FFFD.
 * @param contentType the header
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
	const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
	const declared = [marked, charsetIn(contentType), declaredIn(bytes)];
	for (const label of declared) {
		const decoder = label === undefined ? undefined : decoderFor(label);
		if (decoder) return decoder.decode(bytes);
	}
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w:.+-]+)/i.exec(text)?.[1];

/** `<meta charset=…>`, `<meta http-equiv … content="…charset=…">`, `<?xml … encoding="…"?>`. */
function declaredIn(bytes: Uint8Array): string | undefined {
	const start = new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN_BYTES));
	const xml = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w:.+-]+)/i.exec(start)?.[1];
	if (xml !== undefined) return asPrescanned(xml);
	for (const [tag] of start.replace(/<!--.*?-->/gs, "").matchAll(/<meta\b[^>]*>/gi)) {
		const charset = charsetIn(tag);
		if (charset !== undefined) return asPrescanned(charset);
	}
	return undefined;
}

/** Who could read the word in single bytes knows that it is not UTF-16. */
const asPrescanned = (label: string): string => (/^utf-?16/i.test(label) ? "utf-8" : label);

function decoderFor(label: string): TextDecoder | undefined {
	try {
		return new TextDecoder(label);
	} catch {
		// A name that nobody knows says nothing.
		return undefined;
	}
}
