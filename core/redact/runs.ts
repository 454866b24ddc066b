/**
 * How far runs of characters of one kind go in a text. Each place is looked at once for each kind, however many finds begin in
 * one run: `sk-sk-sk-…` must not cost the square of its length.
 */
export class Runs {
	readonly #text: string;
	readonly #last = new Map<RegExp, { from: number; end: number }>();

	constructor(text: string) {
		this.#text = text;
	}

	/**
	 * Where the run that goes through `from` ends (exclusive); `from` itself where none does.
	 * @param kind matches one character; the same object for the same kind
	 */
	end(from: number, kind: RegExp): number {
		const last = this.#last.get(kind);
		if (last && from >= last.from && from <= last.end) return last.end;
		let end = from;
		while (end < this.#text.length && kind.test(this.#text.charAt(end))) end++;
		this.#last.set(kind, { from, end });
		return end;
	}
}
