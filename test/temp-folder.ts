import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new empty folder that is removed when the test ends. Its path holds no symbolic links. */
export function tempFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "steward-test-")));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
