import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { builtInTools } from "./built-in.ts";
import { createCatalogue } from "./catalogue.ts";
import { definitionOf } from "./definition.ts";

/** All that a model is told of, from either tier. */
const definitions = [
	...createCatalogue(builtInTools).definitions(),
	...builtInTools.filter(({ tier }) => tier === "found").map((tool) => definitionOf(tool)),
];

it.each(definitions.map((definition) => [definition.function.name, definition.function.description] as const))(
	"tells of %s when to use it, its limits, what it returns, and shows a right call",
	(name, description) => {
		expect(description).toMatch(/^Use (to|when) /);
		expect(description).toMatch(/\b(only|not|no|none|at most|up to|never)\b/i);
		expect(description).toContain("Returns ");
		const example = /Example: (\{.*\})$/.exec(description)?.[1] ?? "";
		expect(createCatalogue(builtInTools).resolve(name, JSON.parse(example)).kind).toBe("ready");
	},
);

it("has only examples that are right", () => {
	for (const tool of builtInTools) {
		expect(tool.examples.length, tool.name).toBeGreaterThanOrEqual(1);
		expect(tool.examples.length, tool.name).toBeLessThanOrEqual(5);
		for (const example of tool.examples) expect(tool.parameters.safeParse(example).success, tool.name).toBe(true);
	}
});

it("closes every schema, with keys in order and nothing that tells a model nothing", () => {
	for (const { function: definition } of definitions) {
		const text = JSON.stringify(definition.parameters);
		expect(Object.keys(definition.parameters), definition.name).toEqual(Object.keys(definition.parameters).sort());
		expect(definition.parameters.additionalProperties, definition.name).toBe(false);
		expect(text, definition.name).not.toMatch(/\$schema|9007199254740991/);
	}
});

it("keeps the direct tools within 110 tokens each on average (o200k, description and schema)", () => {
	const direct = createCatalogue(builtInTools).definitions();
	const sizes = direct.map(
		({ function: { description, parameters } }) => countTokens(description) + countTokens(JSON.stringify(parameters)),
	);
	expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThanOrEqual(110);
	expect(Math.max(...sizes)).toBeLessThanOrEqual(160);
});
