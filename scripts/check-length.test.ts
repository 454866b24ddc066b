import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkLength, lowerLimits } from "./check-length.mjs";
import { writeProject } from "./project-fixture.ts";

const lines = (count: number) => "export {};\n".repeat(count);

function project(files: Record<string, number>, limits: Record<string, number> = {}) {
	const sources = Object.entries(files).map(([file, count]) => [file, lines(count)]);
	return writeProject({ ...Object.fromEntries(sources), "scripts/length-limits.json": JSON.stringify(limits) });
}

function readLimits(root: string) {
	return JSON.parse(readFileSync(join(root, "scripts/length-limits.json"), "utf8"));
}

it("takes files up to their limit", async () => {
	const root = project({ "core/a.ts": 200, "core/a.test.ts": 300, "test/kit.ts": 300, "scripts/a.mjs": 200 });
	expect(await checkLength(root)).toEqual([]);
});

it.each([
	["core/a.ts", 201],
	["core/a.test.ts", 301],
	["scripts/a.mjs", 201],
])("stops %s with %i lines", async (file, count) => {
	expect(await checkLength(project({ [file]: count }))).toEqual([
		expect.stringContaining(`${file} has ${count} lines`),
	]);
});

it("takes a long file with exactly the length that is listed", async () => {
	expect(await checkLength(project({ "core/a.ts": 250 }, { "core/a.ts": 250 }))).toEqual([]);
});

it("stops a listed file that grew, and --lower doesn't help", async () => {
	const root = project({ "core/a.ts": 251 }, { "core/a.ts": 250 });
	await lowerLimits(root);
	expect(await checkLength(root)).toEqual([expect.stringContaining("grew from 250 lines to 251")]);
});

it.each([
	["shrank", { "core/a.ts": 249 }, { "core/a.ts": 249 }],
	["needs no entry any more", { "core/a.ts": 200 }, {}],
	["is gone", { "core/b.ts": 1 }, {}],
])("wants the list lowered when a file %s", async (_, files, lowered) => {
	const root = project(files, { "core/a.ts": 250 });
	expect(await checkLength(root)).toEqual([expect.stringContaining("--lower")]);
	await lowerLimits(root);
	expect(readLimits(root)).toEqual(lowered);
	expect(await checkLength(root)).toEqual([]);
});

it("--lower adds no file", async () => {
	const root = project({ "core/a.ts": 250 });
	await lowerLimits(root);
	expect(readLimits(root)).toEqual({});
});

it("stops more than 400 lines even when they are listed", async () => {
	const problems = await checkLength(project({ "core/a.ts": 401 }, { "core/a.ts": 401 }));
	expect(problems).toEqual([expect.stringContaining("more than 400")]);
});
