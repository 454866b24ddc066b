import { closeSync, type Dirent, fstatSync, lstatSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { entriesOf } from "#tools/folder-entries.ts";
import type { Inside, OpenFolder } from "#tools/inside.ts";
import { joined } from "#tools/paths.ts";
import { ToolError } from "#tools/tool.ts";
import type { Kept } from "./decide-retention.ts";

/** A regular file, or a folder, below the workspace. */
export interface Found extends Kept {
	/** Relative to the workspace. */
	path: string;
}

/** Files looked at before others have their turn. */
const BATCH_FILES = 200;

/**
 * All regular files below a folder of the workspace, and all folders below it, each folder before what is in it. Links are not
 * followed and not listed, and neither is anything in their place: a program in the sandbox may put one there at any moment.
 */
export async function findFiles(
	inside: Inside,
	base: string,
	signal: AbortSignal,
): Promise<{ files: Found[]; folders: Found[] }> {
	const found = { files: [] as Found[], folders: [] as Found[] };
	const left = [base];
	for (let path = left.shift(); path !== undefined; path = left.shift()) {
		const folder = openReal(inside, path);
		if (!folder) continue;
		try {
			if (path !== base) found.folders.push({ path, at: fstatSync(folder.fd).mtimeMs, bytes: 0 });
			for (const [index, entry] of entriesOf(inside, folder, Number.MAX_SAFE_INTEGER).entries.entries()) {
				if (index % BATCH_FILES === 0) await nextTurn(undefined, { signal });
				if (entry.isDirectory()) left.push(joined(path, entry.name));
				else found.files.push(...fileOf(inside, folder, entry));
			}
		} finally {
			closeSync(folder.fd);
		}
	}
	return found;
}

/** The folder of that very path. Undefined where it is gone, or a link leads elsewhere. Whoever asked closes it. */
export function openReal(inside: Inside, path: string): OpenFolder | undefined {
	try {
		const folder = inside.openFolder(path);
		if (folder.path === path) return folder;
		closeSync(folder.fd);
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
	}
	return undefined;
}

function fileOf(inside: Inside, folder: OpenFolder, { name }: Dirent): Found[] {
	const stats = lstatSync(inside.at(folder, name), { throwIfNoEntry: false });
	if (!stats?.isFile()) return [];
	return [{ path: joined(folder.path, name), at: stats.mtimeMs, bytes: stats.size }];
}
