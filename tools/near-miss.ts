import { findLookalike } from "./lookalike.ts";
import { likeness } from "./similar.ts";

/** Beyond these sizes the search for something similar would take longer than reading the file again. */
const MAX_TEXT_CHARACTERS = 1_000_000;
const MAX_WANTED_CHARACTERS = 20_000;
const MAX_LINES = 20_000;
const MAX_LINE_CHARACTERS = 200;

/** How alike a passage must be to be worth showing. */
const MIN_LIKENESS = 0.5;

/** How many of the lines like the most telling one are looked at with their surroundings. */
const MAX_CANDIDATES = 5;

/** The passage nearest to what was not found. */
export interface NearMiss {
	/** Line of its start, from 1. */
	readonly line: number;
	readonly passage: string;
	/** Set where it reads the same: the characters that differ. Empty where it is only similar. */
	readonly differences: readonly string[];
}

/** Looks for the passage of `text` that `wanted` was probably meant to be. Undefined where nothing is like it. */
export function findNearMiss(text: string, wanted: string): NearMiss | undefined {
	if (text.length > MAX_TEXT_CHARACTERS || wanted.length > MAX_WANTED_CHARACTERS) return undefined;
	const lookalike = findLookalike(text, wanted);
	if (!lookalike) return mostSimilar(text, wanted);
	const line = text.slice(0, lookalike.start).split("\n").length;
	return { line, passage: text.slice(lookalike.start, lookalike.end), differences: lookalike.differences };
}

/** Compares line by line: first the longest line of `wanted` with all, then the best few with their neighbours. */
function mostSimilar(text: string, wanted: string): NearMiss | undefined {
	const lines = text.split("\n").slice(0, MAX_LINES);
	const asked = wanted.replace(/\r?\n$/, "").split("\n");
	const key = asked.reduce(
		(longest, line, index) => (line.length > (asked[longest] ?? "").length ? index : longest),
		0,
	);
	const scored = lines
		.map((line, index) => ({ start: index - key, score: lineLikeness(asked[key] ?? "", line) }))
		.filter(({ start, score }) => start >= 0 && score >= MIN_LIKENESS)
		.sort((a, b) => b.score - a.score)
		.slice(0, MAX_CANDIDATES)
		.map(({ start }) => ({ start, score: passageLikeness(asked, lines.slice(start, start + asked.length)) }))
		.sort((a, b) => b.score - a.score);
	const best = scored[0];
	if (!best || best.score < MIN_LIKENESS) return undefined;
	const passage = lines.slice(best.start, best.start + asked.length).join("\n");
	return { line: best.start + 1, passage, differences: [] };
}

const passageLikeness = (asked: readonly string[], there: readonly string[]): number =>
	asked.reduce((sum, line, index) => sum + lineLikeness(line, there[index] ?? ""), 0) / asked.length;

const lineLikeness = (a: string, b: string): number =>
	likeness(a.trim().slice(0, MAX_LINE_CHARACTERS), b.trim().slice(0, MAX_LINE_CHARACTERS));
