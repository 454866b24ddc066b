import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CommandContext } from "./command.ts";

interface RawInput {
	isRaw?: boolean;
	setRawMode?(on: boolean): unknown;
}

/**
 * A terminal's input, handed on one character at a time. Node's line editor loses count of its rows where many come at
 * once, as with a paste: it writes them without a look at where the row ends, and then draws over what stands above.
 */
export class SingleKeys extends Transform {
	readonly #input: CommandContext["input"] & RawInput;
	readonly #decoder = new StringDecoder("utf8");

	constructor(input: CommandContext["input"] & RawInput) {
		super({ readableObjectMode: true });
		this.#input = input;
		input.pipe(this);
	}

	/** The line editor asks for this, to get keys and not lines. */
	get isRaw(): boolean {
		return this.#input.isRaw ?? false;
	}

	setRawMode(on: boolean): this {
		this.#input.setRawMode?.(on);
		return this;
	}

	/** Lets go of the input, which would otherwise keep the process alive. */
	release(): void {
		this.#input.unpipe(this);
		this.#input.pause();
	}

	override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
		for (const character of this.#decoder.write(chunk)) this.push(character);
		done();
	}
}
