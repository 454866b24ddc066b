import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFresh } from "./build-state.mjs";
import { bundle } from "./bundle.mjs";
import { findObstacle } from "./preflight.mjs";
import { writeProject } from "./project-fixture.ts";

const MAIN = "daemon/command-line/main.ts";

function project(files: Record<string, string> = {}) {
	return writeProject({
		"package.json": '{ "version": "1.2.3", "type": "module", "imports": { "#core/*": "./core/*" } }',
		[MAIN]: 'console.log((await import("#core/word.ts")).word);',
		"core/word.ts": 'export const word = "first";',
		"channels/web/page/app.js": "page();",
		...files,
	});
}

const start = (root: string) => execFileSync(join(root, "dist/steward.js"), { encoding: "utf8" }).trim();
const builds = (root: string) => readdirSync(join(root, "dist")).filter((name) => /^[0-9a-f]{16}$/.test(name));

describe("bundle", () => {
	it("makes a program that runs, with the web page beside it", async () => {
		const root = project();
		const { version, digest } = await bundle(root);
		expect(start(root)).toBe("first");
		expect(version).toBe("1.2.3");
		expect(readdirSync(join(root, "dist", digest, "page"))).toEqual(["app.js"]);
	});

	it("lets a library use require", async () => {
		const root = project({
			[MAIN]: 'import { name } from "./old.cjs";\nconsole.log(name);',
			"daemon/command-line/old.cjs": 'exports.name = require("node:path").basename("/a/old");',
		});
		await bundle(root);
		expect(start(root)).toBe("old");
	});

	it("keeps the parts that an older, running program has yet to load", async () => {
		const root = project();
		const before = await bundle(root);
		const after = await bundle(writeProject({ "core/word.ts": 'export const word = "second";' }, root));
		expect(after.digest).not.toBe(before.digest);
		expect(start(root)).toBe("second");
		const old = spawnSync(process.execPath, [join(root, "dist", before.digest, "main.js")], { encoding: "utf8" });
		expect(old.stdout.trim()).toBe("first");
	});

	it("removes builds in the end", async () => {
		const root = project();
		for (const word of ["a", "b", "c", "d", "e", "f", "g"]) {
			await bundle(writeProject({ "core/word.ts": `export const word = "${word}";` }, root));
		}
		expect(builds(root)).toHaveLength(5);
		expect(start(root)).toBe("g");
	});

	it("can run twice at once", async () => {
		const root = project();
		await Promise.all([bundle(root), bundle(root), bundle(root)]);
		expect(start(root)).toBe("first");
		expect(readdirSync(join(root, "dist"))).toHaveLength(3);
	});

	it("leaves the last build in use when a source is broken", async () => {
		const root = project();
		await bundle(root);
		await expect(bundle(writeProject({ "core/word.ts": 'import "./gone.ts";' }, root))).rejects.toThrow();
		expect(start(root)).toBe("first");
	});
});

describe("isFresh", () => {
	/** A file that was written just before a build counts as changed during it, so its time is set back. */
	async function builtProject() {
		const root = project();
		for (const file of [MAIN, "core/word.ts", "channels/web/page/app.js", "package.json"]) {
			utimesSync(join(root, file), 1, 1);
		}
		await bundle(root);
		return root;
	}

	it("is true after a build, and false before one", async () => {
		expect(isFresh(project())).toBe(false);
		expect(isFresh(await builtProject())).toBe(true);
	});

	it.each([
		["a source changed", { "core/word.ts": 'export const word = "other";' }],
		["package.json changed", { "package.json": "{}" }],
		["the page changed", { "channels/web/page/app.js": "other();" }],
		["the page got a file", { "channels/web/page/new.css": "" }],
		["packages were installed", { "node_modules/.package-lock.json": "{}" }],
		["the record of the build is damaged", { "dist/build.json": "" }],
	])("is false when %s", async (_, files) => {
		expect(isFresh(writeProject(files, await builtProject()))).toBe(false);
	});

	it("is false when a source or the build is gone", async () => {
		const root = await builtProject();
		rmSync(join(root, "core/word.ts"));
		expect(isFresh(root)).toBe(false);
		const other = await builtProject();
		rmSync(join(other, "dist/steward.js"));
		expect(isFresh(other)).toBe(false);
	});
});

it("says what keeps the scripts from working", () => {
	const ready = writeProject({ "node_modules/.package-lock.json": "{}" });
	expect(findObstacle(ready, "20.19.0")).toBeUndefined();
	expect(findObstacle(ready, "22.0.0")).toBeUndefined();
	expect(findObstacle(ready, "20.18.3")).toContain("Node 20.18.3 is too old");
	expect(findObstacle(ready, "18.20.0")).toContain("too old");
	expect(findObstacle(writeProject({}), "20.19.0")).toContain("run npm ci first");
});
