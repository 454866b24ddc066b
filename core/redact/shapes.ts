import { ASSIGNED_NAME, findAssigned } from "./assignments.ts";
import { Runs } from "./runs.ts";
import type { Span } from "./spans.ts";
import { STRUCTURED_SHAPES } from "./structured-shapes.ts";
import { findToken, TOKEN_SHAPES } from "./token-shapes.ts";

type Find = (text: string, at: number, runs: Runs) => Span | undefined;

/** What finds a credential that begins with the key. Longer beginnings first: `sk_live_` before nothing shorter. */
const FINDERS: ReadonlyMap<string, Find> = new Map<string, Find>([
	...TOKEN_SHAPES.map((shape): [string, Find] => [shape.prefix, (text, at, runs) => findToken(text, at, shape, runs)]),
	...STRUCTURED_SHAPES.map(({ start, find }): [string, Find] => [start, find]),
]);

/** Only beginnings, without a quantifier: linear whatever the text. What follows is read by hand, each place once. */
const STARTS = [...FINDERS.keys()].map((start) => start.replace(/[.\-/]/g, "\\$&")).join("|");

/** Credentials that nobody told the program of, known by their shape. In no order. */
export function findShapes(text: string): Span[] {
	const spans: Span[] = [];
	const runs = new Runs(text);
	const starts = new RegExp(STARTS, "g");
	for (let match = starts.exec(text); match; match = starts.exec(text)) {
		const span = FINDERS.get(match[0])?.(text, match.index, runs);
		if (!span) continue;
		spans.push(span);
		starts.lastIndex = Math.max(starts.lastIndex, span.end);
	}
	for (const match of text.matchAll(ASSIGNED_NAME)) {
		const span = findAssigned(text, match[0], match.index + match[0].length, runs);
		if (span) spans.push(span);
	}
	return spans;
}
