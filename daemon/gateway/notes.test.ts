import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { addNote, NOTES_FILE } from "./notes.ts";

it("keeps each event's note once, also where a crash makes it come again, and lines within it together", () => {
	const workspace = tempFolder();
	addNote(workspace, 1, "2026-11-30 10:30:00", "buy milk");
	addNote(workspace, 12, "2026-11-30 10:31:00", "call Bob\n\nabout the roof");
	addNote(workspace, 1, "2026-11-30 10:30:00", "buy milk");
	expect(readFileSync(join(workspace, NOTES_FILE), "utf8")).toBe(
		"- 2026-11-30 10:30:00 buy milk (E-1)\n- 2026-11-30 10:31:00 call Bob\n  about the roof (E-12)\n",
	);
});

it("follows no link to somewhere else", () => {
	const workspace = tempFolder();
	const elsewhere = join(tempFolder(), "secret");
	writeFileSync(elsewhere, "mine");
	mkdirSync(join(workspace, "inbox"));
	symlinkSync(elsewhere, join(workspace, NOTES_FILE));
	expect(() => addNote(workspace, 1, "now", "x")).toThrow("ELOOP");
	expect(readFileSync(elsewhere, "utf8")).toBe("mine");
});
