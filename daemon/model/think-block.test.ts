import { describe, expect, it } from "vitest";
import { addChunk, type Ending, emptyAssembly, endAssembly } from "./assemble.ts";
import { chunkSchema } from "./chunk.ts";
import { wireChunk } from "./model-fixture.ts";

/** The end of a message with this content, sent in pieces of `size`. */
function endOf(content: string, size: number): Ending {
	const pieces = content.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
	const chunks = [...pieces.map((piece) => wireChunk({ content: piece })), wireChunk({}, "stop")];
	return endAssembly(chunks.map((chunk) => chunkSchema.parse(chunk)).reduce(addChunk, emptyAssembly));
}

describe.each([1, 2, 3, 7, 1000])("content in pieces of %i", (size) => {
	it.each([
		["<think>plan</think>Hello", "Hello"],
		["\n <think>plan\n\n</think>\n\nHello\n", "Hello\n"],
		["<think></think>Hello", "Hello"],
		["<think>a </thin k> b</think>Hello", "Hello"],
		["Hello", "Hello"],
		["  indented", "  indented"],
		["<thing>", "<thing>"],
		["<th", "<th"],
		["Use <think>x</think> tags", "Use <think>x</think> tags"],
		["<think>a</think>b <think>c</think>", "b <think>c</think>"],
	])("%j says %j", (content, text) => {
		expect(endOf(content, size)).toEqual({ kind: "message", text, calls: [] });
	});

	it("says nothing where the thought never ends", () => {
		expect(endOf("<think>and so on", size)).toEqual({ kind: "message", text: "", calls: [] });
	});
});
