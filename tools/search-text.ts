import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock } from "#core/clock.ts";
import type { LinearPattern } from "./linear-pattern.ts";
import { ToolError } from "./tool.ts";

/** Longer lines are searched piece by piece, so that one step of the search has an end. */
const PIECE_CHARACTERS = 4000;

/** How much of a piece stands in the next one too: a match of up to so many characters is always seen. */
const OVERLAP_CHARACTERS = 400;

/** How long the search may keep the event loop from everything else. */
const TURN_MS = 5;

/** A text in lines, and which of them match: index of the line, from 0, to the column of its first match. */
export interface SearchedText {
	readonly lines: readonly string[];
	readonly found: ReadonlyMap<number, number>;
	/** How many lines were so long that they had to be searched in pieces. */
	readonly longLines: number;
}

/**
 * Looks for lines that match. In a line of more than `PIECE_CHARACTERS`, a match of more than `OVERLAP_CHARACTERS` may not
 * be seen, and `^` and `$` also match where a piece starts and ends. Throws `ToolError` when `signal` aborts.
 */
export async function searchText(text: string, pattern: LinearPattern, signal: AbortSignal): Promise<SearchedText> {
	const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
	if (lines.at(-1) === "") lines.pop();
	const found = new Map<number, number>();
	// Many small files are as long as one large one.
	await nextTurn();
	let turnStart = systemClock.monotonicMs();
	for (const { index, start, piece } of piecesOf(lines)) {
		if (systemClock.monotonicMs() - turnStart > TURN_MS) {
			await nextTurn();
			turnStart = systemClock.monotonicMs();
		}
		if (signal.aborted) throw new ToolError("Stopped before all was searched. Narrow `path` to one folder.");
		const column = found.has(index) ? undefined : pattern.find(piece);
		if (column !== undefined) found.set(index, start + column);
	}
	return { lines, found, longLines: lines.filter(({ length }) => length > PIECE_CHARACTERS).length };
}

function* piecesOf(lines: readonly string[]): Generator<{ index: number; start: number; piece: string }> {
	for (const [index, line] of lines.entries()) {
		for (
			let start = 0;
			start === 0 || start + OVERLAP_CHARACTERS < line.length;
			start += PIECE_CHARACTERS - OVERLAP_CHARACTERS
		) {
			yield { index, start, piece: line.slice(start, start + PIECE_CHARACTERS) };
		}
	}
}
