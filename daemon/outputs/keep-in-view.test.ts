import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { outsideOf } from "#tools/paths.ts";
import { eventTextPath, keepInView, outputPath } from "./keep-in-view.ts";

const LONG = "one line of it\n".repeat(5_000);

it("leaves a short text as it is, and makes no file of it", () => {
	expect(keepInView("/nowhere", { text: "short", path: "outputs/C-1.txt" })).toBe("short");
});

it("shows beginning and end of a long one, and saves the whole", () => {
	const workspace = tempFolder();
	const path = outputPath(45, false);
	const shown = keepInView(workspace, { text: LONG, path });
	expect(shown).toContain("the whole is in outputs/C-45.txt: read it with read_file");
	expect(readFileSync(join(workspace, path), "utf8")).toBe(LONG);
	expect(keepInView(workspace, { text: shown, path: "outputs/C-46.txt" })).toBe(shown);
});

it("never fails: where it can't be saved, it is folded all the same and says why, without a path of the system", () => {
	const workspace = tempFolder();
	writeFileSync(join(workspace, "outputs"), "in the way");
	symlinkSync("/", join(workspace, "inbox"));
	for (const path of [outputPath(45, true), eventTextPath(12)]) {
		const shown = keepInView(workspace, { text: LONG, path });
		expect(shown).toMatch(/the rest is lost, since it could not be saved: (outputs|inbox)/);
		expect(shown).not.toContain(workspace);
		expect(shown.length).toBeLessThanOrEqual(10_000);
	}
});

it("does not cut a page, which says itself how to go on", () => {
	const page = `notes.md: lines 1-900 of 3000; next: offset 901\n${"text\n".repeat(900)}`;
	expect(keepInView("/nowhere", { text: page, path: "outputs/C-1.txt", paged: true })).toBe(page);
});

it("puts what others wrote where it counts as theirs when it is read again", () => {
	expect(outputPath(45, true)).toBe("outputs/outside/C-45.txt");
	expect(outsideOf(outputPath(45, true)).outside).toBeDefined();
	expect(outsideOf(eventTextPath(12)).outside).toBeDefined();
	expect(outsideOf(outputPath(45, false)).outside).toBeUndefined();
});
