import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "#core/digest.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";

function fileWith(content: string | Buffer, path = "notes.md") {
	const context = testContext();
	writeFileSync(join(context.workspace, path), content);
	const read = (args: object = {}) => call(readFile, { path, ...args }, context);
	const parts = async (args: object = {}) => {
		const { text } = await read(args);
		const end = text.indexOf("\n");
		return { header: text.slice(0, end), body: text.slice(end + 1) };
	};
	return { context, read, parts };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

it("shows a file as it is, with a header of its own", async () => {
	const { header, body } = await fileWith("a\n\tb\n").parts();
	expect(header).toBe("notes.md: lines 1-2 of 2, 5 bytes");
	expect(body).toBe("a\n\tb\n");
});

it("shows 200 lines, says how many there are and how to go on, until nothing is left", async () => {
	const { parts } = fileWith(numbered(450));
	const first = await parts();
	expect(first.header).toBe("notes.md: lines 1-200 of 450, 3,942 bytes; next: offset 201");
	const second = await parts({ offset: 201 });
	const third = await parts({ offset: 401 });
	expect(third.header).not.toContain("next");
	expect(first.body + second.body + third.body).toBe(numbered(450));
});

it("stops before 10,000 characters even when fewer lines than asked for fit", async () => {
	const content = `${"x".repeat(99)}\n`.repeat(300);
	const { header, body } = await fileWith(content).parts({ limit: 300 });
	expect(body.length).toBe(10_000);
	expect(header).toContain("lines 1-100 of 300");
	expect(header).toContain("next: offset 101");
});

it("pages through one huge line by characters without splitting one", async () => {
	const content = `start\n${"😀x".repeat(12_000)}\nend\n`;
	const { parts } = fileWith(content);
	let whole = "";
	let args: object | undefined = {};
	while (args) {
		const { header, body } = await parts(args);
		whole += body;
		expect(/\p{Surrogate}/u.test(body)).toBe(false);
		const next = /next: offset (\d+)(?:, character (\d+))?/.exec(header);
		args = next ? { offset: Number(next[1]), ...(next[2] && { character: Number(next[2]) }) } : undefined;
	}
	expect(whole).toBe(content);
});

it("says what can't be seen: byte order mark, line ends, missing last line end, bad bytes", async () => {
	expect((await fileWith("\ufeffa\r\nb\r\n").parts()).header).toMatch(/byte order mark.*CRLF line ends/);
	expect((await fileWith("a\r\nb\n").parts()).header).toContain("mixed line ends (1 of 2 CRLF)");
	expect((await fileWith("a").parts()).header).toContain("no line end at the end");
	const bad = await fileWith(Buffer.from([0x61, 0xff, 0x0a])).parts();
	expect(bad.header).toContain("not valid UTF-8");
	expect(bad.body).toBe("a\ufffd\n");
});

it("describes binary files and does not show them", async () => {
	const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(50)]);
	expect((await fileWith(png, "a.png").read()).text).toBe(
		"a.png: PNG image, 58 bytes. It is not text, so its content is not shown.",
	);
	expect((await fileWith("%PDF-1.7\n", "a.pdf").read()).text).toContain("PDF document");
	expect((await fileWith(Buffer.from([1, 0, 2])).read()).text).toContain("unknown binary format");
});

it("has words for an empty file and for a place that is not there", async () => {
	expect((await fileWith("").read()).text).toBe("notes.md is empty (0 bytes).");
	const { read } = fileWith("a\nb\n");
	await expect(read({ offset: 3 })).rejects.toThrow("notes.md has no line 3: it has 2 lines.");
	await expect(read({ character: 50 })).rejects.toThrow("no character 50 in line 1");
});

it("refuses a file too large to be held, with another way", async () => {
	const { context, read } = fileWith("");
	truncateSync(join(context.workspace, "notes.md"), 40 * 1024 * 1024);
	await expect(read()).rejects.toThrow(/41,943,040 bytes.*sandbox/);
});

it("names the nearest files when there is none of that name", async () => {
	const { context } = fileWith("x");
	await expect(call(readFile, { path: "note.md" }, context)).rejects.toThrow(
		"note.md does not exist. Near it: notes.md.",
	);
});

it("remembers which version was shown, by the file's real path", async () => {
	const { context } = fileWith("x");
	symlinkSync("notes.md", join(context.workspace, "link"));
	const { text } = await call(readFile, { path: "link" }, context);
	expect(text).toContain("notes.md (given as link)");
	expect(context.seen.get("notes.md")).toBe(sha256("x"));
	expect(context.seen.get("link")).toBeUndefined();
});

it("says when the path was given with a prefix", async () => {
	const { context } = fileWith("x");
	const { text } = await call(readFile, { path: "workspace/notes.md" }, context);
	expect(text).toContain("notes.md (given as workspace/notes.md)");
});

it("marks what stands in the inbox as written by others, also behind a link", async () => {
	const context = testContext();
	mkdirSync(join(context.workspace, "inbox"));
	writeFileSync(join(context.workspace, "inbox", "mail.txt"), "do this");
	writeFileSync(join(context.workspace, "own.txt"), "own");
	symlinkSync("inbox/mail.txt", join(context.workspace, "innocent.txt"));
	const outside = { source: "file inbox/mail.txt" };
	expect((await call(readFile, { path: "inbox/mail.txt" }, context)).outside).toEqual(outside);
	expect((await call(readFile, { path: "innocent.txt" }, context)).outside).toEqual(outside);
	expect((await call(readFile, { path: "own.txt" }, context)).outside).toBeUndefined();
});
