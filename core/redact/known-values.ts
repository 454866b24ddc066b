import { type Sighting, scan } from "./scan.ts";
import type { Span } from "./spans.ts";
import { SpellingIndex } from "./spelling-index.ts";
import { exactForms, MIN_SECRET_LENGTH, spellingsOf } from "./spellings.ts";

/** Finds known values in texts, however they are written. */
export class KnownValues {
	readonly #index: SpellingIndex;
	readonly #exact: readonly { form: string; secret: number }[];
	readonly #isEmpty: boolean;

	/** @param values those of less than eight characters are left out */
	constructor(values: readonly string[]) {
		const secrets = [...new Set(values)].filter(({ length }) => length >= MIN_SECRET_LENGTH);
		this.#isEmpty = secrets.length === 0;
		this.#index = new SpellingIndex(
			secrets.flatMap((value, secret) => spellingsOf(value).map((spelling) => ({ ...spelling, secret }))),
		);
		this.#exact = secrets.flatMap((value, secret) => exactForms(value).map((form) => ({ form, secret })));
	}

	/** In no order, and overlapping where several are at one place. */
	find(text: string): Span[] {
		if (this.#isEmpty) return [];
		const spans = joinPieces(text, scan(text, this.#index, false));
		if (MAY_HOLD_ESCAPES.test(text)) spans.push(...joinPieces(text, scan(text, this.#index, true)));
		for (const { form, secret } of this.#exact)
			for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
				spans.push({ start: at, end: at + form.length, secret });
		return spans;
	}
}

const MAY_HOLD_ESCAPES = /[%\\&=]|0[xX]/;

/** Pieces of one long secret that follow each other are one find, with what is between them. */
function joinPieces(text: string, sightings: readonly Sighting[]): Span[] {
	const open = new Map<number, { span: Span; lastSymbol: number }>();
	const spans: Span[] = [];
	for (const sighting of sightings) {
		const { secret } = sighting.needle;
		const { start, end } = widened(text, sighting);
		const before = open.get(secret);
		if (before && sighting.firstSymbol <= before.lastSymbol + 1) {
			before.span.start = Math.min(before.span.start, start);
			before.span.end = Math.max(before.span.end, end);
			before.lastSymbol = sighting.lastSymbol;
			continue;
		}
		const span = { start, end, secret };
		spans.push(span);
		open.set(secret, { span, lastSymbol: sighting.lastSymbol });
	}
	return spans;
}

/** With the signs that belong to the secret, and the characters of an encoding that tell some bits of it. */
function widened(text: string, sighting: Sighting): { start: number; end: number } {
	const { head = "", tail = "", sharedBefore = false, sharedAfter = false, symbols } = sighting.needle;
	const isEncoded = sighting.needle.sharedBefore !== undefined;
	let { start, end } = sighting;
	// Where separators stand within, they also stand between it and the next character.
	const reach = end - start > symbols.length ? MAX_SEAM : 0;
	if (sharedBefore) start = characterBefore(text, start, reach);
	if (sharedAfter) end = characterAfter(text, end, reach);
	for (let padding = 0; isEncoded && padding < MAX_PADDING && text[end] === "="; padding++) end++;
	if (head !== "" && text.endsWith(head, start) && start >= head.length) start -= head.length;
	if (text.startsWith(tail, end)) end += tail.length;
	return { start, end };
}

/** Of base32; base64 has two. */
const MAX_PADDING = 6;
/** How much may stand between two characters for them to belong together, where a span is widened. */
const MAX_SEAM = 16;

/** Where separators stand between, a sign as `+` may be one of them: what is taken along goes up to the next letter or digit. */
const encoded = (reach: number): RegExp => (reach === 0 ? /[A-Za-z0-9+/_-]/ : /[A-Za-z0-9]/);

function characterBefore(text: string, start: number, reach: number): number {
	const kind = encoded(reach);
	for (let at = start - 1; at >= start - 1 - reach && at >= 0; at--) if (kind.test(text.charAt(at))) return at;
	return start;
}

function characterAfter(text: string, end: number, reach: number): number {
	const kind = encoded(reach);
	for (let at = end; at <= end + reach && at < text.length; at++) if (kind.test(text.charAt(at))) return at + 1;
	return end;
}
