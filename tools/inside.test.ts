import { execFileSync } from "node:child_process";
import {
	closeSync,
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { procDescriptors, statDescriptors } from "./descriptors.ts";
import { Inside } from "./inside.ts";
import { parsePath } from "./paths.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";
import { ToolError } from "./tool.ts";
import { writeFile } from "./write-file.ts";

describe("paths as the model gives them", () => {
	it.each([
		["notes.md", "notes.md"],
		["./a//b/", "a/b"],
		["a/../b", "b"],
		["workspace/notes.md", "notes.md"],
		["/home/me/workspace/notes.md", "notes.md"],
		["./workspace/notes.md", "workspace/notes.md"],
		["workspace", ""],
		[".", ""],
	])("takes %s as %s", (given, path) => {
		expect(parsePath(given, "/home/me/workspace")).toBe(path);
	});

	it.each([
		["", /empty/],
		[" ", /empty/],
		["/etc/passwd", /outside the workspace/],
		["/home/me/workspace-2/x", /outside the workspace/],
		["../x", /outside the workspace/],
		["a/../../x", /outside the workspace/],
		["workspace/../../x", /outside the workspace/],
		["a\0b", /NUL/],
		["a\ud800b", /half a character/],
		[`dir/${"ä".repeat(128)}`, /more than 255 bytes/],
	])("refuses %j", (given, problem) => {
		expect(() => parsePath(given, "/home/me/workspace")).toThrow(problem);
		expect(() => parsePath(given, "/home/me/workspace")).toThrow(ToolError);
	});
});

describe.each([
	["through /proc", procDescriptors],
	["by device and inode", statDescriptors],
])("opening, checked %s", (_name, descriptors) => {
	function workspace() {
		const context = testContext();
		writeFileSync(join(context.outside, "secret.txt"), "secret");
		return { ...context, inside: new Inside(context.workspace, descriptors) };
	}

	it("follows a link that stays inside and says where it led", () => {
		const { inside, workspace: root } = workspace();
		mkdirSync(join(root, "inbox"));
		writeFileSync(join(root, "inbox", "a.txt"), "a");
		symlinkSync("inbox/a.txt", join(root, "link"));
		const file = inside.openFile("link");
		closeSync(file.fd);
		expect(file.path).toBe("inbox/a.txt");
	});

	it("refuses links that lead outside: the file itself, a folder above, and through /proc", () => {
		const { inside, workspace: root, outside } = workspace();
		symlinkSync(join(outside, "secret.txt"), join(root, "file"));
		symlinkSync(outside, join(root, "folder"));
		symlinkSync("/proc/self/environ", join(root, "environ"));
		for (const path of ["file", "folder/secret.txt", "environ"]) {
			expect(() => inside.openFile(path), path).toThrow(/outside the workspace/);
		}
		expect(() => inside.openFolder("folder")).toThrow(/outside the workspace/);
		expect(() => inside.openPlace("folder/new/x.txt", true)).toThrow(/outside the workspace/);
		expect(readdirSync(outside)).toEqual(["secret.txt"]);
	});

	it("refuses a link loop, a folder and a missing file with what to do", () => {
		const { inside, workspace: root } = workspace();
		symlinkSync("loop", join(root, "loop"));
		mkdirSync(join(root, "folder"));
		expect(() => inside.openFile("loop")).toThrow(/is a link/);
		expect(() => inside.openFile("folder")).toThrow(/is a folder.*list_folder/);
		expect(() => inside.openFile("nothing")).toThrow(/does not exist.*glob/);
	});

	it("makes missing folders and reports them", () => {
		const { inside, workspace: root } = workspace();
		mkdirSync(join(root, "a"));
		const place = inside.openPlace("a/b/c/file.txt", true);
		closeSync(place.folder.fd);
		expect(place.made).toEqual(["a/b", "a/b/c"]);
		expect(place.path).toBe("a/b/c/file.txt");
		expect(existsSync(join(root, "a/b/c"))).toBe(true);
	});

	it("leaves no descriptor open, whatever is refused", () => {
		const { inside, workspace: root, outside } = workspace();
		symlinkSync(outside, join(root, "folder"));
		mkdirSync(join(root, "real"));
		const before = readdirSync("/proc/self/fd").length;
		for (const path of ["folder/secret.txt", "real", "nothing"]) expect(() => inside.openFile(path)).toThrow(ToolError);
		expect(() => inside.openPlace("real/deeper/folder/../x".replace("/..", ""), true)).not.toThrow();
		expect(() => inside.openPlace("folder/x", true)).toThrow(ToolError);
		expect(inside.kindOf("real")).toBe("folder");
		// One more: the place that was opened on purpose.
		expect(readdirSync("/proc/self/fd").length).toBe(before + 1);
	});
});

describe("what is not a regular file", () => {
	it("refuses a pipe at once instead of waiting for a writer", async () => {
		const context = testContext();
		execFileSync("mkfifo", [join(context.workspace, "pipe")]);
		await expect(call(readFile, { path: "pipe" }, context)).rejects.toThrow(/pipe, socket or device/);
		await expect(call(writeFile, { path: "pipe", content: "x" }, context)).rejects.toThrow(/pipe, socket or device/);
	});

	it("refuses a socket and a link to a device", async () => {
		const context = testContext();
		const server = createServer().listen(join(context.workspace, "socket"));
		onTestFinished(() => void server.close());
		symlinkSync("/dev/zero", join(context.workspace, "zero"));
		await expect(call(readFile, { path: "socket" }, context)).rejects.toThrow(/pipe, socket or device/);
		await expect(call(readFile, { path: "zero" }, context)).rejects.toThrow(/outside the workspace/);
	});

	it("refuses to write to a link or to a file with two names, and says why", async () => {
		const context = testContext();
		writeFileSync(join(context.workspace, "one"), "text");
		linkSync(join(context.workspace, "one"), join(context.workspace, "two"));
		symlinkSync("one", join(context.workspace, "link"));
		await call(readFile, { path: "one" }, context);
		await expect(call(writeFile, { path: "one", content: "x" }, context)).rejects.toThrow(/2 names \(hard links\)/);
		await expect(call(writeFile, { path: "link", content: "x" }, context)).rejects.toThrow(/is a link/);
		expect(readFileSync(join(context.workspace, "two"), "utf8")).toBe("text");
	});
});
