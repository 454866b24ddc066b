import { closeSync, lstatSync, rmdirSync, unlinkSync } from "node:fs";
import type { Inside } from "#tools/inside.ts";
import { nameOf, parentOf } from "#tools/paths.ts";
import { DAY_MS, decideRetention, type KeepLimits } from "./decide-retention.ts";
import { type Found, findFiles, openReal } from "./find-files.ts";
import type { Pruned } from "./prune-rows.ts";

/**
 * Deletes the files below a folder of the workspace that go by age and size, and the folders below it that have been empty for a
 * day. Only regular files, only below this folder, and never through a link.
 * @param base relative to the workspace
 * @param what for the log
 * @throws AbortError where `signal` aborts
 */
export async function* pruneFiles(
	inside: Inside,
	base: string,
	what: string,
	limits: KeepLimits,
	now: number,
	signal: AbortSignal,
): AsyncGenerator<Pruned> {
	// No limits: then there is nothing to look for.
	if (limits.days === undefined && limits.megabytes === undefined) return;
	const { files, folders } = await findFiles(inside, base, signal);
	files.sort((a, b) => b.at - a.at);
	for (const file of decideRetention(files, limits, now).goes)
		yield deleteFile(inside, file) ? { what, count: 1, bytes: file.bytes } : { what, count: 0, bytes: 0 };
	// Those within others first. One that was emptied just now may be about to be written to: its time comes tomorrow.
	for (const folder of folders.reverse().filter(({ at }) => now - at > DAY_MS)) {
		deleteFolder(inside, folder.path);
		yield { what, count: 0, bytes: 0 };
	}
}

/** @returns false where it is no longer the file that was found */
function deleteFile(inside: Inside, { path, at }: Found): boolean {
	return inFolderOf(inside, path, (systemPath) => {
		const stats = lstatSync(systemPath, { throwIfNoEntry: false });
		if (!stats?.isFile() || stats.mtimeMs !== at) return false;
		unlinkSync(systemPath);
		return true;
	});
}

function deleteFolder(inside: Inside, path: string): void {
	inFolderOf(inside, path, (systemPath) => {
		try {
			// Never removes what is not empty, and no link.
			rmdirSync(systemPath);
			return true;
		} catch (error) {
			if (isExpected(error)) return false;
			throw error;
		}
	});
}

const isExpected = (error: unknown): boolean =>
	error instanceof Error &&
	"code" in error &&
	["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(String(error.code));

function inFolderOf(inside: Inside, path: string, work: (systemPath: string) => boolean): boolean {
	const folder = openReal(inside, parentOf(path));
	if (!folder) return false;
	try {
		return work(inside.at(folder, nameOf(path)));
	} finally {
		closeSync(folder.fd);
	}
}
