import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { fastFolder } from "./fast-folder.ts";

/** A new empty folder that is removed when the test ends. Its path holds no symbolic links. */
export function tempFolder(): string {
	const folder = realpathSync(mkdtempSync(join(fastFolder(), "steward-test-")));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
