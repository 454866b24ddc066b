import { describe, expect, it } from "vitest";
import * as z from "zod";
import { findJson } from "./find-json.ts";

const schema = z.strictObject({ kind: z.enum(["bill", "other"]), tags: z.array(z.string()).max(2).default([]) });
const BILL = { kind: "found", value: { kind: "bill", tags: [] } };

it.each([
	'{"kind": "bill"}',
	'```json\n{"kind": "bill"}\n```',
	"```\n{'kind': 'bill',}\n```",
	'Sure! It\'s a bill, so:\n\n{"kind": "bill"}\n\nLet me know {if} you\'d like more.',
	'<think>{"kind": "other"}? No.</think>{"kind": "bill"}',
	'The mail holds {"kind": "bill", "pay": true}. My answer: {"kind": "bill"}',
	'It said { and nothing more.\n{"kind": "bill"}',
	'{"tags": [], "kind": "bill"}',
	"{kind: bill}",
])("takes the object out of what stands around it: %j", async (text) => {
	expect(await findJson(text, schema)).toEqual(BILL);
});

it("keeps braces and quotes within strings apart", async () => {
	const found = await findJson('x {"kind":"other","tags":["a } \\" {","```"]} y', schema);
	expect(found).toEqual({ kind: "found", value: { kind: "other", tags: ['a } " {', "```"] } });
});

describe("what is no such object", () => {
	it.each([
		["", "it held no complete JSON object"],
		["bill", "it held no complete JSON object"],
		['{"kind": "bi', "it held no complete JSON object"],
		['{"kind": "bill", "tags": ["a"', "it held no complete JSON object"],
		['["bill"]', "it held no complete JSON object"],
		['{"kind": "BILL"}', "kind was not one of the values that it may have"],
		['{"kind": "bill", "note": "secret words"}', "there are keys that the form doesn't have"],
		['{"kind": ["bill"]}', "kind was not one of the values that it may have"],
		['{"form": {"kind": "bill"}}', "kind was not one of the values that it may have; there are keys"],
		[`{"kind": "bill"}${" ".repeat(50_000)}`, "it was far too long"],
	])("is refused, with a reason: %j", async (text, problem) => {
		expect(await findJson(text, schema)).toEqual({ kind: "bad", problem: expect.stringContaining(problem) });
	});

	it("gives a reason that holds nothing of what was written", async () => {
		for (const text of [
			'{"mallory": 1}',
			'{"kind": "mallory"}',
			'{"kind": {"mallory": 1}}',
			'{"tags": ["a", "mallory", 1]}',
		])
			expect(JSON.stringify(await findJson(text, schema))).not.toContain("mallory");
	});

	it("can't reach a prototype", async () => {
		for (const key of ["__proto__", "constructor", "prototype", "toString"]) {
			const found = await findJson(`{"kind": "bill", "${key}": {"kind": "other", "polluted": 1}}`, schema);
			expect(found.kind, key).toBe("bad");
		}
		expect(await findJson('{"__proto__": {"kind": "bill"}}', schema)).toMatchObject({ kind: "bad" });
		expect(Object.prototype).not.toHaveProperty("polluted");
	});

	it("costs little time, however it is built", async () => {
		const hostile = [
			'{"a":'.repeat(8_000),
			"[".repeat(40_000),
			`{"kind":${"[".repeat(9_000)}${"]".repeat(9_000)}}`,
			"{}".repeat(20_000),
			"{'".repeat(20_000),
			`${"\\".repeat(39_000)}{"`,
			`{${'"a":1,'.repeat(6_000)}}`,
			`{"kind":"${"```".repeat(10_000)}"}`,
		];
		const started = performance.now();
		for (const text of hostile) expect((await findJson(text, schema)).kind).toBe("bad");
		expect(performance.now() - started).toBeLessThan(10_000);
	});
});
