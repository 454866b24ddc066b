import { symbolsOf } from "./symbols.ts";

/** Shorter ones would also be found in innocent text. In characters, and in symbols. */
export const MIN_SECRET_LENGTH = 8;

/** One way in which a secret may stand in a text, once separators are dropped. */
export interface Spelling {
	symbols: Uint16Array;
	/** What belongs to it before and after its symbols, where it is written like that. */
	head?: string;
	tail?: string;
	/** Of base64 and base32: whether the character before, or after, holds some bits of the secret as well. */
	sharedBefore?: boolean;
	sharedAfter?: boolean;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Every spelling of a secret that is looked for. The two base64 alphabets, upper and lower case, padding and line breaks make no
 * difference to symbols; single escaped characters are undone before.
 */
export function spellingsOf(secret: string): Spelling[] {
	const bytes = Buffer.from(secret);
	const [head, tail] = [/^[^A-Za-z0-9]*/, /[^A-Za-z0-9]*$/].map((edge) => edge.exec(secret)?.[0] ?? "");
	const spellings: Spelling[] = [
		{ symbols: symbolsOf(secret), ...(head && { head }), ...(tail && { tail }) },
		{ symbols: symbolsOf(Array.from(secret).reverse().join("")) },
		{ symbols: symbolsOf(percentEncoded(bytes)) },
		{ symbols: symbolsOf(bytes.toString("hex")) },
		{ symbols: symbolsOf(rotated(secret)) },
		{ symbols: symbolsOf(Array.from(bytes, String).join(" ")) },
		{ symbols: symbolsOf(Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")) },
		...[0, 1, 2].map((offset) => decidedCharacters(bytes, offset, 6, BASE64)),
		...[0, 1, 2, 3, 4].map((offset) => decidedCharacters(bytes, offset, 5, BASE32)),
	];
	return spellings.filter(({ symbols }) => symbols.length >= MIN_SECRET_LENGTH);
}

/** What is looked for as it is, where a secret has too few letters and digits to be known by them. */
export function exactForms(secret: string): string[] {
	if (symbolsOf(secret).length >= MIN_SECRET_LENGTH) return [];
	const url = percentEncoded(Buffer.from(secret));
	const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
	const json = JSON.stringify(secret).slice(1, -1);
	const reversed = Array.from(secret).reverse().join("");
	const forms = [secret, reversed, url, url.toLowerCase(), json, html, html.replaceAll('"', "&quot;")];
	return [...new Set(forms)];
}

/** As `encodeURIComponent`, which throws at half a character. */
const percentEncoded = (bytes: Buffer): string =>
	Array.from(bytes, (byte) => {
		const character = String.fromCharCode(byte);
		return /[A-Za-z0-9\-_.!~*'()]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
	}).join("");

/** ROT13, which models know by heart. */
const rotated = (text: string): string =>
	text.replace(/[A-Za-z]/g, (letter) => {
		const first = letter <= "Z" ? 65 : 97;
		return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
	});

/**
 * The characters that the bytes alone decide when they stand after `offset` other bytes in an encoding of so many bits a
 * character.
 */
function decidedCharacters(bytes: Buffer, offset: number, bits: number, alphabet: string): Spelling {
	const firstWhole = Math.ceil((offset * 8) / bits);
	let text = "";
	let held = 0;
	let heldBits = 0;
	for (const byte of Buffer.concat([Buffer.alloc(offset), bytes])) {
		held = ((held << 8) | byte) & 0xffff;
		for (heldBits += 8; heldBits >= bits; heldBits -= bits)
			text += alphabet[(held >> (heldBits - bits)) & ((1 << bits) - 1)] ?? "";
	}
	const sharedBefore = (offset * 8) % bits !== 0;
	return { symbols: symbolsOf(text.slice(firstWhole)), sharedBefore, sharedAfter: heldBits > 0 };
}
