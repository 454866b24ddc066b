import type { HandoverNote } from "#daemon/compaction/carried.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { fitLines } from "./fit-tokens.ts";
import { SECTIONS } from "./sections.ts";

export type HandoverReading =
	| { kind: "note"; note: HandoverNote }
	/** `problem` is for the log, and for one more try. */
	| { kind: "unusable"; problem: string };

type Key = keyof HandoverNote;
type Found = Partial<Record<Key, string>>;

/** A heading is short. What is longer is a sentence that begins like one. */
const MAX_HEADING_LENGTH = 80;

/** How many places in which a note may begin are tried: a text that goes in circles has thousands. */
const MAX_TRIES = 10;

/**
 * Reads what a model wrote as a handover note. Headings may be of any level and case, bold or numbered, with text around
 * them; the analysis is thrown away, also where it was never closed. What is over the budget is cut at whole lines, from the
 * longest parts, and says so.
 * @param maxTokens the room for the note's four parts together
 */
export function readHandover(text: string, maxTokens: number): HandoverReading {
	const lines = withoutAnalysis(text).split(/\r?\n/);
	const keys = lines.map(headingOf);
	const starts = keys.flatMap((key, index) => (key === "goal" ? [index] : []));
	// The last complete note counts: an analysis that was never closed may hold a draft. One that follows and is not
	// complete, as where a text by others was copied, does not spoil it.
	let best: Found = {};
	for (const start of [...starts.slice(-MAX_TRIES).reverse(), ...starts.slice(0, 1)]) {
		const found = readFrom(lines, keys, start);
		const note = complete(found);
		if (note) return { kind: "note", note: withinBudget(note, maxTokens) };
		if (count(found) >= count(best)) best = found;
	}
	return { kind: "unusable", problem: problemOf(best, starts.length > 0) };
}

function withoutAnalysis(text: string): string {
	const end = [...text.matchAll(/<\/analysis\s*>/gi)].at(-1);
	return end ? text.slice(end.index + end[0].length) : text.replace(/<analysis\s*>/i, "\n");
}

function headingOf(line: string): Key | undefined {
	const marked = line.trim();
	if (marked.length > MAX_HEADING_LENGTH || !/^(?:#{1,6}|\*\*|__)/.test(marked)) return undefined;
	const words = plain(marked);
	return SECTIONS.find(({ heading }) => plain(heading) === words)?.key;
}

/** Without marks, numbers, case and plural: `**2. Problems & Solutions:**` is `problem and solution`. */
const plain = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll("&", "and")
		.replace(/[^a-z]+/g, " ")
		.replace(/s\b/g, "")
		.trim();

/** The first heading of each kind begins its part; a second one is text. */
function readFrom(lines: string[], keys: (Key | undefined)[], start: number): Found {
	const parts = new Map<Key, string[]>();
	let current: Key = "goal";
	for (let index = start; index < lines.length; index += 1) {
		const key = keys[index];
		if (key !== undefined && !parts.has(key)) {
			current = key;
			parts.set(key, []);
		} else parts.get(current)?.push(lines[index] ?? "");
	}
	const texts = [...parts].map(([key, part]) => [key, withoutFence(part.join("\n").trim())] as const);
	return Object.fromEntries(texts.filter(([, part]) => /[\p{L}\p{N}]/u.test(part)));
}

/** The end of a block that the whole note was put in. */
function withoutFence(part: string): string {
	const fences = part.match(/^```/gm)?.length ?? 0;
	return fences % 2 === 1 && part.endsWith("```") ? part.slice(0, -3).trimEnd() : part;
}

function complete({ goal, information, problems, state }: Found): HandoverNote | undefined {
	if (!goal || !information || !problems || !state) return undefined;
	return { goal, information, problems, state };
}

const count = (found: Found): number => Object.keys(found).length;

function problemOf(found: Found, hasGoal: boolean): string {
	if (!hasGoal) return 'There is no heading "## Task goal" in what the model wrote.';
	const missing = SECTIONS.filter(({ key }) => found[key] === undefined).map(({ heading }) => `"## ${heading}"`);
	return `Missing or empty: ${missing.join(", ")}.`;
}

/** Short parts stay whole; what they leave of their share goes to the longer ones. */
function withinBudget(note: HandoverNote, maxTokens: number): HandoverNote {
	const fitted = { ...note };
	const bySize = SECTIONS.map(({ key }) => ({ key, tokens: estimateTokens(note[key]) })).sort(
		(a, b) => a.tokens - b.tokens,
	);
	let left = maxTokens;
	for (const [index, { key }] of bySize.entries()) {
		const share = Math.floor(left / (bySize.length - index));
		fitted[key] = fitLines(note[key], share, cutNote);
		left -= estimateTokens(fitted[key]);
	}
	return fitted;
}

const cutNote = (missing: number): string =>
	`[Cut here: ${missing} more line${missing === 1 ? " was" : "s were"} over the budget.]`;
