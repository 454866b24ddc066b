import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import { truncate } from "#core/truncate.ts";
import type { CommandContext } from "./command.ts";
import { SingleKeys } from "./single-keys.ts";
import { toTerminal } from "./terminal-text.ts";

const PROMPT = "> ";
const DEFAULT_COLUMNS = 80;

/** Where a chat is typed and shown. */
export interface ChatScreen {
	/** Whether a person sits there, and not a pipe. */
	readonly isInteractive: boolean;
	/** What is typed, line by line, until the input ends or `close`. */
	readonly lines: AsyncIterable<string>;
	/** Shows a text above what is being typed. */
	print(text: string): void;
	/** Shows what is being worked on; undefined ends it. */
	showActivity(activity: string | undefined): void;
	close(): void;
}

export function openScreen({ input, output, environment }: CommandContext): ChatScreen {
	const isInteractive = input.isTTY === true && output.isTTY === true && environment.TERM !== "dumb";
	return isInteractive ? new TypedScreen(input, output) : new PipedScreen(input, output);
}

class PipedScreen implements ChatScreen {
	readonly isInteractive = false;
	readonly lines: AsyncIterable<string>;
	readonly #output: CommandContext["output"];
	readonly #readline: Interface;

	constructor(input: CommandContext["input"], output: CommandContext["output"]) {
		this.#output = output;
		this.#readline = createInterface({ input, terminal: false });
		this.lines = linesOf(this.#readline);
	}

	print(text: string): void {
		this.#output.write(`${toTerminal(text)}\n`);
	}

	/** A pipe has no line that could be taken back. */
	showActivity(): void {
		return;
	}

	close(): void {
		this.#readline.close();
	}
}

/**
 * A prompt at the bottom with the activity above it. Both are the line editor's own prompt, so that it keeps count of what
 * stands where, and what is being typed stays whole while texts come in.
 */
class TypedScreen implements ChatScreen {
	readonly isInteractive = true;
	readonly lines: AsyncIterable<string>;
	readonly #output: CommandContext["output"];
	readonly #readline: Interface;
	#isClosed = false;

	constructor(input: CommandContext["input"], output: CommandContext["output"]) {
		this.#output = output;
		const keys = new SingleKeys(input);
		this.#readline = createInterface({ input: keys, output, terminal: true, prompt: PROMPT });
		this.lines = linesOf(this.#readline);
		this.#readline.once("close", () => {
			this.#isClosed = true;
			keys.release();
			output.write("\n");
		});
		this.#readline.on("SIGINT", () => this.#readline.close());
		this.#readline.on("line", () => this.#readline.prompt());
		this.#readline.prompt();
	}

	print(text: string): void {
		const clean = toTerminal(text);
		if (this.#isClosed) {
			this.#output.write(`${clean}\n`);
			return;
		}
		const { rows } = this.#readline.getCursorPos();
		moveCursor(this.#output, 0, -rows);
		cursorTo(this.#output, 0);
		clearScreenDown(this.#output);
		// The editor goes up by the rows of its old prompt before it draws a new one: give it those rows.
		this.#output.write(`${clean}\n${"\n".repeat(rows)}`);
		this.#readline.prompt(true);
	}

	showActivity(activity: string | undefined): void {
		if (this.#isClosed) return;
		// Some terminals say 0 for "unknown".
		const room = (this.#output.columns || DEFAULT_COLUMNS) - PROMPT.length - 1;
		const line = activity === undefined ? "" : `… ${truncate(toTerminal(activity).replaceAll("\n", " "), room)}\n`;
		this.#readline.setPrompt(`${line}${PROMPT}`);
		this.#readline.prompt(true);
	}

	close(): void {
		this.#readline.close();
	}
}

/** Begins to listen at once: lines that came before the first `next` are kept. */
function linesOf(readline: Interface): AsyncIterable<string> {
	const iterator = readline[Symbol.asyncIterator]();
	return { [Symbol.asyncIterator]: () => iterator };
}
