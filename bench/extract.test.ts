import { expect, it } from "vitest";
import { extract } from "./extract.ts";
import { QUERY, READING_ROUNDS, researchSources } from "./research-task.ts";

it("takes what stands first, or what shares words with the query, in the order of the text", () => {
	const text = "It rained.\nBob left Open Lamp.\nIt rained again.\nAda left Open Lamp.";
	expect(extract(text, 32)).toBe("It rained.\nBob left Open Lamp.");
	expect(extract(text, 40, QUERY)).toBe("Bob left Open Lamp.\nAda left Open Lamp.");
});

it("hides each fact once, to the letter, in pages that are the same each time", () => {
	const sources = researchSources();
	expect(researchSources()).toEqual(sources);
	expect(READING_ROUNDS.flat()).toEqual(sources.map((_, page) => page));
	for (const { text, facts } of sources) {
		expect(text.length).toBeGreaterThan(48_000);
		for (const fact of facts) expect(text.split("\n").filter((line) => line === fact)).toHaveLength(1);
	}
	expect(new Set(sources.flatMap(({ facts }) => facts)).size).toBe(30);
});
