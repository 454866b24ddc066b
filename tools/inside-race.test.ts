import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { deleteFile } from "./delete-file.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { moveFile } from "./move-file.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";
import { ToolError } from "./tool.ts";
import { writeFile } from "./write-file.ts";

const SECRET = "the secret that stays outside";
const ROUNDS = 20;
/** Reads are cheap, and the moment to be hit is short. */
const READS_A_ROUND = 50;

/** Exchanges, as fast as it can, a folder and a file of the workspace for links that lead outside. */
const SWAPPER = `
	const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
	const [workspace, outside] = process.argv.slice(1);
	const swap = (name, target) => {
		renameSync(workspace + "/" + name, workspace + "/." + name);
		symlinkSync(target, workspace + "/" + name);
		for (let i = 0; i < 20000; i++);
		unlinkSync(workspace + "/" + name);
		renameSync(workspace + "/." + name, workspace + "/" + name);
	};
	const step = () => {
		for (let i = 0; i < 50; i++) {
			try { swap("folder", outside); } catch {}
			try { swap("file.txt", outside + "/file.txt"); } catch {}
		}
		setImmediate(step);
	};
	process.stdout.write("ready");
	step();
`;

it("neither reads nor changes anything outside while links are swapped under it", { timeout: 60_000 }, async () => {
	const context = testContext();
	const { workspace, outside } = context;
	mkdirSync(join(workspace, "folder"));
	for (const path of ["file.txt", "folder/file.txt"]) writeFileSync(join(workspace, path), "inside");
	writeFileSync(join(outside, "file.txt"), SECRET);
	const swapper = spawn(process.execPath, ["-e", SWAPPER, workspace, outside], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	onTestFinished(() => void swapper.kill("SIGKILL"));
	await once(swapper.stdout, "data");

	const outcomes = { done: 0, refused: 0 };
	const texts: string[] = [];
	const attempt = async (run: () => Promise<{ text: string }>) => {
		try {
			texts.push((await run()).text);
			outcomes.done++;
		} catch (error) {
			if (!(error instanceof ToolError)) throw error;
			texts.push(error.message);
			outcomes.refused++;
		}
	};
	for (let round = 0; round < ROUNDS; round++) {
		for (let read = 0; read < READS_A_ROUND; read++) {
			await attempt(() => call(readFile, { path: "file.txt" }, context));
			await attempt(() => call(readFile, { path: "folder/file.txt" }, context));
		}
		await attempt(() => call(writeFile, { path: `folder/new-${round}.txt`, content: "ours" }, context));
		await attempt(() => call(writeFile, { path: `folder/deep-${round}/new.txt`, content: "ours" }, context));
		await attempt(() => call(writeFile, { path: "file.txt", content: `inside ${round}` }, context));
		await attempt(() => call(moveFile, { from: `folder/new-${round}.txt`, to: `folder/moved-${round}.txt` }, context));
		await attempt(async () => ({ text: JSON.stringify(deleteFile.effects({ path: "folder/file.txt" }, context)) }));
		await attempt(() => call(deleteFile, { path: "folder/file.txt" }, context));
		await attempt(() => call(writeFile, { path: "folder/file.txt", content: "inside" }, context));
		if (round % 10 !== 0) continue;
		await attempt(() => call(glob, { pattern: "**" }, context));
		await attempt(() => call(grep, { pattern: "secret" }, context));
	}

	expect(texts.filter((text) => text.includes(SECRET))).toEqual([]);
	expect(readdirSync(outside)).toEqual(["file.txt"]);
	expect(readFileSync(join(outside, "file.txt"), "utf8")).toBe(SECRET);
	// Both must have happened often, or the links were never in the way.
	expect(outcomes.done).toBeGreaterThan(ROUNDS);
	expect(texts.filter((text) => /outside the workspace|is a link/.test(text)).length).toBeGreaterThan(ROUNDS);
});
