import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "#core/digest.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { moveFile } from "./move-file.ts";
import { readFile } from "./read-file.ts";
import { call, type TestContext, testContext } from "./test-context.ts";
import { undo } from "./undo.ts";
import { writeFile } from "./write-file.ts";

function open(files: Record<string, string> = {}) {
	const context = testContext();
	for (const [path, text] of Object.entries(files)) writeFileSync(join(context.workspace, path), text);
	const at = (path: string) => join(context.workspace, path);
	/** The next call, by its number. */
	const as = (change: string): TestContext => {
		context.copies.change = change;
		return context;
	};
	const read = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : undefined);
	return { context, at, as, read };
}

it("brings back what was edited, and undoing that brings back the edit", async () => {
	const { as, read } = open({ "a.md": "old words\n" });
	await call(readFile, { path: "a.md" }, as("C-1"));
	await call(editFile, { path: "a.md", old: "old", new: "new" }, as("C-2"));
	const { text } = await call(undo, { call: "C-2" }, as("C-3"));
	expect(read("a.md")).toBe("old words\n");
	expect(text).toBe("Undid C-2: a.md is back (10 bytes). What stood there is kept: undo C-3 brings it back.");
	await call(undo, { call: "C-3" }, as("C-4"));
	expect(read("a.md")).toBe("new words\n");
});

it("takes away what was made, and brings it back", async () => {
	const { as, read } = open();
	await call(writeFile, { path: "b/new.md", content: "words" }, as("C-1"));
	const { text } = await call(undo, { call: "C-1" }, as("C-2"));
	expect([text, read("b/new.md")]).toEqual([expect.stringContaining("b/new.md was taken away again."), undefined]);
	await call(undo, { call: "C-2" }, as("C-3"));
	expect(read("b/new.md")).toBe("words");
});

it("brings back what was deleted, byte for byte, with its permissions, in a folder that is gone by now", async () => {
	const { context, at, as } = open();
	const bytes = Buffer.from([0, 255, 13, 10, 239, 187, 191, 128]);
	mkdirSync(at("x"));
	writeFileSync(at("x/y.bin"), bytes);
	chmodSync(at("x/y.bin"), 0o750);
	await call(deleteFile, { path: "x/y.bin" }, as("C-1"));
	rmSync(at("x"), { recursive: true });
	await call(undo, { call: "C-1" }, as("C-2"));
	expect(readFileSync(at("x/y.bin"))).toEqual(bytes);
	expect(statSync(at("x/y.bin")).mode & 0o777).toBe(0o750);
	expect(context.seen.get("x/y.bin"), "has to be read before it is written again").toBeUndefined();
});

it("moves back what was moved", async () => {
	const { as, read } = open({ "a.md": "words" });
	await call(moveFile, { from: "a.md", to: "c/d.md" }, as("C-1"));
	await call(undo, { call: "C-1" }, as("C-2"));
	expect([read("a.md"), read("c/d.md")]).toEqual(["words", undefined]);
	await call(undo, { call: "C-2" }, as("C-3"));
	expect([read("a.md"), read("c/d.md")]).toEqual([undefined, "words"]);
});

it("keeps what somebody else wrote there since", async () => {
	const { as, at, read } = open({ "a.md": "old" });
	await call(deleteFile, { path: "a.md" }, as("C-1"));
	writeFileSync(at("a.md"), "the owner's new one");
	await call(undo, { call: "C-1" }, as("C-2"));
	expect(read("a.md")).toBe("old");
	await call(undo, { call: "C-2" }, as("C-3"));
	expect(read("a.md")).toBe("the owner's new one");
});

it("says that there is nothing to do where all is as it was, and where nothing is kept", async () => {
	const { as, at } = open({ "a.md": "old" });
	await call(deleteFile, { path: "a.md" }, as("C-1"));
	writeFileSync(at("a.md"), "old");
	expect((await call(undo, { call: "C-1" }, as("C-2"))).text).toContain("a.md is as it was.");
	await expect(call(undo, { call: "C-77" }, as("C-3"))).rejects.toThrow("Nothing is kept for C-77");
	expect(() => undo.effects({ call: "C-77" }, as("C-3"))).toThrow("Nothing is kept for C-77");
});

it("says before what it would do to which files, and notices when they change meanwhile", async () => {
	const { as, at } = open({ "a.md": "old" });
	await call(moveFile, { from: "a.md", to: "b.md" }, as("C-1"));
	const report = undo.effects({ call: "C-1" }, as("C-2"));
	expect(report).toMatchObject({
		...{ effect: "write", target: "workspace/a.md, workspace/b.md" },
		preview: "Undo C-1:\n\n- bring back a.md (3 bytes)\n- take away b.md, which was not there before",
	});
	writeFileSync(at("b.md"), "changed");
	expect(undo.effects({ call: "C-1" }, as("C-2")).resourceVersion).not.toBe(report.resourceVersion);
});

it("leaves alone what is read-only, or has other names", async () => {
	const { as, at, read } = open({ "a.md": "old", "b.md": "old" });
	await call(deleteFile, { path: "a.md" }, as("C-1"));
	await call(deleteFile, { path: "b.md" }, as("C-2"));
	writeFileSync(at("a.md"), "fixed");
	chmodSync(at("a.md"), 0o444);
	writeFileSync(at("b.md"), "two names");
	linkSync(at("b.md"), at("c.md"));
	await expect(call(undo, { call: "C-1" }, as("C-3"))).rejects.toThrow("read-only");
	await expect(call(undo, { call: "C-2" }, as("C-4"))).rejects.toThrow("2 names");
	expect([read("a.md"), read("b.md")]).toEqual(["fixed", "two names"]);
});

it("changes nothing where no copy can be kept", async () => {
	const { context, as, read } = open({ "a.md": "old", "b.md": "old" });
	await call(readFile, { path: "a.md" }, as("C-1"));
	context.copies.keep = () => {
		throw new Error("the disk is full");
	};
	context.copies.keepAbsence = context.copies.keep as never;
	await expect(call(writeFile, { path: "a.md", content: "new" }, as("C-2"))).rejects.toThrow("full");
	await expect(call(writeFile, { path: "n.md", content: "new" }, as("C-2"))).rejects.toThrow("full");
	await expect(call(editFile, { path: "a.md", old: "old", new: "new" }, as("C-3"))).rejects.toThrow("full");
	await expect(call(deleteFile, { path: "b.md" }, as("C-4"))).rejects.toThrow("full");
	await expect(call(moveFile, { from: "b.md", to: "c.md" }, as("C-5"))).rejects.toThrow("full");
	expect([read("a.md"), read("b.md"), read("c.md"), read("n.md")]).toEqual(["old", "old", undefined, undefined]);
});

it("keeps others' words marked when they come back", async () => {
	const { context, as } = open({ "a.md": "their words" });
	context.files.marked.set("a.md", { digest: sha256(Buffer.from("their words")), sizeBytes: 11 });
	await call(deleteFile, { path: "a.md" }, as("C-1"));
	context.files.marked.set("elsewhere.md", { digest: sha256(Buffer.from("their words")), sizeBytes: 11 });
	await call(undo, { call: "C-1" }, as("C-2"));
	expect(context.files.marked.has("a.md")).toBe(true);
});
