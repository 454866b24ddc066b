import { describe, expect, it } from "vitest";
import { checkImports } from "./check-imports.mjs";
import { writeProject } from "./project-fixture.ts";

const MANIFEST = JSON.stringify({
	imports: { "#core/*": "./core/*", "#tools/*": "./tools/*", "#channels/*": "./channels/*", "#test/*": "./test/*" },
	dependencies: { zod: "4.0.0", "@scope/kit": "1.0.0" },
	devDependencies: { vitest: "4.0.0" },
});

function problemsOf(files: Record<string, string>): Promise<string[]> {
	return checkImports(writeProject({ "package.json": MANIFEST, ...files }));
}

describe("arrows", () => {
	it("lets a folder import itself and what lies below it", async () => {
		const problems = await problemsOf({
			"core/clock.ts": "export const clock = 1;",
			"tools/tool.ts": 'import { clock } from "#core/clock.ts";\nexport const tool = clock;',
			"tools/other.ts": 'import { tool } from "./tool.ts";\nexport const other = tool;',
			"daemon/main.ts": 'import { tool } from "#tools/tool.ts";\nexport const main = tool;',
		});
		expect(problems).toEqual([]);
	});

	it.each([
		["a value", 'import { tool } from "#tools/tool.ts";'],
		["a type", 'import type { tool } from "#tools/tool.ts";'],
		["a type in place", 'export type Tool = import("#tools/tool.ts").Tool;'],
		["a lazy import", 'export const tool = () => import("#tools/tool.ts");'],
		["a re-export", 'export const mine = 1;\nexport { tool } from "#tools/tool.ts";'],
	])("stops %s of a sibling", async (_, source) => {
		const problems = await problemsOf({ "tools/tool.ts": "export const tool = 1;", "channels/web.ts": source });
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatch(/^channels\/web\.ts:\d imports "#tools\/tool\.ts": channels may import only/);
	});

	it("stops an import of what lies above", async () => {
		const problems = await problemsOf({
			"tools/tool.ts": "export const tool = 1;",
			"core/clock.ts": '// first line\nimport "#tools/tool.ts";',
		});
		expect(problems).toEqual([expect.stringMatching(/^core\/clock\.ts:2 .* core may import only core\./)]);
	});

	it("keeps test code out of production, and leaves tests free", async () => {
		const uses =
			'import { fake } from "#test/fake.ts";\nimport { tool } from "#tools/tool.ts";\nexport const x = [fake, tool];';
		const problems = await problemsOf({
			"test/fake.ts": "export const fake = 1;",
			"tools/tool.ts": "export const tool = 1;",
			"tools/wrong.ts": 'import { fake } from "#test/fake.ts";\nexport const wrong = fake;',
			"channels/web.test.ts": uses,
			"channels/web-fixture.ts": uses,
			"bench/run.ts": uses,
		});
		expect(problems).toEqual([expect.stringMatching(/^tools\/wrong\.ts:1 .* only tests and measurements/)]);
	});

	it("asks for a place when there is a new folder", async () => {
		const problems = await problemsOf({
			"core/clock.ts": "export const clock = 1;",
			"plugins/one.ts": 'import "#core/clock.ts";',
		});
		expect(problems).toEqual([expect.stringContaining("plugins/ has no place")]);
	});
});

describe("cycles", () => {
	it("names the way round, types included", async () => {
		const problems = await problemsOf({
			"core/a.ts": 'import "./b.ts";',
			"core/b.ts": 'import type { C } from "./c.ts";\nexport type B = C;',
			"core/c.ts": 'import { type B } from "#core/b.ts";\nimport "./a.ts";\nexport type C = B;',
			"core/entry.ts": 'import "./a.ts";',
		});
		expect(problems).toEqual(["These files import each other: core/a.ts → core/b.ts → core/c.ts → core/a.ts"]);
	});

	it("names each of two cycles", async () => {
		const problems = await problemsOf({
			"core/a.ts": 'import "./b.ts";',
			"core/b.ts": 'import "./a.ts";',
			"tools/x.ts": 'import "./y.ts";',
			"tools/y.ts": 'import "./x.ts";',
		});
		expect(problems).toHaveLength(2);
	});
});

describe("how an import is written", () => {
	it.each([
		["../", 'import "../core/clock.ts";', "#folder/file.ts"],
		["a path without .ts", 'import "#core/clock";', "there is no file core/clock."],
		["a file that is gone", 'import "./gone.ts";', "there is no file tools/gone.ts."],
		["an unknown #name", 'import "#nowhere/x.ts";', "has no such name"],
		["a computed path", "export const load = (name: string) => import(name);", "write the path out"],
		["a package that nobody listed", 'import "left-pad";', "left-pad isn't in package.json"],
		["a development dependency", 'import "vitest";', "vitest is a development dependency"],
	])("stops %s", async (_, source, problem) => {
		const problems = await problemsOf({ "core/clock.ts": "export const clock = 1;", "tools/tool.ts": source });
		expect(problems).toEqual([expect.stringContaining(problem)]);
	});

	it("takes node's own modules, dependencies and their parts", async () => {
		const source = 'import "node:fs";\nimport "zod/v4";\nimport "@scope/kit/part";';
		expect(await problemsOf({ "tools/tool.ts": source })).toEqual([]);
	});

	it("doesn't take text for an import", async () => {
		const source = 'export const text = `import "../x.ts"`;\n// import "../y.ts"\nexport const re = /import "..\\/z"/;';
		expect(await problemsOf({ "tools/tool.ts": source })).toEqual([]);
	});
});

describe("how a thing is exported", () => {
	it.each([
		["export default 1;", "default export"],
		["const one = 1;\nexport { one as default };", "default export"],
		['export * from "./other.ts";\nexport { x } from "./other.ts";', "is a barrel"],
	])("stops %s", async (source, problem) => {
		const problems = await problemsOf({ "core/thing.ts": source, "core/other.ts": "export const x = 1;" });
		expect(problems).toEqual([expect.stringContaining(problem)]);
	});

	it("stops index.ts, and lets a tool's configuration export a default", async () => {
		const problems = await problemsOf({
			"core/index.ts": "export const x = 1;",
			"vitest.config.ts": "export default {};",
		});
		expect(problems).toEqual([expect.stringContaining("core/index.ts is a barrel")]);
	});
});

it("leaves out what is installed, built or hidden", async () => {
	const wrong = 'export default 1;\nimport "../x.ts";';
	const problems = await problemsOf({ "node_modules/a/a.js": wrong, "dist/a.js": wrong, ".cache/a.js": wrong });
	expect(problems).toEqual([]);
});
