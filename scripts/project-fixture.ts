import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "#test/temp-folder.ts";

/** Writes `files` (path to content) below `root`, by default a new folder that goes away with the test. */
export function writeProject(files: Record<string, string>, root = tempFolder()): string {
	for (const [file, content] of Object.entries(files)) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), content);
	}
	return root;
}
