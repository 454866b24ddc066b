import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { print, printJson, toTerminal } from "./terminal-text.ts";

it.each([
	["colours", "a\u001b[31mred\u001b[0m", "ared"],
	["cursor moves", "\u001b[2J\u001b[Hgone\u001b[1A", "gone"],
	["a window title", "\u001b]0;evil\u0007text", "text"],
	["a bell, a backspace and a null", "a\u0007b\bc\u0000", "abc"],
	["an escape in one byte", "a\u009b31mb", "ab"],
	["a lone escape", "a\u001b", "a"],
	["an overwriting carriage return", "safe\rrm -rf", "safe\nrm -rf"],
	["text in another order", "a\u202Eb\u2066c", "abc"],
	["nothing else", "é 日本\t😀\r\nzwei", "é 日本\t😀\nzwei"],
])("takes out %s", (_what, text, expected) => {
	expect(toTerminal(text)).toBe(expected);
});

it("prints clean lines", () => {
	const stream = new PassThrough();
	print(stream, "\u001b[1mhi");
	expect(stream.read().toString()).toBe("hi\n");
});

it("prints JSON that loses nothing and holds no control character", () => {
	const stream = new PassThrough();
	const value = { text: "\u001b[31m\u009b\u007f\u202E\n" };
	printJson(stream, value);
	const written: string = stream.read().toString();
	expect(written).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
	expect(JSON.parse(written)).toEqual(value);
});
