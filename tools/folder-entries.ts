import { type Dirent, opendirSync } from "node:fs";
import { explained } from "./file-problem.ts";
import type { Inside, OpenFolder } from "./inside.ts";

/** What stands in a folder, by name in code-unit order, up to `limit` entries. Opens nothing of it. */
export function entriesOf(inside: Inside, folder: OpenFolder, limit: number): { entries: Dirent[]; complete: boolean } {
	return explained(folder.path, () => {
		const directory = opendirSync(inside.at(folder, "."));
		const entries: Dirent[] = [];
		try {
			let entry = directory.readSync();
			while (entry && entries.length < limit) {
				entries.push(entry);
				entry = directory.readSync();
			}
			entries.sort((a, b) => (a.name < b.name ? -1 : 1));
			return { entries, complete: entry === null };
		} finally {
			directory.closeSync();
		}
	});
}
