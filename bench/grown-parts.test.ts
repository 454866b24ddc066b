import { expect, it } from "vitest";
import { prefixParts } from "#daemon/context/prefix.ts";
import { grownParts } from "./grown-parts.ts";

const sources = { persona: "I am Steward.", instructions: "Be brief.", owner: "Ada", skills: "", cards: "" };
const messageOf = (more: Partial<typeof sources>): string =>
	prefixParts({ ...sources, ...more })
		.map(({ text }) => text)
		.join("\n\n");

it("counts the skill catalogue and the cards each by itself, and nothing where there are none", () => {
	expect(grownParts(messageOf({}))).toEqual({ skills: 0, cards: 0 });
	const skills = grownParts(messageOf({ skills: "slides: makes slides from a paper" }));
	expect(skills.skills).toBeGreaterThan(6);
	expect(skills.cards).toBe(0);
	const both = grownParts(messageOf({ skills: "slides: makes slides from a paper", cards: "Ada lives in Ulm." }));
	expect(both.skills).toBe(skills.skills);
	expect(both.cards).toBeGreaterThan(6);
});
