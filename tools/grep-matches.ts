import type { FileFacts } from "./file-origins-port.ts";
import { MAX_PAGE_CHARACTERS, wholeCharacter } from "./page.ts";
import { shown } from "./paths.ts";
import type { SearchedText } from "./search-text.ts";
import { formatCount } from "./text.ts";

/** How much of a long line is shown around its match. */
const MAX_LINE_CHARACTERS = 300;
const BEFORE_MATCH_CHARACTERS = 100;

/** Gathers matching lines: counts all, and keeps one page of them as text. */
export class Matches {
	/** All matching lines so far. */
	total = 0;
	/** How many files they are in. */
	files = 0;
	/** How many of them stand in `lines`. */
	shown = 0;
	readonly lines: string[] = [];
	/** The files that something is shown of. */
	readonly shownFiles: FileFacts[] = [];
	readonly #page: { offset: number; limit: number; context: number };
	#characters = 0;
	#full = false;

	constructor(page: { offset: number; limit: number; context: number }) {
		this.#page = page;
	}

	/** Adds what was found in one file. */
	add(file: FileFacts, { lines, found }: SearchedText): void {
		if (found.size > 0) this.files++;
		let next = 0;
		for (const index of found.keys()) {
			if (!this.#takes(this.total++)) continue;
			const first = Math.max(next, index - this.#page.context);
			const last = Math.min(lines.length - 1, index + this.#page.context);
			const block: string[] = [];
			// A gap between two groups, as grep shows it.
			if (this.#page.context > 0 && this.lines.length > 0 && (next === 0 || first > next)) block.push("--");
			for (let at = first; at <= last; at++) block.push(rendered(file.path, at, lines[at] ?? "", found.get(at)));
			if (this.#fits(block)) next = last + 1;
		}
		if (next > 0) this.shownFiles.push(file);
	}

	#takes(ordinal: number): boolean {
		return ordinal >= this.#page.offset && this.shown < this.#page.limit && !this.#full;
	}

	/** Takes the lines of one match, unless the page is full. The first always fits. */
	#fits(block: readonly string[]): boolean {
		const size = block.reduce((sum, line) => sum + line.length + 1, 0);
		this.#full = this.shown > 0 && this.#characters + size > MAX_PAGE_CHARACTERS;
		if (this.#full) return false;
		this.#characters += size;
		this.lines.push(...block);
		this.shown++;
		return true;
	}
}

/** `path:12:text` for a match, `path-12-text` for a line around one. */
function rendered(path: string, index: number, line: string, column: number | undefined): string {
	const mark = column === undefined ? "-" : ":";
	return `${shown(path)}${mark}${index + 1}${mark}${clipped(line, column ?? 0)}`;
}

/** The part of a long line around its match, with how much was left out on either side. */
function clipped(line: string, column: number): string {
	if (line.length <= MAX_LINE_CHARACTERS) return line;
	const wanted = Math.min(column - BEFORE_MATCH_CHARACTERS, line.length - MAX_LINE_CHARACTERS);
	const start = wholeCharacter(line, Math.max(0, wanted));
	const end = wholeCharacter(line, start + MAX_LINE_CHARACTERS);
	const before = start > 0 ? `[+${formatCount(start)} characters]…` : "";
	const after = end < line.length ? `…[+${formatCount(line.length - end)} characters]` : "";
	return `${before}${line.slice(start, end)}${after}`;
}
