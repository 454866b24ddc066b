import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { saveText } from "./save-text.ts";

function open() {
	const home = tempFolder();
	const workspace = join(home, "workspace");
	const elsewhere = join(home, "elsewhere");
	mkdirSync(workspace);
	mkdirSync(elsewhere);
	return { workspace, elsewhere, at: (path: string) => join(workspace, path) };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("a saved text", () => {
	it("is there for its owner alone, in folders that are made for it", () => {
		const { workspace, at } = open();
		saveText(workspace, "outputs/outside/C-45.txt", "héllo\r\n");
		expect(readFileSync(at("outputs/outside/C-45.txt"), "utf8")).toBe("héllo\r\n");
		expect(modeOf(at("outputs/outside/C-45.txt"))).toBe(0o600);
		expect([modeOf(at("outputs")), modeOf(at("outputs/outside"))]).toEqual([0o700, 0o700]);
	});

	it("replaces what had its name as a whole, and leaves nothing else behind", () => {
		const { workspace, at } = open();
		mkdirSync(at("outputs"));
		writeFileSync(at("outputs/C-45.txt"), "a longer text from before");
		// As a crash would leave it.
		writeFileSync(at("outputs/.C-45.txt.draft"), "half a te");
		saveText(workspace, "outputs/C-45.txt", "new");
		saveText(workspace, "outputs/C-45.txt", "new");
		expect(readFileSync(at("outputs/C-45.txt"), "utf8")).toBe("new");
		expect(readdirSync(at("outputs"))).toEqual(["C-45.txt"]);
	});

	it("does not follow a link in its place or its draft's, nor wait for a pipe", () => {
		const { workspace, elsewhere, at } = open();
		mkdirSync(at("outputs"));
		writeFileSync(join(elsewhere, "secret"), "secret");
		symlinkSync(join(elsewhere, "secret"), at("outputs/C-45.txt"));
		symlinkSync(join(elsewhere, "secret"), at("outputs/.C-46.txt.draft"));
		execFileSync("mkfifo", [at("outputs/C-47.txt")]);
		for (const name of ["C-45", "C-46", "C-47"]) saveText(workspace, `outputs/${name}.txt`, "text");
		expect(readFileSync(join(elsewhere, "secret"), "utf8")).toBe("secret");
		expect(readFileSync(at("outputs/C-45.txt"), "utf8")).toBe("text");
		expect(readFileSync(at("outputs/C-47.txt"), "utf8")).toBe("text");
	});

	it.each(["inside", "outside"])("goes nowhere if a folder of its path is a link that leads %s", (where) => {
		const { workspace, elsewhere, at } = open();
		const target = where === "inside" ? at("other") : elsewhere;
		if (where === "inside") mkdirSync(target);
		symlinkSync(target, at("outputs"));
		expect(() => saveText(workspace, "outputs/outside/C-45.txt", "text")).toThrow(/link/);
		expect(readdirSync(target)).toEqual([]);
	});

	it("says why it could not be saved, and leaves no half of it", () => {
		const { workspace, at } = open();
		writeFileSync(at("outputs"), "a file");
		expect(() => saveText(workspace, "outputs/C-45.txt", "text")).toThrow(/outputs/);
		mkdirSync(at("inbox/E-1.txt"), { recursive: true });
		expect(() => saveText(workspace, "inbox/E-1.txt", "text")).toThrow(/inbox\/E-1\.txt/);
		expect(existsSync(at("inbox/.E-1.txt.draft"))).toBe(false);
	});
});
