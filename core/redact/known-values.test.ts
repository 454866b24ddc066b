import { describe, expect, it } from "vitest";
import { createRedactor, createValueFinder } from "#core/redact.ts";
import { innocentTexts, Random, randomSecret } from "./random-fixture.ts";

const bytesOf = (text: string) => Array.from(Buffer.from(text));
const hexOf = (byte: number) => byte.toString(16).padStart(2, "0");
const base32 = (text: string) => {
	const bits = bytesOf(text)
		.map((byte) => byte.toString(2).padStart(8, "0"))
		.join("");
	const groups = bits.match(/.{1,5}/g) ?? [];
	return groups.map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
};
const eachByte = (render: (byte: number, character: string) => string) => (secret: string) =>
	bytesOf(secret)
		.map((byte) => render(byte, String.fromCharCode(byte)))
		.join("");
const eachUnit = (render: (code: number) => string) => (secret: string) =>
	Array.from({ length: secret.length }, (_, at) => render(secret.charCodeAt(at))).join("");

const ENCODINGS: Record<string, (secret: string) => string> = {
	plain: (secret) => secret,
	"upper case": (secret) => secret.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
	"url-encoded": encodeURIComponent,
	"url-encoded in lower case": (secret) =>
		encodeURIComponent(secret).replace(/%../g, (written) => written.toLowerCase()),
	"every byte url-encoded": eachByte((byte) => `%${hexOf(byte).toUpperCase()}`),
	"every byte url-encoded, lower case": eachByte((byte) => `%${hexOf(byte)}`),
	"every byte url-encoded twice": eachByte((byte) => `%25${hexOf(byte)}`),
	JSON: (secret) => JSON.stringify(secret).slice(1, -1),
	"JSON in JSON": (secret) => JSON.stringify(JSON.stringify(secret)),
	"every unit escaped for JSON": eachUnit((code) => `\\u${code.toString(16).padStart(4, "0")}`),
	"HTML-escaped": (secret) => secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
	"decimal entities": eachUnit((code) => `&#${code};`),
	"hexadecimal entities": eachUnit((code) => `&#x${code.toString(16)};`),
	base64: (secret) => Buffer.from(secret).toString("base64"),
	"base64 without padding": (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, ""),
	base64url: (secret) => Buffer.from(secret).toString("base64url"),
	"base64 after one byte": (secret) => Buffer.from(`x${secret}y`).toString("base64"),
	"base64 after two bytes": (secret) => Buffer.from(`xy${secret}z`).toString("base64"),
	"base64 of JSON": (secret) => Buffer.from(`{"a":"${secret}"}`).toString("base64"),
	"base64 with line breaks": (secret) =>
		Buffer.from(secret)
			.toString("base64")
			.replace(/.{9}/g, (line) => `${line}\r\n`),
	base32,
	hex: (secret) => Buffer.from(secret).toString("hex"),
	"HEX with colons": (secret) => bytesOf(secret).map(hexOf).join(":").toUpperCase(),
	"hex with spaces": (secret) => bytesOf(secret).map(hexOf).join(" "),
	reversed: (secret) => Array.from(secret).reverse().join(""),
	decimal: (secret) => bytesOf(secret).join(", "),
	binary: (secret) =>
		bytesOf(secret)
			.map((byte) => byte.toString(2).padStart(8, "0"))
			.join(" "),
	ROT13: eachUnit((code) => {
		const first = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : 0;
		return String.fromCharCode(first === 0 ? code : ((code - first + 13) % 26) + first);
	}),
	"full-width letters": eachUnit((code) => String.fromCharCode(code > 0x20 && code < 0x7f ? code + 0xfee0 : code)),
};

/** Put between two characters, anywhere. */
const SEAMS = ["", " ", "\n", "\r\n\t", "\u200b", "\u2060\ufeff", "\u00ad", '" + "', "' . '", "-", ".", "😀", "\u0301"];

/** Encodings whose signs are letters: a seam within one would be another text. */
const IN_ONE_PIECE = new Set(Object.keys(ENCODINGS).filter((name) => /entit|escaped|JSON|url|HTML/.test(name)));

function split(random: Random, text: string, seam: string, everywhere: boolean): string {
	const characters = Array.from(text);
	const at = 1 + random.below(characters.length - 1);
	return everywhere ? characters.join(seam) : characters.slice(0, at).join("") + seam + characters.slice(at).join("");
}

const AROUND: readonly (readonly [before: string, after: string])[] = [
	["", ""],
	["before: ", "\n"],
	['{"text":"', '"}'],
	["漢字 ", " 100 %"],
];
/** Of base64 the characters that tell nothing of the secret stay, with what is between them. */
const MAX_MARK_LENGTH = 30;
const MAX_REST_LENGTH = 30;

function expectFound(name: string, encode: (secret: string) => string, seam: string, everywhere: boolean): void {
	const random = new Random(name.length * 1000 + SEAMS.indexOf(seam) * 2 + Number(everywhere));
	const secret = randomSecret(random);
	const others = [randomSecret(random), randomSecret(random)];
	const [before, after] = random.pick(AROUND);
	const hidden = split(random, encode(secret), seam, everywhere);
	const clean = createRedactor(() => [...others, secret], { byPattern: false })(before + hidden + after);
	const about = JSON.stringify({ hidden, seam, everywhere });
	expect(clean, about).toMatch(/\[redacted: 1 secret\]/);
	expect(clean.startsWith(before) && clean.endsWith(after), about).toBe(true);
	const most = MAX_MARK_LENGTH + (name.startsWith("base") ? MAX_REST_LENGTH : 0);
	expect(clean.length - before.length - after.length, about).toBeLessThan(most);
}

describe("a known secret", () => {
	for (const [name, encode] of Object.entries(ENCODINGS))
		it(`is found ${name}, however it is split and wherever it stands`, () => {
			for (const seam of IN_ONE_PIECE.has(name) ? [""] : SEAMS)
				for (const everywhere of [false, true]) expectFound(name, encode, seam, everywhere);
		});

	it("is found where only its signs are escaped, several times over", () => {
		for (const text of [
			"pass%2540word%25252Fcode",
			"pass&amp;#64;word&amp;#x2f;code",
			"pass\\\\u0040word\\\\u002fcode",
		])
			expect(createValueFinder(() => ["pass@word/code"]).find(text), text).toHaveLength(1);
	});

	it("of mostly signs is found as it is, in JSON, a URL, HTML and reversed", () => {
		const secret = '#!$"§<>&--==++';
		const forms = [
			secret,
			encodeURIComponent(secret),
			JSON.stringify(secret),
			secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
			Array.from(secret).reverse().join(""),
		];
		for (const form of forms) expect(createValueFinder(() => [secret]).find(`a ${form} b`), form).toHaveLength(1);
	});

	it("of several thousand characters is one find, and so is a long part of it", () => {
		const secret = new Random(1).text(3000, "abcdefghijklmnopqrstuvwxyz0123456789");
		const redact = createRedactor(() => [secret], { byPattern: false });
		expect(redact(`a ${secret} b`)).toBe("a [redacted: 1 secret] b");
		expect(redact(`a ${secret.slice(0, 1500)} b`)).toContain("[redacted: 1 secret]");
	});

	it("takes its signs at both ends along", () => {
		expect(createRedactor(() => ["$#abc12345def=="])("x=$#abc12345def==;")).toBe("x=[redacted: 1 secret];");
	});

	it("leaves no character of base64 that tells its first or last bits, also where that is split", () => {
		const redact = createRedactor(() => ["hunter2hunter2"], { byPattern: false });
		const encoded = Buffer.from("aahunter2hunter2a").toString("base64");
		// Two whole bytes before it are two characters and four bits; one after it ends with a character of its own.
		expect(redact(encoded)).toBe(`${encoded.slice(0, 2)}[redacted: 1 secret]${encoded.slice(-2)}`);
		expect(redact(Array.from(encoded).join('" + "'))).toMatch(/^..{5}.{1,6}\[redacted: 1 secret\].{1,14}$/);
	});
});

it("nothing is found in innocent texts", () => {
	for (let seed = 0; seed < 50; seed++) {
		const random = new Random(seed);
		const secrets = Array.from({ length: 20 }, () => randomSecret(random));
		const redact = createRedactor(() => secrets);
		for (const text of innocentTexts(random)) expect(redact(text)).toBe(text);
	}
});
