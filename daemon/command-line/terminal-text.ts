import type { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** Everything in Unicode's class of control characters but line feed and tab. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

/** Embeddings, overrides and isolates: they show characters in another order than they have. */
const DIRECTION_CHARACTERS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Makes a text safe to write to a terminal. Others' words could move the cursor, change colours, set the window's title or
 * overwrite what stands above, and so show the owner something that isn't there.
 */
export const toTerminal = (text: string): string =>
	stripVTControlCharacters(text.replace(/\r\n?/g, "\n"))
		.replace(CONTROL_CHARACTERS, "")
		.replace(DIRECTION_CHARACTERS, "");

/** Writes a line or several. Every command writes through this, so that no text gets to a terminal as it came. */
export function print(stream: Writable, text: string): void {
	stream.write(`${toTerminal(text)}\n`);
}

/** Writes a value as JSON for scripts. Nothing is left out: control characters become escapes. */
export function printJson(stream: Writable, value: unknown): void {
	const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
	const text = JSON.stringify(value, null, 2)
		.replace(CONTROL_CHARACTERS, toEscape)
		.replace(DIRECTION_CHARACTERS, toEscape);
	stream.write(`${text}\n`);
}
