import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { definitionOf } from "./definition.ts";
import { pin } from "./pin.ts";
import { call, testContext } from "./test-context.ts";
import type { Tool } from "./tool.ts";
import { unpin } from "./unpin.ts";

/** Runs a call up to its end, and gives back what the model sees. */
async function done<Arguments>(tool: Tool<Arguments>, args: Arguments, context = testContext()): Promise<string> {
	const output = await call(tool, args, context);
	output.commit?.();
	return output.text + (output.addendum?.() ?? "");
}

describe("pin", () => {
	it("keeps a text with the commit, not before, and returns its number", async () => {
		const context = testContext();
		const output = await call(pin, { text: "4711" }, context);
		expect(context.carriedOut).toEqual([]);
		output.commit?.();
		expect(context.carriedOut).toEqual([{ text: "4711" }]);
		expect(output.text + output.addendum?.()).toBe("Kept as P-2.");
	});

	it("says what is kept of a text that was no paragraph", async () => {
		expect(await done(pin, { text: " 4711\n" })).toBe('One paragraph of it is kept: "4711". Kept as P-2.');
	});

	it("keeps nothing twice", async () => {
		expect(await done(pin, { text: "The safe is in the cellar" })).toBe("P-1 says that already: nothing new was kept.");
	});

	it("says which decision ended", async () => {
		const context = testContext();
		const args = { text: "We fly", kind: "decision", why: "no trains", replaces: "D-1" } as const;
		expect(await done(pin, args, context)).toBe("Kept as D-2. D-1 holds no longer.");
		expect(context.carriedOut).toEqual([args]);
	});

	it("outlives the turn, and shows the owner every character of what would stay", () => {
		const args = { text: "**We** fly", kind: "decision", why: "no `trains`", replaces: "D-1" } as const;
		expect(pin.effects(args, testContext())).toEqual({
			effect: "persist",
			target: "a pinned decision in place of D-1",
			preview:
				"Keep this decision in front of me for good:\n\n` **We** fly `\n\nWhy:\n\n`` no `trains` ``\n\n" +
				"D-1 ends with it:\n\n` We go by train `",
		});
	});

	it("has no word of it in the target, which the journal keeps for good", () => {
		expect(pin.effects({ text: "4711" }, testContext())).toMatchObject({ target: "a pinned fact" });
	});

	it("is refused before the gate where it can't be kept", () => {
		expect(() => pin.effects({ text: " " }, testContext())).toThrow("There is no text.");
		expect(() => pin.effects({ text: "x", replaces: "D-9" }, testContext())).toThrow(/D-9/);
	});

	it("costs at most 110 tokens in every request (o200k, description and schema)", () => {
		const { description, parameters } = definitionOf(pin as Tool).function;
		expect(countTokens(description) + countTokens(JSON.stringify(parameters))).toBeLessThanOrEqual(110);
	});
});

describe("unpin", () => {
	it("lets go with the commit, and says what it was", async () => {
		const context = testContext();
		const output = await call(unpin, { id: "D-1" }, context);
		expect(context.carriedOut).toEqual([]);
		output.commit?.();
		expect(context.carriedOut).toEqual([{ removed: "D-1" }]);
		expect(output.text).toBe('D-1 is kept no longer. It said: "We go by train"');
	});

	it("shows the owner what would go, and why", () => {
		expect(unpin.effects({ id: "P-1", why: "Ada\nmoved" }, testContext())).toEqual({
			effect: "persist",
			target: "P-1",
			preview: "Let go of P-1, a fact that I keep in view:\n\n` The safe is in the cellar `\n\nWhy:\n\n` Ada moved `",
		});
		expect(unpin.effects({ id: "P-1" }, testContext()).preview).not.toContain("Why");
	});

	it("is refused for what is not in force", async () => {
		expect(() => unpin.effects({ id: "P-9" }, testContext())).toThrow(/P-9/);
		await expect(call(unpin, { id: "P-9" }, testContext())).rejects.toThrow(/P-9/);
	});
});
