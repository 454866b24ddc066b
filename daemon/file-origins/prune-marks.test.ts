import { renameSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { writeFile } from "#tools/write-file.ts";
import { openFiles } from "./file-origins-fixture.ts";
import { pruneMarks } from "./prune-marks.ts";

const DAY_MS = 86_400_000;

function open() {
	const files = openFiles();
	const { marks, workspace, clock } = files;
	return {
		...files,
		paths: () => marks.all().map(({ path }) => path.replace(/-[0-9a-f]{64}$/, "")),
		async prune(days: number) {
			let count = 0;
			const steps = pruneMarks(marks, workspace, clock.now() + days * DAY_MS, new AbortController().signal);
			for await (const step of steps) count += step.count;
			return count;
		},
	};
}

it("lets go of a name that nothing has any more, and of its bytes a month later", async () => {
	const { underTaint, at, paths, prune } = open();
	await underTaint(writeFile, { path: "a/b.md", content: "obey" });
	await underTaint(writeFile, { path: "c.md", content: "obey me" });
	rmSync(at("a"), { recursive: true });
	// A mark is there before its file is.
	expect(await prune(0.5)).toBe(0);
	expect(await prune(2)).toBe(2);
	expect(paths()).toEqual(["/4", "c.md"]);
	expect(await prune(29)).toBe(0);
	expect(await prune(31)).toBe(1);
	expect(paths()).toEqual(["c.md"]);
});

it("keeps the bytes as long as a file has their size, wherever it lies", async () => {
	const { underTaint, put, at, paths, prune } = open();
	await underTaint(writeFile, { path: "a.md", content: "obey" });
	put(".hidden/x.md", "");
	renameSync(at("a.md"), at(".hidden/a.md"));
	expect(await prune(400)).toBe(1);
	expect(await prune(400)).toBe(0);
	expect(paths()).toEqual(["/4"]);
});
