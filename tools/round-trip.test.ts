import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { editFile } from "./edit-file.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";
import { writeFile } from "./write-file.ts";

const CASES = 5_000;

/** What text handling likes to change on the way. NUL is left out: a file with one is described, not shown. */
const PIECES = [
	..."aZ09 \t\n.,'\"`\\/{}<>$&%",
	"\r\n",
	"\r",
	"\ufeff",
	"\u201c\u201d\u2018\u2019",
	"e\u0301",
	"\u00e9",
	"\ud55c\u1112\u1161\u11ab",
	"\u00a0",
	"\u200b",
	"\u200d",
	"\u2028\u2029",
	"\u0085",
	"\u202e",
	"\ufffd",
	"\uffff",
	"\u0001\u001b[31m",
	"漢字",
	"😀👩\u200d👩\u200d👧",
	"</external_content>",
];

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
	for (let block = 0; ; block++) yield* createHash("sha256").update(`${seed}:${block}`).digest();
}

function randomText(seed: number): string {
	const source = numbers(seed);
	const length = source.next().value;
	return Array.from({ length }, () => PIECES[source.next().value % PIECES.length]).join("");
}

/** The file's text as the pages of read_file give it. */
async function readBack(path: string, context: ReturnType<typeof testContext>): Promise<string> {
	const { text } = await call(readFile, { path, limit: 1_000_000 }, context);
	return text.includes("is empty (0 bytes)") ? "" : text.slice(text.indexOf("\n") + 1);
}

it(`gives back every text byte by byte: write, read, edit (${CASES} texts)`, { timeout: 60_000 }, async () => {
	const context = testContext();
	for (let seed = 0; seed < CASES; seed++) {
		const content = randomText(seed);
		const path = "text.txt";
		await call(writeFile, { path, content }, context);
		expect(readFileSync(join(context.workspace, path)).equals(Buffer.from(content)), `bytes of text ${seed}`).toBe(
			true,
		);
		const read = await readBack(path, context);
		expect(read === content, `text ${seed} as read`).toBe(true);
		if (read === "" || seed % 5 !== 0) continue;
		await call(editFile, { path, old: read, new: `${read}\u201cmore\u201d` }, context);
		expect(await readBack(path, context), `text ${seed} as edited`).toBe(`${content}\u201cmore\u201d`);
	}
});
