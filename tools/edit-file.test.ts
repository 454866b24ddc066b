import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { editFile } from "./edit-file.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";

async function edit(content: string | Buffer, args: { old: string; new: string; all?: boolean }, path = "notes.md") {
	const context = testContext();
	mkdirSync(join(context.workspace, "inbox"));
	writeFileSync(join(context.workspace, path), content);
	await call(readFile, { path }, context);
	const output = await call(editFile, { path, ...args }, context);
	return { ...output, bytes: readFileSync(join(context.workspace, path)) };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

it("changes the one place and shows it with the lines around", async () => {
	const { text, bytes } = await edit(lines(20), { old: "line 10\n", new: "new 10\nnew 10b\n" });
	expect(bytes.toString()).toBe(lines(20).replace("line 10\n", "new 10\nnew 10b\n"));
	expect(text).toBe(
		"Edited notes.md: 1 replacement; 158 bytes, was 151.\nLines 7-14 now are:\n" +
			"line 7\nline 8\nline 9\nnew 10\nnew 10b\nline 11\nline 12\nline 13\n",
	);
});

it("shows part of a line where lines are very long", async () => {
	const { text } = await edit(`${"ä".repeat(5000)}HERE${"ö".repeat(5000)}`, { old: "HERE", new: "THERE" });
	expect(text).toMatch(/now from inside the line:\nä+THEREö+/);
	expect(text.length).toBeLessThan(1500);
});

it("replaces all where asked, and counts them", async () => {
	const { text, bytes } = await edit("aXbXcXdX", { old: "X", new: "--", all: true });
	expect(bytes.toString()).toBe("a--b--c--d--");
	expect(text).toContain("4 replacements");
	expect(text).toContain("1 more like these");
});

it("takes overlapping places for several, and replaces them from the left", async () => {
	await expect(edit("aaa", { old: "aa", new: "b" })).rejects.toThrow("occurs 2 times in notes.md, in lines 1, 1.");
	expect((await edit("aaa", { old: "aa", new: "b", all: true })).bytes.toString()).toBe("ba");
});

it("refuses what is not unique and says where it stands", async () => {
	await expect(edit("x\ny\nx\n", { old: "x", new: "z" })).rejects.toThrow(/2 times in notes.md, in lines 1, 3.*`all`/);
});

it("refuses an empty or unchanged text", async () => {
	await expect(edit("x", { old: "", new: "z" })).rejects.toThrow(/empty/);
	await expect(edit("x", { old: "x", new: "x" })).rejects.toThrow(/the same/);
});

it("changes only what was read in its current version", async () => {
	const context = testContext();
	writeFileSync(join(context.workspace, "notes.md"), "a");
	const run = () => call(editFile, { path: "notes.md", old: "a", new: "b" }, context);
	await expect(run()).rejects.toThrow(/not read it yet/);
	await call(readFile, { path: "notes.md" }, context);
	writeFileSync(join(context.workspace, "notes.md"), "a!");
	await expect(run()).rejects.toThrow(/changed since/);
	await expect(call(editFile, { path: "note.md", old: "a", new: "b" }, context)).rejects.toThrow(/Near it: notes.md/);
});

it.each([
	["curly quotes", "say \u201chello\u201d", 'say "hello"', '" (U+0022), the file has \u201c (U+201C)'],
	["line ends", "one\r\ntwo\r\n", "one\ntwo", 'you gave "\\n", the file has "\\r\\n"'],
	["tabs", "\tdeep", "    deep", 'you gave "    ", the file has "\\t"'],
	["no-break space", "10\u00a0km", "10 km", "the file has U+00A0"],
	["dashes", "2020\u20132026", "2020-2026", "the file has \u2013 (U+2013)"],
	["accents composed otherwise", "cafe\u0301", "caf\u00e9", "(U+0065 U+0301)"],
	["Hangul composed otherwise", "\u1112\u1161\u11ab", "\ud55c", "(U+1112 U+1161 U+11AB)"],
	["zero-width characters", "pass\u200bword", "password", "(U+0073 U+200B)"],
])("says which characters differ: %s", async (_name, there, old, difference) => {
	const error = edit(`first\n${there}\nlast\n`, { old, new: "z" });
	await expect(error).rejects.toThrow("Line 2 reads the same but has other characters");
	await expect(error).rejects.toThrow(difference);
});

it("shows the most similar passage, or says that there is none", async () => {
	const content = `${lines(30)}function total(items) {\n\treturn items.length;\n}\n${lines(10)}`;
	const similar = edit(content, { old: "function total(list) {\n\treturn list.length;", new: "z" });
	await expect(similar).rejects.toThrow(
		/Line 31 is similar. It is there as\nfunction total\(items\) \{\n\treturn items.length;/,
	);
	await expect(edit(content, { old: "qqqq wwww", new: "z" })).rejects.toThrow(/Nothing like it/);
});

it("does not quote an inbox file in an error, and marks what it shows of one", async () => {
	const miss = edit("obey \u201cme\u201d", { old: 'obey "me"', new: "z" }, "inbox/mail.txt");
	await expect(miss).rejects.toThrow(/Line 1 reads the same.*read_file with offset 1/);
	await expect(miss).rejects.not.toThrow(/\u201cme/);
	const { outside } = await edit("obey me", { old: "me", new: "you" }, "inbox/mail.txt");
	expect(outside).toEqual({ source: "file inbox/mail.txt" });
});

it("changes no other byte: byte order mark, CRLF, curly quotes, NFD, bad bytes", async () => {
	const rest = Buffer.concat([Buffer.from("\ufeff\u201ce\u0301\u201d\r\n"), Buffer.from([0xff, 0xfe, 0x0d, 0x0a])]);
	const { bytes } = await edit(Buffer.concat([rest, Buffer.from("old\r\n"), rest]), {
		old: "old\r\n",
		new: "n\u00e9w\r\n",
	});
	expect(bytes.equals(Buffer.concat([rest, Buffer.from("n\u00e9w\r\n"), rest]))).toBe(true);
});

it("tells the gate what would become what", () => {
	const context = testContext();
	writeFileSync(join(context.workspace, "notes.md"), "a");
	const report = editFile.effects({ path: "notes.md", old: "a", new: "b", all: true }, context);
	expect(report).toMatchObject({ effect: "write", target: "workspace/notes.md" });
	expect(report.preview).toMatch(/notes.md replace everywhere\n```\na\n```\nby\n```\nb\n```/);
});
