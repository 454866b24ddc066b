/** How much of the end is kept, in UTF-16 units. */
const MAX_LENGTH = 10_000;

/** The longest grapheme cluster that is looked for at a cut. */
const MAX_CLUSTER_LENGTH = 64;

/** What stands before the shown part tells where a line and a character begin. */
const KEPT_LENGTH = MAX_LENGTH + MAX_CLUSTER_LENGTH;

export interface ProgressReading {
	/** The end of what was said: whole lines, unless one alone is longer than what is kept. */
	text: string;
	/** Set where something that others wrote was among it, also where that has been left out since. */
	outside?: { source: string };
	/** How much was said before `text`, in UTF-16 units. */
	leftOut: number;
}

/**
 * What a running call has said so far: the end of it, in memory. A tool may say something thousands of times a second, so
 * adding is a mere concatenation, and the text is cut each time it has doubled.
 */
export class ProgressLog {
	#tail = "";
	#totalLength = 0;
	#outside: { source: string } | undefined;

	/**
	 * Each call begins a new line; a line end at the end of `text` is not counted twice.
	 * @param outside set where the text holds what others wrote
	 */
	add(text: string, outside?: { source: string }): void {
		if (text === "") return;
		// Never taken back: a reader of the rest can't know where the others' words began.
		if (outside) this.#outside = outside;
		const line = withoutLineEnd(text);
		const addition = this.#totalLength === 0 ? line : `\n${line}`;
		this.#totalLength += addition.length;
		const tail = this.#tail + addition;
		this.#tail = tail.length > 2 * KEPT_LENGTH ? detached(tail.slice(-KEPT_LENGTH)) : tail;
	}

	read(): ProgressReading {
		const text = endOf(this.#tail);
		const leftOut = this.#totalLength - text.length;
		return { text, leftOut, ...(this.#outside && { outside: this.#outside }) };
	}
}

const withoutLineEnd = (text: string): string =>
	text.endsWith("\r\n") ? text.slice(0, -2) : text.endsWith("\n") ? text.slice(0, -1) : text;

/** A copy of its own: a slice would keep all of a huge text in memory. */
const detached = (slice: string): string => Buffer.from(slice, "utf16le").toString("utf16le");

/** The last `MAX_LENGTH` units at most, from the beginning of a line where that leaves at least half of them. */
function endOf(text: string): string {
	const from = text.length - MAX_LENGTH;
	if (from <= 0) return text;
	const lineStart = text.indexOf("\n", from - 1) + 1;
	const isLineNear = lineStart > 0 && lineStart - from <= MAX_LENGTH / 2;
	return text.slice(isLineNear ? lineStart : characterStart(text, from));
}

/** The first place from `from` on where a character as people see it begins. */
function characterStart(text: string, from: number): number {
	const windowStart = Math.max(0, from - MAX_CLUSTER_LENGTH);
	const window = text.slice(windowStart, from + MAX_CLUSTER_LENGTH);
	for (const { index } of new Intl.Segmenter().segment(window)) {
		if (windowStart + index >= from) return windowStart + index;
	}
	return from;
}
