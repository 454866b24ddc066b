import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { grep } from "./grep.ts";
import { call, testContext } from "./test-context.ts";

function workspaceWith(files: Record<string, string | Buffer>) {
	const context = testContext();
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(context.workspace, path)), { recursive: true });
		writeFileSync(join(context.workspace, path), content);
	}
	const search = (pattern: string, rest: object = {}) => call(grep, { pattern, ...rest }, context);
	const lines = async (pattern: string, rest: object = {}) => (await search(pattern, rest)).text.split("\n").slice(1);
	return { context, search, lines };
}

it("finds lines in all files, with path and line", async () => {
	const { search } = workspaceWith({ "b.txt": "no\nfoo 2\r\n", "a/x.md": "foo 1", "c.txt": "Foo" });
	expect((await search("foo \\d")).text).toBe(
		"2 lines in 2 files match (3 files searched), showing 1-2\na/x.md:1:foo 1\nb.txt:2:foo 2",
	);
	expect((await search("^FOO$", { ignoreCase: true })).text).toContain("c.txt:1:Foo");
});

it("looks only in the file, folder or glob that is given", async () => {
	const { lines } = workspaceWith({
		"a/x.md": "foo",
		"a/y.txt": "foo",
		"z.md": "foo",
		"a[1].md": "foo",
		".env": "foo",
	});
	expect(await lines("foo", { path: "a" })).toEqual(["a/x.md:1:foo", "a/y.txt:1:foo"]);
	expect(await lines("foo", { path: "**/*.md" })).toEqual(["a/x.md:1:foo", "a[1].md:1:foo", "z.md:1:foo"]);
	expect(await lines("foo", { path: "a[1].md" })).toEqual(["a[1].md:1:foo"]);
	expect(await lines("foo", { path: ".env" })).toEqual([".env:1:foo"]);
});

it("shows lines around, joins what overlaps and parts what does not", async () => {
	const { lines } = workspaceWith({ "a.txt": "1\n2 x\n3\n4 x\n5\n6\n7\n8\n9 x\n" });
	expect(await lines("x", { context: 1 })).toEqual([
		"a.txt-1-1",
		"a.txt:2:2 x",
		"a.txt-3-3",
		"a.txt:4:4 x",
		"a.txt-5-5",
		"--",
		"a.txt-8-8",
		"a.txt:9:9 x",
	]);
});

it("shows each of neighbouring matches as a match", async () => {
	const { lines, search } = workspaceWith({ "a.txt": "x1\nx2\nx3\n" });
	expect(await lines("x", { context: 2 })).toEqual(["a.txt:1:x1", "a.txt:2:x2", "a.txt:3:x3"]);
	expect((await search("x", { context: 2 })).text).toContain("showing 1-3");
});

it("pages, with the total", async () => {
	const { search } = workspaceWith({ "a.txt": "x1\nx2\nx3\n", "b.txt": "x4\n" });
	expect((await search("x", { limit: 2 })).text).toContain(
		"4 lines in 2 files match (2 files searched), showing 1-2; next: offset 2",
	);
	expect((await search("x", { limit: 2, offset: 2 })).text).toMatch(/showing 3-4\na.txt:3:x3\nb.txt:1:x4$/);
	await expect(search("x", { offset: 4 })).rejects.toThrow(/Only 4 lines/);
});

it("fills at most one page of characters and goes on from there", async () => {
	const { search } = workspaceWith({ "a.txt": `${"x".repeat(250)}\n`.repeat(100) });
	const { text } = await search("x", { limit: 1000 });
	expect(text.length).toBeLessThan(10_200);
	const next = Number(/next: offset (\d+)/.exec(text)?.[1]);
	expect((await search("x", { offset: next })).text).toContain(`a.txt:${next + 1}:`);
});

it("cuts long lines around the match and says by how much", async () => {
	const { lines } = workspaceWith({ "a.json": `${"a".repeat(50_000)}needle${"b".repeat(1000)}` });
	const [line = ""] = await lines("needle");
	expect(line).toMatch(/^a\.json:1:\[\+49,900 characters\]…a{100}needleb{194}…\[\+806 characters\]$/);
});

it("finds a short match wherever it stands in a long line", async () => {
	for (const start of [3590, 3598, 3995, 7199]) {
		const { search } = workspaceWith({ "a.json": `${"a".repeat(start)}needle${"b".repeat(4000)}` });
		expect((await search("needle")).text, `at ${start}`).toContain("1 very long line searched in overlapping pieces");
		expect((await search("needle")).text).toContain("aneedleb");
	}
});

it("skips binary files and links, and says so", async () => {
	const { context, search } = workspaceWith({ "a.bin": Buffer.from("x\0x"), "b.txt": "y" });
	writeFileSync(join(context.outside, "secret.txt"), "x");
	symlinkSync(context.outside, join(context.workspace, "out"));
	expect((await search("x")).text).toBe(
		"No line matches (1 file searched; 1 link not followed; 1 binary file skipped).",
	);
});

it("refuses patterns that RE2 can't run in bounded time, with the reason", async () => {
	const { search } = workspaceWith({ "a.txt": "aaa" });
	await expect(search("a(?=b)")).rejects.toThrow(/no look-around/);
	await expect(search("a(")).rejects.toThrow(/missing closing/);
	await expect(search("(?:[ab]?){1000}c")).rejects.toThrow(/too many steps/);
});

it("is not held up by a pattern that is made to", async () => {
	const { search } = workspaceWith({ "a.txt": "a".repeat(50_000) });
	expect((await search("(a|a|aa)*(a*)*b")).text).toContain("No line matches");
});

it("lets others work while it searches, and ends when told to", async () => {
	const { context } = workspaceWith({ "a.txt": "some text to look through\n".repeat(300_000) });
	const controller = new AbortController();
	const search = grep.run({ pattern: "[a-z]+ \\d" }, context, controller.signal);
	setTimeout(() => controller.abort(), 1);
	await expect(search).rejects.toThrow(/Stopped before all/);
});

it("marks lines from the inbox as written by others, also through a link", async () => {
	const { context, search } = workspaceWith({ "inbox/a.txt": "x", "inbox/b.txt": "x", "own.txt": "x own" });
	symlinkSync("inbox/a.txt", join(context.workspace, "link.txt"));
	expect((await search("x")).outside).toEqual({ source: "files from others" });
	expect((await search("x", { path: "link.txt" })).outside).toEqual({ source: "file inbox/a.txt" });
	expect((await search("own")).outside).toBeUndefined();
});
