import { describe, expect, it } from "vitest";
import { freezePrefix, type PrefixSources, prefixParts, withoutComments } from "./prefix.ts";
import { estimateTokens } from "./tokens.ts";

const SOURCES: PrefixSources = {
	persona: "You are a calm secretary.",
	instructions: "Never call before nine.",
	owner: "Ada",
	skills: "- email-triage: sorts mail",
	cards: "- Ada's dentist is Dr. Weiss",
};

const namesOf = (sources: Partial<PrefixSources>) => prefixParts({ ...SOURCES, ...sources }).map(({ name }) => name);
const promptOf = (sources: Partial<PrefixSources>) => freezePrefix(prefixParts({ ...SOURCES, ...sources }), []).prompt;

describe("the prefix", () => {
	it("has its parts in one order, what changes least first", () => {
		expect(namesOf({})).toEqual(["persona", "owner", "rules", "tools", "trust", "instructions", "skills", "cards"]);
	});

	it("leaves out what is empty, also what holds a comment alone", () => {
		expect(namesOf({ instructions: "<!-- Write here what always holds. -->\n", skills: "", cards: "" })).toEqual([
			"persona",
			"owner",
			"rules",
			"tools",
			"trust",
		]);
	});

	it("says whose each of the owner's parts is", () => {
		const prompt = promptOf({});
		expect(prompt).toContain("# Your owner's standing instructions\n\nNever call before nine.");
		expect(prompt).toContain("# What you know about your owner\n\n- Ada's dentist is Dr. Weiss");
	});

	it("gives the same digest for the same texts, and another one for a changed letter", () => {
		const digest = (sources: Partial<PrefixSources>) =>
			freezePrefix(prefixParts({ ...SOURCES, ...sources }), []).digest;
		expect(digest({})).toBe(digest({}));
		expect(digest({ persona: "You are a calm Secretary." })).not.toBe(digest({}));
	});

	it.each([
		["skills", 1_500],
		["cards", 3_000],
	] as const)("cuts %s at whole lines within %i tokens, and says how many are left out", (name, maxTokens) => {
		const lines = Array.from({ length: 2_000 }, (_, index) => `- number ${index} of many things to know`);
		const part = prefixParts({ ...SOURCES, [name]: lines.join("\n") }).find((found) => found.name === name);
		const text = part?.text ?? "";
		expect(estimateTokens(text)).toBeLessThanOrEqual(maxTokens + 20);
		expect(estimateTokens(text)).toBeGreaterThan(maxTokens * 0.8);
		const shown = text.split("\n").filter((line) => lines.includes(line)).length;
		expect(text).toContain(`(${lines.length - shown} more lines are left out for want of room)`);
	});
});

it("takes HTML comments out of what the owner wrote, also several and long ones", () => {
	expect(withoutComments("<!-- a\nb -->one<!-- c --> two\n")).toBe("one two");
});
