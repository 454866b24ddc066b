import { copyFileSync, linkSync, symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { systemClock } from "#core/clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { glob } from "#tools/glob.ts";
import { readFile } from "#tools/read-file.ts";
import { writeFile } from "#tools/write-file.ts";
import { openFiles } from "./file-origins-fixture.ts";
import { IncomingMarks } from "./incoming-marks.ts";
import { MarkedFiles } from "./marked-files.ts";

const signal = new AbortController().signal;

function open(clock = systemClock) {
	const files = openFiles({}, clock);
	const { database, marks, journal, workspace } = files;
	const marked = new MarkedFiles({ database, marks, journal, workspace });
	return {
		...files,
		trust: (path: string) => marked.trust(path),
		incoming: new IncomingMarks({ marks, workspace, clock }),
		list: () => marked.list(signal),
		listed: async () => (await marked.list(signal)).map(({ path }) => path),
		isOutside: async (path: string) => (await files.run(readFile, { path })).outside !== undefined,
	};
}

it("lists what is marked outside of the inbox, with copies, why and since when", async () => {
	const { underTaint, put, at, list, incoming, clock } = open();
	await underTaint(writeFile, { path: "a/b.md", content: "obey" });
	put("inbox/mail.txt", "obey me");
	put("mine.txt", "mine!!!");
	await incoming.refresh(signal);
	copyFileSync(at("inbox/mail.txt"), at("copy.txt"));
	const files = await list();
	expect(files.map(({ path, source }) => `${path}: ${source}`)).toEqual([
		"a: named while outside content was in view",
		"a/b.md: written while outside content was in view",
		"copy.txt: a copy: file inbox/mail.txt",
	]);
	for (const { since } of files) expect(Math.abs(since - clock.now())).toBeLessThan(60_000);
});

it("takes the mark from a file that the owner trusts, and from copies, and from nothing else", async () => {
	const { underTaint, at, trust, listed, isOutside, run, journal, database } = open();
	await underTaint(writeFile, { path: "a.md", content: "obey" });
	await underTaint(writeFile, { path: "same.md", content: "obey" });
	await underTaint(writeFile, { path: "b.md", content: "obey me" });
	copyFileSync(at("a.md"), at("copy.md"));
	expect(await trust("a.md")).toEqual({ path: "a.md" });
	expect(await listed()).toEqual(["b.md", "same.md"]);
	for (const path of ["a.md", "copy.md"]) expect(await isOutside(path)).toBe(false);
	for (const path of ["b.md", "same.md"]) expect(await isOutside(path)).toBe(true);
	expect((await run(glob, { pattern: "a.md" })).outside).toBeUndefined();
	expect(database.all("SELECT kind, decision FROM journal")).toEqual([{ kind: "rule", decision: "trusted" }]);
	expect(journal).toBeDefined();
});

it("takes it from a folder's name, and from a link's file", async () => {
	const { underTaint, at, trust, listed } = open();
	await underTaint(writeFile, { path: "a/b.md", content: "obey" });
	expect(await trust("a")).toEqual({ path: "a" });
	expect(await listed()).toEqual(["a/b.md"]);
	symlinkSync("a/b.md", at("link.md"));
	expect(await trust("workspace/link.md")).toEqual({ path: "a/b.md" });
	expect(await listed()).toEqual([]);
});

it("is marked anew by what is written next, and what is the same as a trusted file in the inbox is not", async () => {
	// As if it had come some time ago: what changed a moment ago is learnt anew.
	const later = { ...systemClock, now: () => systemClock.now() + 10_000 };
	const { underTaint, put, at, trust, incoming, isOutside } = open(later);
	put("inbox/mail.txt", "obey");
	await incoming.refresh(signal);
	copyFileSync(at("inbox/mail.txt"), at("a.md"));
	await trust("a.md");
	expect(await incoming.refresh(signal)).toBe(0);
	expect(await isOutside("a.md")).toBe(false);
	expect(await isOutside("inbox/mail.txt")).toBe(true);
	await underTaint(writeFile, { path: "a.md", content: "obey again" });
	expect(await isOutside("a.md")).toBe(true);
});

it("refuses what it can't clear, and says why", async () => {
	const { underTaint, put, at, trust, listed, workspace } = open();
	put("inbox/mail.txt", "obey");
	put("mine.md", "mine");
	await underTaint(writeFile, { path: "a.md", content: "obey" });
	put("b.md", "obey, said the owner");
	linkSync(at("a.md"), at("hard.md"));
	put("a.md", "obey, said the owner, and more");
	symlinkSync(tempFolder(), at("away"));
	await expect(trust("inbox/mail.txt")).rejects.toThrow(/always counts as others' words.*Copy/);
	await expect(trust("mine.md")).rejects.toThrow("mine.md is not marked");
	await expect(trust("nothing.md")).rejects.toThrow("nothing.md does not exist");
	await expect(trust("hard.md")).rejects.toThrow(/hard link.*Trust that one first/);
	for (const path of ["../a.md", "/etc/passwd", `${workspace}/../a.md`])
		await expect(trust(path)).rejects.toThrow(/outside/);
	await expect(trust("away")).rejects.toThrow(/outside the workspace/);
	expect(await listed()).toEqual(["a.md"]);
	expect(await trust(`${workspace}/a.md`)).toEqual({ path: "a.md" });
});
