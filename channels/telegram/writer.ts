import { cleanText } from "./clean-text.ts";
import type { Run, Style } from "./formatted-text.ts";

/** What should stay in one message where it fits: a block, an item of a list, a row, a line of code. */
export interface Unit {
	start: number;
	end: number;
	children: Unit[];
	/** It says what follows it, and stays with that. */
	isHeading: boolean;
}

/** A whole message before it is cut. */
export interface Rendered {
	text: string;
	runs: Run[];
	/** In order, without what is between them. */
	units: Unit[];
}

/** Deeper than this, lines on a phone would consist of what stands in front of them. */
const LONGEST_PREFIX = 12;

/** Puts text together. What stands between two things is written only when the second one comes. */
export class Writer {
	#text = "";
	readonly #runs: Run[] = [];
	#base: Style = {};
	/** What each new line begins with. */
	#prefix = "";
	#lineStart = true;
	#gap: { lineBreaks: number; style: Style } | undefined;
	#open: OpenUnit = openUnit(false);
	/** Units that are open but have no text yet. */
	#waiting: OpenUnit[] = [];

	finish(): Rendered {
		return { text: this.#text, runs: this.#runs, units: this.#open.children };
	}

	/** Whether the next word begins a line. */
	get isAtLineStart(): boolean {
		return this.#lineStart || this.#gap !== undefined;
	}

	/** Line breaks before whatever comes next, if anything does. */
	gap(lineBreaks: number): void {
		this.#gap = { lineBreaks: Math.max(lineBreaks, this.#gap?.lineBreaks ?? 0), style: this.#base };
	}

	write(text: string, style: Style = {}): void {
		this.#writeLines(cleanText(text), style, true);
	}

	/** As `write`, with nothing in front of the lines. */
	writeVerbatim(text: string, style: Style): void {
		this.#writeLines(cleanText(text), style, false);
	}

	/** Lines after the one that is being written begin with `prefix`, too. */
	indent(prefix: string, body: () => void): void {
		const outer = this.#prefix;
		if (outer.length < LONGEST_PREFIX) this.#prefix += prefix;
		body();
		this.#prefix = outer;
	}

	quote(body: () => void): void {
		const outer = this.#base;
		this.#base = { ...outer, quote: true };
		body();
		this.#base = outer;
	}

	unit(body: () => void, isHeading = false): void {
		const outer = this.#open;
		const unit = openUnit(isHeading);
		this.#open = unit;
		this.#waiting.push(unit);
		body();
		this.#open = outer;
		this.#waiting = this.#waiting.filter((other) => other !== unit);
		const { start, children } = unit;
		if (start !== undefined) outer.children.push({ start, end: this.#text.length, children, isHeading });
	}

	#writeLines(text: string, style: Style, withPrefix: boolean): void {
		if (text === "") return;
		this.#close();
		const merged = { ...style, ...this.#base };
		for (const [index, line] of text.split("\n").entries()) {
			if (index > 0) this.#emit("\n", merged);
			if (index > 0) this.#lineStart = true;
			if (line === "") continue;
			if (this.#lineStart && withPrefix) this.#emit(this.#prefix, this.#base);
			this.#lineStart = false;
			this.#emit(line, merged);
		}
	}

	/** Ends what is before: now something follows it. */
	#close(): void {
		if (this.#gap) {
			this.#emit("\n".repeat(this.#gap.lineBreaks), this.#gap.style);
			this.#lineStart = true;
		}
		this.#gap = undefined;
		for (const unit of this.#waiting) unit.start = this.#text.length;
		this.#waiting = [];
	}

	#emit(text: string, style: Style): void {
		const start = this.#text.length;
		this.#text += text;
		const last = this.#runs.at(-1);
		if (last && isSame(last.style, style)) last.end = this.#text.length;
		else if (text !== "") this.#runs.push({ start, end: this.#text.length, style });
	}
}

interface OpenUnit {
	start: number | undefined;
	children: Unit[];
	isHeading: boolean;
}

const openUnit = (isHeading: boolean): OpenUnit => ({ start: undefined, children: [], isHeading });

const isSame = (one: Style, other: Style): boolean =>
	one.bold === other.bold &&
	one.italic === other.italic &&
	one.strikethrough === other.strikethrough &&
	one.code === other.code &&
	one.pre === other.pre &&
	one.quote === other.quote &&
	one.link === other.link &&
	one.address === other.address;
