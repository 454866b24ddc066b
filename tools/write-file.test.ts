import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "#core/digest.ts";
import { Inside } from "./inside.ts";
import { readFile } from "./read-file.ts";
import { replaceFile } from "./replace-file.ts";
import { call, testContext } from "./test-context.ts";
import { writeFile } from "./write-file.ts";

it("makes a new file with its folders and states the new scene", async () => {
	const context = testContext();
	const { text } = await call(writeFile, { path: "a/b/notes.md", content: "one\ntwo\n" }, context);
	expect(text).toBe("Created a/b/notes.md: 8 bytes, 2 lines. Made the folder a, a/b.");
	expect(readFileSync(join(context.workspace, "a/b/notes.md"), "utf8")).toBe("one\ntwo\n");
	expect(readdirSync(join(context.workspace, "a/b"))).toEqual(["notes.md"]);
});

it("replaces only what was read in its current version", async () => {
	const context = testContext();
	const path = join(context.workspace, "notes.md");
	writeFileSync(path, "first");
	const write = (content: string) => call(writeFile, { path: "notes.md", content }, context);
	await expect(write("x")).rejects.toThrow(/exists, and you have not read it yet.*read_file/);
	await call(readFile, { path: "notes.md" }, context);
	writeFileSync(path, "by somebody else");
	await expect(write("x")).rejects.toThrow(/changed since you last read it.*read_file/);
	expect(readFileSync(path, "utf8")).toBe("by somebody else");
	await call(readFile, { path: "notes.md" }, context);
	expect((await write("second")).text).toBe("Replaced notes.md: 6 bytes, 1 line, was 16 bytes.");
	// What it wrote itself, it has seen.
	expect((await write("third")).text).toContain("Replaced");
	expect(readFileSync(path, "utf8")).toBe("third");
});

it("keeps the old file's permissions, and leaves a read-only file alone", async () => {
	const context = testContext();
	const path = join(context.workspace, "run.sh");
	writeFileSync(path, "a");
	chmodSync(path, 0o751);
	await call(readFile, { path: "run.sh" }, context);
	await call(writeFile, { path: "run.sh", content: "b" }, context);
	expect(statSync(path).mode & 0o777).toBe(0o751);
	chmodSync(path, 0o444);
	await expect(call(writeFile, { path: "run.sh", content: "c" }, context)).rejects.toThrow(/read-only/);
	expect(readFileSync(path, "utf8")).toBe("b");
});

it("does not write over what came in while it was writing", async () => {
	const context = testContext();
	const inside = new Inside(context.workspace);
	const place = inside.openPlace("notes.md", true);
	const writing = replaceFile(inside, place, Buffer.from("ours"));
	writeFileSync(join(context.workspace, "notes.md"), "theirs");
	await expect(writing).rejects.toThrow(/changed meanwhile/);
	expect(readFileSync(join(context.workspace, "notes.md"), "utf8")).toBe("theirs");
	expect(readdirSync(context.workspace)).toEqual(["notes.md"]);
});

it("gets past drafts that a crash left behind", async () => {
	const context = testContext();
	writeFileSync(join(context.workspace, `.steward-${process.pid}-0.tmp`), "left");
	await call(writeFile, { path: "notes.md", content: "x" }, context);
	expect(readFileSync(join(context.workspace, "notes.md"), "utf8")).toBe("x");
	expect(readFileSync(join(context.workspace, `.steward-${process.pid}-0.tmp`), "utf8")).toBe("left");
});

it("refuses half characters, a folder, and a file as a folder", async () => {
	const context = testContext();
	mkdirSync(join(context.workspace, "folder"));
	writeFileSync(join(context.workspace, "file"), "");
	const write = (path: string, content = "x") => call(writeFile, { path, content }, context);
	await expect(write("a", "x\ud800")).rejects.toThrow(/half a character .* position 2/);
	await expect(write("folder")).rejects.toThrow(/is a folder/);
	await expect(write("workspace/")).rejects.toThrow(/workspace itself/);
	await expect(write("file/below")).rejects.toThrow(/is a file, not a folder/);
});

it("tells the gate what would be written over which version", () => {
	const context = testContext();
	const report = (path: string) => writeFile.effects({ path, content: "a\n```\nb" }, context);
	expect(report("new.md")).toMatchObject({ effect: "write", target: "workspace/new.md", resourceVersion: "absent" });
	expect(report("new.md").preview).toContain("````\na\n```\nb\n````");
	writeFileSync(join(context.workspace, "old.md"), "old");
	expect(report("old.md").resourceVersion).toBe(sha256("old"));
	expect(() => report("../x")).toThrow(/outside/);
});

it("marks what it writes while outside content is in view, with the folders that it makes", async () => {
	const context = testContext();
	await call(writeFile, { path: "a/mine.md", content: "mine" }, context);
	context.files.tainted = true;
	await call(writeFile, { path: "a/b/theirs.md", content: "theirs" }, context);
	expect([...context.files.marked.keys()]).toEqual(["a/b", "a/b/theirs.md"]);
	context.files.tainted = false;
	expect((await call(readFile, { path: "a/b/theirs.md" }, context)).outside).toEqual({ source: "file a/b/theirs.md" });
	await call(writeFile, { path: "a/b/theirs.md", content: "mine by now" }, context);
	expect([...context.files.marked.keys()]).toEqual(["a/b"]);
});

it("marks nothing where it refuses to write", async () => {
	const context = testContext();
	writeFileSync(join(context.workspace, "mine.md"), "mine");
	context.files.tainted = true;
	await expect(call(writeFile, { path: "mine.md", content: "x" }, context)).rejects.toThrow(/not read it yet/);
	expect(context.files.marked.size).toBe(0);
});
