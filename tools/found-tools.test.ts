import { execFileSync } from "node:child_process";
import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "#core/digest.ts";
import { deleteFile } from "./delete-file.ts";
import { listFolder } from "./list-folder.ts";
import { moveFile } from "./move-file.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";
import { writeFile } from "./write-file.ts";

function workspaceWith(...paths: string[]) {
	const context = testContext();
	for (const path of paths) {
		mkdirSync(dirname(join(context.workspace, path)), { recursive: true });
		writeFileSync(join(context.workspace, path), `content of ${path}`);
	}
	return { ...context, at: (path: string) => join(context.workspace, path) };
}

describe("delete_file", () => {
	it("shows the owner what would be lost, bound to the bytes", () => {
		const context = workspaceWith("a/b.md");
		const report = deleteFile.effects({ path: "a/b.md" }, context);
		expect(report).toMatchObject({
			effect: "spend",
			target: "workspace/a/b.md",
			resourceVersion: sha256("content of a/b.md"),
		});
		expect(report.preview).toBe(
			"Delete a/b.md (17 bytes). A copy is kept for some weeks. It starts with:\n```\ncontent of a/b.md\n```",
		);
		writeFileSync(context.at("a/b.md"), "other");
		expect(deleteFile.effects({ path: "a/b.md" }, context).resourceVersion).toBe(sha256("other"));
	});

	it("deletes the file and forgets that it was seen", async () => {
		const context = workspaceWith("a.md");
		await call(readFile, { path: "a.md" }, context);
		expect((await call(deleteFile, { path: "workspace/a.md" }, context)).text).toBe(
			"Deleted a.md (given as workspace/a.md) (15 bytes).",
		);
		expect(existsSync(context.at("a.md"))).toBe(false);
		expect(context.seen.get("a.md")).toBeUndefined();
	});

	it("refuses folders, links, and what is not there", async () => {
		const context = workspaceWith("folder/a.md");
		symlinkSync("folder/a.md", context.at("link"));
		await expect(call(deleteFile, { path: "folder" }, context)).rejects.toThrow(/is a folder/);
		await expect(call(deleteFile, { path: "link" }, context)).rejects.toThrow(/is a link/);
		await expect(call(deleteFile, { path: "folder/b.md" }, context)).rejects.toThrow(/Near it: folder\/a.md/);
		expect(() => deleteFile.effects({ path: "link" }, context)).toThrow(/is a link/);
		expect(existsSync(context.at("folder/a.md"))).toBe(true);
	});

	it("deletes files too large to be read, and says what stays under another name", async () => {
		const context = workspaceWith("large", "one");
		truncateSync(context.at("large"), 40 * 1024 * 1024);
		linkSync(context.at("one"), context.at("two"));
		expect(deleteFile.effects({ path: "large" }, context).resourceVersion).toContain("41943040 bytes");
		await call(deleteFile, { path: "large" }, context);
		expect((await call(deleteFile, { path: "one" }, context)).text).toContain("stays under 1 other name");
		expect(readdirSync(context.workspace)).toEqual(["two"]);
	});
});

describe("move_file", () => {
	it("moves, makes folders, and keeps in mind what was seen", async () => {
		const context = workspaceWith("a.md");
		await call(readFile, { path: "a.md" }, context);
		const { text } = await call(moveFile, { from: "a.md", to: "x/y/b.md" }, context);
		expect(text).toBe("Moved a.md to x/y/b.md. Made the folder x, x/y.");
		expect(readdirSync(context.workspace)).toEqual(["x"]);
		await call(writeFile, { path: "x/y/b.md", content: "new" }, context);
		expect(readFileSync(context.at("x/y/b.md"), "utf8")).toBe("new");
	});

	it("never overwrites: not a file, not a folder, not a link, not itself", async () => {
		const context = workspaceWith("a.md", "b.md", "folder/c.md");
		symlinkSync("nowhere", context.at("link"));
		for (const to of ["b.md", "folder", "link", "a.md"]) {
			await expect(call(moveFile, { from: "a.md", to }, context), to).rejects.toThrow(/exists already/);
		}
		expect(readFileSync(context.at("a.md"), "utf8")).toBe("content of a.md");
		expect(readFileSync(context.at("b.md"), "utf8")).toBe("content of b.md");
	});

	it("refuses what is not a regular file, and places outside", async () => {
		const context = workspaceWith("a.md", "folder/c.md");
		execFileSync("mkfifo", [context.at("pipe")]);
		symlinkSync(context.outside, context.at("out"));
		await expect(call(moveFile, { from: "folder", to: "other" }, context)).rejects.toThrow(/is a folder/);
		await expect(call(moveFile, { from: "pipe", to: "other" }, context)).rejects.toThrow(/pipe, socket/);
		await expect(call(moveFile, { from: "a.md", to: "out/a.md" }, context)).rejects.toThrow(/outside the workspace/);
		await expect(call(moveFile, { from: "b.md", to: "c.md" }, context)).rejects.toThrow(/does not exist/);
		expect(readdirSync(context.outside)).toEqual([]);
	});
});

describe("list_folder", () => {
	it("lists what stands in a folder, hidden things too, without following links", async () => {
		const context = workspaceWith("b/x.md", "a.md", ".hidden");
		symlinkSync(context.outside, context.at("out"));
		expect((await call(listFolder, { path: "." }, context)).text).toBe(
			"workspace/ (given as .): entries 1-4 of 4\n.hidden  18 bytes\na.md  15 bytes\nb/\nout  (link, not followed)",
		);
		await expect(call(listFolder, { path: "out" }, context)).rejects.toThrow(/outside the workspace/);
		await expect(call(listFolder, { path: "a.md" }, context)).rejects.toThrow(/is a file, not a folder/);
	});

	it("pages", async () => {
		const context = workspaceWith(...Array.from({ length: 250 }, (_, index) => `f/${String(index).padStart(3, "0")}`));
		expect((await call(listFolder, { path: "f" }, context)).text).toMatch(
			/^f: entries 1-200 of 250; next: offset 200\n000 /,
		);
		expect((await call(listFolder, { path: "f", offset: 200 }, context)).text).toMatch(
			/^f: entries 201-250 of 250\n200 /,
		);
		await expect(call(listFolder, { path: "f", offset: 250 }, context)).rejects.toThrow(/only 250 entries/);
	});

	it("has words for an empty folder, and marks names in the inbox", async () => {
		const context = workspaceWith("inbox/mail.txt");
		mkdirSync(context.at("empty"));
		expect((await call(listFolder, { path: "empty" }, context)).text).toBe("The folder empty is empty.");
		expect((await call(listFolder, { path: "inbox" }, context)).outside).toEqual({ source: "file inbox/mail.txt" });
		expect((await call(listFolder, { path: "." }, context)).outside).toBeUndefined();
	});
});
