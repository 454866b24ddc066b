import { closeSync, constants, fsyncSync, mkdirSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatEventId } from "#core/event.ts";
import type { EventRecord } from "./records/event-record.ts";

/**
 * Saves a text that is too long to show to the model.
 * @returns the path relative to the workspace. The same event has the same path: after a crash it is there already.
 * @throws Error where the inbox is not where it should be, or the disk refuses
 */
export function saveLongText(workspace: string, event: EventRecord): string {
	const path = `inbox/${formatEventId(event.id)}.txt`;
	const inbox = join(workspace, "inbox");
	mkdirSync(inbox, { recursive: true });
	// A link in its place would have us write somewhere else.
	if (realpathSync(inbox) !== join(realpathSync(workspace), "inbox"))
		throw new Error(`${inbox} is a link. Make it a folder again.`);
	const { O_CREAT, O_WRONLY, O_TRUNC, O_NOFOLLOW } = constants;
	const file = openSync(
		join(inbox, `${formatEventId(event.id)}.txt`),
		O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW,
		0o600,
	);
	try {
		writeFileSync(file, event.text);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	return path;
}
