import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

describe("readArguments", () => {
	it.each([
		["", {}],
		["  ", {}],
		["null", {}],
		["{}", {}],
		['{"path":"a.md"}', { path: "a.md" }],
		['{"text":"a \\"quoted\\" word"}', { text: 'a "quoted" word' }],
	])("takes %j as it is", async (raw, value) => {
		expect(await readArguments(raw)).toEqual({ kind: "parsed", arguments: value, repaired: false });
	});

	it.each([
		['{"a":1,}', { a: 1 }],
		["{'a':'b'}", { a: "b" }],
		["{a:1}", { a: 1 }],
		['{"a":True,"b":None}', { a: true, b: null }],
		['```json\n{"a":1}\n```', { a: 1 }],
		['{"a":"line\nbreak"}', { a: "line\nbreak" }],
		['{"a":"x"', { a: "x" }],
		['{"a":["x"]', { a: ["x"] }],
	])("repairs %j and says so", async (raw, value) => {
		expect(await readArguments(raw)).toEqual({ kind: "parsed", arguments: value, repaired: true });
	});

	it.each([
		['{"path":"notes.md","content":"half a sen'],
		['{"amount": 12'],
		['{"confirm": tru'],
		['{"a":'],
		['{"a":"b\\"}'],
		['{"a":"x",'],
	])("never fills in what breaks off: %j", async (raw) => {
		const read = await readArguments(raw);
		expect(read.kind).toBe("malformed");
		expect(read).toHaveProperty("problem", expect.stringContaining("break off"));
	});

	it.each([
		["plain words", "plain words"],
		["[1]", "a list"],
		['"text"', "a string"],
		["12", "a number"],
		['{"a":1}{"a":1}', "position 7"],
		['{"a":1} <|im_end|>', "<|im_end|>"],
	])("says where and what is wrong with %j", async (raw, words) => {
		const read = await readArguments(raw);
		expect(read.kind).toBe("malformed");
		expect(read).toHaveProperty("problem", expect.stringContaining(words));
	});

	it("judges a long text that breaks off without running out of stack or time", async () => {
		const read = await readArguments(`{"a":"${'\\"x'.repeat(500_000)}`);
		expect(read.kind).toBe("malformed");
	});
});
