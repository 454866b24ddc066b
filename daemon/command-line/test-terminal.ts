import { PassThrough } from "node:stream";

const ESCAPE = "\u001b";
const TOKEN = new RegExp(`${ESCAPE}\\[\\??\\d*[A-Za-z]|.`, "gsu");

/**
 * A terminal of the kind that readline writes to: keeps what would stand on the screen. Knows printable characters one
 * column wide, CR, LF, and the CSI sequences A, B, C, D (move), G (column), J (erase below), K (erase to the right).
 */
export class TestTerminal extends PassThrough {
	readonly isTTY = true;
	readonly columns: number;
	readonly #width: number;
	readonly #lines: string[][] = [[]];
	#row = 0;
	#column = 0;

	/** @param columns what it says of its width; 0 where it doesn't know, which is then 80 */
	constructor(columns: number) {
		super({ encoding: "utf8" });
		this.columns = columns;
		this.#width = columns || 80;
		this.on("data", (text: string) => this.#take(text));
	}

	/** What stands on the screen, without empty lines at its end. */
	get screen(): string[] {
		const lines = this.#lines.map((line) =>
			Array.from(line, (character) => character ?? " ")
				.join("")
				.trimEnd(),
		);
		while (lines.at(-1) === "") lines.pop();
		return lines;
	}

	#take(text: string): void {
		for (const [token] of text.matchAll(TOKEN)) {
			if (token.length > 1 && token.startsWith(ESCAPE)) this.#obey(token.at(-1) ?? "", Number(/\d+/.exec(token)?.[0]));
			else this.#put(token);
		}
	}

	#put(character: string): void {
		if (character === "\r") this.#column = 0;
		else if (character === "\n") this.#goTo(this.#row + 1, 0);
		else {
			if (this.#column === this.#width) this.#goTo(this.#row + 1, 0);
			this.#line()[this.#column] = character;
			this.#column += 1;
		}
	}

	#obey(command: string, count: number): void {
		const by = Number.isNaN(count) ? 1 : count;
		if (command === "A") this.#goTo(Math.max(0, this.#row - by), this.#column);
		else if (command === "B") this.#goTo(this.#row + by, this.#column);
		else if (command === "C") this.#column = Math.min(this.#width - 1, this.#column + by);
		else if (command === "D") this.#column = Math.max(0, this.#column - by);
		else if (command === "G") this.#column = by - 1;
		else if (command === "K" || command === "J") this.#erase(command === "J");
	}

	#erase(below: boolean): void {
		this.#line().length = Math.min(this.#line().length, this.#column);
		if (below) this.#lines.length = this.#row + 1;
	}

	#goTo(row: number, column: number): void {
		this.#row = row;
		this.#column = column;
		while (this.#lines.length <= row) this.#lines.push([]);
	}

	#line(): string[] {
		this.#goTo(this.#row, this.#column);
		return this.#lines[this.#row] ?? [];
	}
}
