import { closeSync, constants, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EventId, formatEventId } from "#core/event.ts";

/** Where notes that need no model are kept, relative to the workspace. */
export const NOTES_FILE = "inbox/notes.md";

/**
 * Adds a line to the owner's notes. The same event is noted once, also where a crash makes it come again.
 * @param at for people: `2026-11-30 10:30`
 * @throws where the file can't be written; a link in its place is not followed
 */
export function addNote(workspace: string, event: EventId, at: string, text: string): void {
	const file = join(workspace, NOTES_FILE);
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	const mark = `(${formatEventId(event)})`;
	const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
	const handle = openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600);
	try {
		if (readFileSync(handle, "utf8").includes(mark)) return;
		writeSync(handle, `- ${at} ${text.replace(/\s*\n\s*/g, "\n  ")} ${mark}\n`);
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}
