import { readFileSync } from "node:fs";
import { join } from "node:path";
import { truncate } from "#core/truncate.ts";
import { withoutComments } from "#daemon/context/prefix.ts";
import { NOTES_FILE } from "./notes.ts";

const SHOWN_LENGTH = 3_000;

/** What `/memory` shows: all that is kept about the owner, as files that the owner can edit. */
export function memoryText(paths: { persona: string; workspace: string }): string {
	const instructions = withoutComments(read(join(paths.persona, "AGENTS.md")));
	const notes = read(join(paths.workspace, NOTES_FILE)).trim();
	return [
		section("Your standing instructions", "persona/AGENTS.md", instructions),
		section("Your notes", `workspace/${NOTES_FILE}`, notes),
		"Everything that was said is in the archive; `/timers` lists what waits for its time.",
	].join("\n\n");
}

function section(title: string, file: string, text: string): string {
	const shown = truncate(text, SHOWN_LENGTH);
	const more = shown.length < text.length ? `\n\n… the rest is in ${file}.` : "";
	return `**${title}** (${file}):\n\n${text === "" ? "none" : shown}${more}`;
}

/** A file that isn't there holds nothing. */
function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
		throw error;
	}
}
