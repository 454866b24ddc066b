import type { Runs } from "./runs.ts";
import type { Span } from "./spans.ts";

/** A credential that is known by what stands around it. `at` is where `start` stands. */
export interface StructuredShape {
	start: string;
	find(text: string, at: number, runs: Runs): Span | undefined;
}

const BASE64URL = /[A-Za-z0-9_-]/;
const BASE64 = /[A-Za-z0-9+/=]/;
/** What may stand before the @ of an address. */
const USER_INFO = /[^\s/?#@"'<>`\\]/;
const PATH = /[A-Za-z0-9/_-]/;
/** RFC 9110's token68. */
const TOKEN68 = /[A-Za-z0-9._~+/=-]/;
/** What may stand in a private key without its last line: base64, line breaks, also escaped and quoted ones. */
const KEY_BODY = /[A-Za-z0-9+/=\s\\:,">-]/;

export const STRUCTURED_SHAPES: readonly StructuredShape[] = [
	{ start: "-----BEGIN ", find: findPrivateKey },
	{ start: "eyJ", find: findJwt },
	{ start: ":AA", find: findTelegramToken },
	{ start: "hooks.slack.com/", find: (text, at, runs) => findHookPath(text, runs, at + "hooks.slack.com/".length, 30) },
	{ start: "/api/webhooks/", find: (text, at, runs) => findHookPath(text, runs, at + "/api/webhooks/".length, 60) },
	{ start: "://", find: findUrlPassword },
	...["Bearer ", "bearer ", "BEARER "].map((start) => ({ start, find: findBearer })),
	...["Basic ", "basic ", "BASIC "].map((start) => ({ start, find: findBasic })),
];

/** RFC 7468, and OpenPGP's and PuTTY's likes. Cut off at the end it is one as well. */
function findPrivateKey(text: string, at: number, runs: Runs): Span | undefined {
	const labelEnd = text.slice(at, at + 80).search(/PRIVATE KEY(?: BLOCK)?-----/);
	if (labelEnd < 0 || text.slice(at + 11, at + labelEnd).includes("-----")) return undefined;
	const from = at + labelEnd;
	const bodyFrom = text.indexOf("-----", from) + 5;
	const bodyEnd = runs.end(bodyFrom, KEY_BODY);
	const body = text.slice(bodyFrom, bodyEnd);
	const closing = body.indexOf("-----END");
	// Its name alone, as in a text about keys, is none.
	if (body.replace(/[^A-Za-z0-9+/]/g, "").length < 40) return undefined;
	if (closing < 0) return { start: at, end: bodyEnd };
	const lastLine = text.slice(bodyFrom + closing + 8, bodyFrom + closing + 80);
	const dashes = lastLine.indexOf("-----");
	return { start: at, end: bodyFrom + closing + 8 + (dashes < 0 ? 0 : dashes + 5) };
}

/** RFC 7519: header, claims and signature. The first two are JSON, so they begin alike. */
function findJwt(text: string, at: number, runs: Runs): Span | undefined {
	if (/[A-Za-z0-9_-]/.test(text[at - 1] ?? "")) return undefined;
	const headerEnd = runs.end(at, BASE64URL);
	if (headerEnd - at < 12 || text[headerEnd] !== ".") return undefined;
	const claimsEnd = runs.end(headerEnd + 1, BASE64URL);
	if (claimsEnd - headerEnd < 10 || text[claimsEnd] !== ".") return undefined;
	return { start: at, end: runs.end(claimsEnd + 1, TOKEN68) };
}

/** A bot's number, a colon, 35 characters of which the first two are always the same. */
function findTelegramToken(text: string, colon: number, runs: Runs): Span | undefined {
	let start = colon;
	while (colon - start < 12 && /[0-9]/.test(text[start - 1] ?? "")) start--;
	const end = runs.end(colon + 1, BASE64URL);
	const isToken = colon - start >= 6 && colon - start <= 11 && end - colon === 36;
	return isToken ? { start, end } : undefined;
}

/** Whoever has such an address may write there. */
function findHookPath(text: string, runs: Runs, from: number, minLength: number): Span | undefined {
	const end = runs.end(from, PATH);
	return end - from >= minLength && /[0-9]/.test(text.slice(from, end)) ? { start: from, end } : undefined;
}

/** `scheme://name:password@host`, RFC 3986. Only the password is one. */
function findUrlPassword(text: string, at: number, runs: Runs): Span | undefined {
	if (!/[a-z0-9+]/i.test(text[at - 1] ?? "")) return undefined;
	const from = at + 3;
	const end = runs.end(from, USER_INFO);
	if (text[end] !== "@" || end - from > 300) return undefined;
	const colon = text.slice(from, end).indexOf(":");
	const start = from + colon + 1;
	return colon < 0 || start === end || isPlaceholder(text.slice(start, end)) ? undefined : { start, end };
}

function findBearer(text: string, at: number, runs: Runs): Span | undefined {
	const start = at + "Bearer ".length;
	const end = runs.end(start, TOKEN68);
	const token = text.slice(start, end);
	return token.length >= 16 && /[0-9]/.test(token) && /[A-Za-z]/.test(token) ? { start, end } : undefined;
}

/** "Basic" is also a word: only in a header. */
function findBasic(text: string, at: number, runs: Runs): Span | undefined {
	if (!/authorization["']?\s*[:=]\s*["']?$/i.test(text.slice(Math.max(0, at - 30), at))) return undefined;
	const start = at + "Basic ".length;
	const end = runs.end(start, BASE64);
	return end - start >= 8 ? { start, end } : undefined;
}

/** What stands where a secret is to be put, or where one stood. */
export const isPlaceholder = (value: string): boolean =>
	/^(?:[$<{[%(]|\*+$|x+$|\.+$|your|my[-_]|example|changeme|change[-_]me|placeholder|replace|dummy|pass(?:word|wd)?$|pwd$|secret$|token$|redacted)/i.test(
		value,
	);
