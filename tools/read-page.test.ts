import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { definitionOf } from "./definition.ts";
import type { PageText } from "./page-port.ts";
import { readPage } from "./read-page.ts";
import { call, testContext } from "./test-context.ts";
import { type Tool, ToolError } from "./tool.ts";

const url = "https://a.example/news";

function context(page: Partial<PageText> = {}) {
	return {
		...testContext(),
		pages: {
			resolve: (given: string) => {
				if (given.includes("localhost")) throw new ToolError("Not opened");
				return `${given}/resolved`;
			},
			read: async (given: string) => ({ url: given, title: "News", text: "Words", notes: [], ...page }),
		},
	};
}

it("reports the address as it will be opened: as destination, as what is disclosed, and for the owner to see", () => {
	expect(readPage.effects({ url }, context())).toEqual({
		effect: "reach",
		target: `${url}/resolved`,
		destinations: [`${url}/resolved`],
		discloses: [`${url}/resolved`],
		preview: expect.stringContaining(`${url}/resolved`),
	});
	expect(() => readPage.effects({ url: "http://localhost/" }, context())).toThrow(ToolError);
});

it("marks all that it returns as a page's, of the host that gave it in the end", async () => {
	const output = await call(
		readPage,
		{ url },
		context({ url: "https://b.example/x", notes: ["1 hidden part was left out"] }),
	);
	expect(output).toEqual({
		text: "https://b.example/x: News\ncharacters 1-5 of 5\n(1 hidden part was left out)\n\nWords",
		outside: { source: "web page b.example" },
		paged: true,
	});
});

it("pages long texts so that all of it is seen once, and no address is cut", async () => {
	const text = Array.from({ length: 1_500 }, (_, index) => `line ${index} <https://a.example/${index}>`).join("\n");
	let from: number | undefined = 1;
	let seen = "";
	while (from !== undefined) {
		const shown: string = (await call(readPage, { url, from }, context({ text }))).text;
		expect(shown.length).toBeLessThanOrEqual(10_000);
		const body = shown.slice(shown.indexOf("\n\n") + 2);
		expect(body.trimEnd()).toMatch(/>$/);
		seen += body;
		const next = /next: "from": (\d+)/.exec(shown)?.[1];
		from = next === undefined ? undefined : Number(next);
	}
	expect(seen).toBe(text);
	await expect(call(readPage, { url, from: text.length + 1 }, context({ text }))).rejects.toThrow(/only .* characters/);
});

it("keeps its head short, whatever the page calls itself, and on its own lines", async () => {
	const { text } = await call(
		readPage,
		{ url },
		context({ title: `a\nb${"x".repeat(5_000)}`, url: `https://a.example/${"y".repeat(1_900)}` }),
	);
	expect(text.length).toBeLessThan(500);
	expect(text.split("\n")).toHaveLength(4);
	expect((await call(readPage, { url }, context({ text: "" }))).text).toContain("no readable text");
});

it("takes at most 110 tokens of the tool list", () => {
	const { description, parameters } = definitionOf(readPage as Tool).function;
	expect(countTokens(description) + countTokens(JSON.stringify(parameters))).toBeLessThanOrEqual(110);
});
