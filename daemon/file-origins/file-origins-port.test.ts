import { copyFileSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { deleteFile } from "#tools/delete-file.ts";
import { editFile } from "#tools/edit-file.ts";
import { glob } from "#tools/glob.ts";
import { grep } from "#tools/grep.ts";
import { listFolder } from "#tools/list-folder.ts";
import { moveFile } from "#tools/move-file.ts";
import { readFile } from "#tools/read-file.ts";
import { writeFile } from "#tools/write-file.ts";
import { openFiles } from "./file-origins-fixture.ts";

const kit = () => {
	const files = openFiles();
	const read = (path: string) => files.run(readFile, { path });
	return { ...files, read, isOutside: async (path: string) => (await read(path)).outside !== undefined };
};

describe("a file that was written while outside content was in view", () => {
	it("is marked, and stays so when it is moved, renamed, copied or edited later", async () => {
		const { run, underTaint, read, isOutside, at } = kit();
		await underTaint(writeFile, { path: "a/notes.md", content: "obey me\n" });
		expect((await read("a/notes.md")).outside).toEqual({ source: "file a/notes.md" });
		copyFileSync(at("a/notes.md"), at("copy.md"));
		expect(await isOutside("copy.md")).toBe(true);
		await run(editFile, { path: "copy.md", old: "obey", new: "hear" });
		expect(await isOutside("copy.md")).toBe(true);
		await run(moveFile, { from: "copy.md", to: "b/moved.md" });
		expect(await isOutside("b/moved.md")).toBe(true);
		renameSync(at("a/notes.md"), at("elsewhere.md"));
		expect(await isOutside("elsewhere.md")).toBe(true);
	});

	it("leaves its bytes known when it is deleted or written anew, for the copies that there may be", async () => {
		const { run, underTaint, isOutside, read, at, put } = kit();
		for (const path of ["a.md", "b.md"]) await underTaint(writeFile, { path, content: `of ${path}` });
		for (const path of ["a.md", "b.md"]) copyFileSync(at(path), at(`copy-${path}`));
		await run(deleteFile, { path: "a.md" });
		await read("b.md");
		await run(writeFile, { path: "b.md", content: "my own words" });
		expect(await isOutside("b.md")).toBe(false);
		for (const path of ["copy-a.md", "copy-b.md"]) expect(await isOutside(path)).toBe(true);
		put("a.md", "its owner's, in an editor");
		expect(await isOutside("a.md")).toBe(false);
		await run(deleteFile, { path: "a.md" });
		await run(writeFile, { path: "a.md", content: "mine as well" });
		expect(await isOutside("a.md")).toBe(false);
	});

	it("keeps its mark when its owner changes it in an editor, under each of its names", async () => {
		const { underTaint, isOutside, at } = kit();
		await underTaint(writeFile, { path: "a.md", content: "obey me" });
		linkSync(at("a.md"), at("other-name.md"));
		symlinkSync("a.md", at("link.md"));
		writeFileSync(at("a.md"), "obey me, and more");
		for (const path of ["a.md", "other-name.md", "link.md"]) expect(await isOutside(path)).toBe(true);
	});

	it("marks a file that was its owner's, once it was edited then", async () => {
		const { put, underTaint, read, isOutside } = kit();
		put("a.md", "my list\n");
		await read("a.md");
		const edited = await underTaint(editFile, { path: "a.md", old: "list", new: "list. Obey" });
		expect(edited.outside).toBeUndefined();
		expect(await isOutside("a.md")).toBe(true);
	});

	it("is not mistaken for every empty file", async () => {
		const { put, underTaint, isOutside } = kit();
		await underTaint(writeFile, { path: "a.md", content: "" });
		put("b.md", "");
		expect(await isOutside("b.md")).toBe(false);
	});
});

describe("a file that was written without", () => {
	it("is nobody else's, whatever is made of it", async () => {
		const { run, at, isOutside, marks } = kit();
		await run(writeFile, { path: "a/b.md", content: "mine" });
		await run(editFile, { path: "a/b.md", old: "mine", new: "all mine" });
		await run(moveFile, { from: "a/b.md", to: "c/d.md" });
		copyFileSync(at("c/d.md"), at("e.md"));
		linkSync(at("c/d.md"), at("f.md"));
		for (const path of ["c/d.md", "e.md", "f.md"]) expect(await isOutside(path)).toBe(false);
		expect((await run(glob, { pattern: "**/*" })).outside).toBeUndefined();
		expect(marks.all()).toEqual([]);
	});

	it("keeps its words when it is moved under outside content, but not its name", async () => {
		const { put, underTaint, run, at, isOutside } = kit();
		put("a.md", "mine");
		await underTaint(moveFile, { from: "a.md", to: "obey.md" });
		expect((await run(glob, { pattern: "*" })).outside).toEqual({ source: "file obey.md" });
		copyFileSync(at("obey.md"), at("b.md"));
		expect(await isOutside("b.md")).toBe(false);
	});

	it("is not marked by a move on to it, which is refused", async () => {
		const { put, underTaint, isOutside } = kit();
		put("mine.md", "mine");
		put("inbox/mail.txt", "obey");
		const move = underTaint(moveFile, { from: "inbox/mail.txt", to: "mine.md" });
		await expect(move).rejects.toThrow(/mine\.md exists already/);
		expect(await isOutside("mine.md")).toBe(false);
	});

	it("loses the mark of a name that something else had before", async () => {
		const { put, underTaint, run, at, isOutside } = kit();
		await underTaint(writeFile, { path: "a.md", content: "obey" });
		renameSync(at("a.md"), at("gone.md"));
		put("b.md", "mine");
		await run(moveFile, { from: "b.md", to: "a.md" });
		expect(await isOutside("a.md")).toBe(false);
		expect(await isOutside("gone.md")).toBe(true);
	});
});

describe("what came in", () => {
	it("keeps its mark when it is moved out of its folder", async () => {
		const { put, run, isOutside, at } = kit();
		put("inbox/mail.txt", "obey me");
		put("outputs/outside/C-1.txt", "obey me too");
		await run(moveFile, { from: "inbox/mail.txt", to: "shared/mail.txt" });
		await run(moveFile, { from: "outputs/outside/C-1.txt", to: "shared/output.txt" });
		copyFileSync(at("shared/mail.txt"), at("copy.txt"));
		for (const path of ["shared/mail.txt", "shared/output.txt", "copy.txt"]) expect(await isOutside(path)).toBe(true);
	});

	it("marks what an edit makes of it, also for copies", async () => {
		const { put, run, read, isOutside, at } = kit();
		put("inbox/mail.txt", "obey me");
		await read("inbox/mail.txt");
		expect((await run(editFile, { path: "inbox/mail.txt", old: "obey", new: "hear" })).outside).toBeDefined();
		copyFileSync(at("inbox/mail.txt"), at("copy.txt"));
		expect(await isOutside("copy.txt")).toBe(true);
	});
});

describe("a name from others", () => {
	it("marks the answers that show it: of its file, of a copy with another name, of a folder", async () => {
		const { run, underTaint, at, put } = kit();
		await underTaint(writeFile, { path: "a/obey/x.md", content: "theirs" });
		put("b/mine.md", "mine");
		mkdirSync(at("c"));
		copyFileSync(at("a/obey/x.md"), at("c/copy.md"));
		const answers = async (folder: string) => [
			(await run(listFolder, { path: folder })).outside,
			(await run(glob, { pattern: `${folder}/**/*.md` })).outside,
			(await run(grep, { pattern: ".", path: folder })).outside,
		];
		expect((await answers("a")).map((outside) => outside !== undefined)).toEqual([true, true, true]);
		expect((await answers("c")).map((outside) => outside !== undefined)).toEqual([true, true, true]);
		expect(await answers("b")).toEqual([undefined, undefined, undefined]);
		await run(deleteFile, { path: "a/obey/x.md" });
		expect((await run(listFolder, { path: "a" })).outside).toBeDefined();
		expect((await run(listFolder, { path: "a/obey" })).outside).toBeDefined();
		await run(writeFile, { path: "a/obey/mine.md", content: "mine" });
		expect((await run(glob, { pattern: "a/obey/*" })).outside).toBeDefined();
		expect((await run(grep, { pattern: "mine", path: "a/obey" })).outside).toBeDefined();
	});

	it("is not named in an error, nor is a line of its file", async () => {
		const { run, underTaint, put } = kit();
		put("notes/mine.md", "mine");
		await underTaint(writeFile, { path: "notes/nine.md", content: "obey \u201cme\u201d" });
		await expect(run(readFile, { path: "notes/dine.md" })).rejects.toThrow(/Near it: notes\/mine\.md\.$/);
		const miss = run(editFile, { path: "notes/nine.md", old: 'obey "me"', new: "x" });
		await expect(miss).rejects.toThrow(/Line 1 reads the same but has other characters. Call read_file/);
	});
});

describe("a large file", () => {
	it("is known by its size where only its name is shown, and by its bytes where it is read", async () => {
		const { run, underTaint, at, put, isOutside } = kit();
		await underTaint(writeFile, { path: "big.txt", content: "x\n".repeat(50_000) });
		copyFileSync(at("big.txt"), at("copy.txt"));
		put("other.txt", "y\n".repeat(50_000));
		expect((await run(glob, { pattern: "copy*" })).outside).toBeDefined();
		expect(await isOutside("copy.txt")).toBe(true);
		expect(await isOutside("other.txt")).toBe(false);
	});

	it("too large to be read is known by its size, also when it was moved", async () => {
		const { run, files, at, put } = kit();
		put("inbox/film.bin", "");
		writeFileSync(at("inbox/film.bin"), Buffer.alloc(33 * 1024 * 1024));
		await run(moveFile, { from: "inbox/film.bin", to: "film.bin" });
		const sizeBytes = 33 * 1024 * 1024;
		expect(files.sourceOf({ path: "film.bin", digest: undefined, sizeBytes, names: 1 })).toBe("file film.bin");
		expect(files.sourceOf({ path: "copy.bin", digest: undefined, sizeBytes, names: 1 })).toBe("file copy.bin");
		expect(files.sourceOf({ path: "copy.bin", digest: undefined, sizeBytes: sizeBytes + 1, names: 1 })).toBeUndefined();
	});
});
