import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type FileMark, type FileMarks, isOfBytes } from "#daemon/records/file-origins.ts";
import { findFiles } from "#daemon/retention/find-files.ts";
import type { Pruned } from "#daemon/retention/prune-rows.ts";
import { Inside } from "#tools/inside.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A mark stands before its file does: this much later, the file is there or will never be. */
const UNBORN_MS = DAY_MS;

/** A copy may stand where nobody looks for a while, as in a container's own folders, and come back. */
const BYTES_MS = 30 * DAY_MS;

const nothing: Pruned = { what: "marks of files", count: 0, bytes: 0 };

/**
 * Marks of paths where nothing is any more become marks of their bytes alone; those go when for a month no file had their size.
 * @param workspace an absolute path
 */
export async function* pruneMarks(
	marks: FileMarks,
	workspace: string,
	now: number,
	signal: AbortSignal,
): AsyncGenerator<Pruned> {
	for (const { path, createdAt } of marks.all().filter((mark) => !isOfBytes(mark))) {
		const isGone = now - createdAt > UNBORN_MS && !isThere(join(workspace, path));
		if (isGone) marks.release(path);
		yield { ...nothing, count: isGone ? 1 : 0 };
	}
	const old = marks.all().filter((mark) => isOfBytes(mark) && now - mark.createdAt > BYTES_MS);
	if (old.length === 0) return;
	const sizes = await sizesIn(workspace, signal);
	for (const { path } of old.filter((mark: FileMark) => !sizes.has(mark.sizeBytes))) {
		marks.forget(path);
		yield { ...nothing, count: 1 };
	}
}

/** What can't be looked at may be there. */
function isThere(systemPath: string): boolean {
	try {
		return lstatSync(systemPath, { throwIfNoEntry: false }) !== undefined;
	} catch {
		return true;
	}
}

async function sizesIn(workspace: string, signal: AbortSignal): Promise<Set<number>> {
	const { files } = await findFiles(new Inside(workspace), "", signal);
	return new Set(files.map(({ bytes }) => bytes));
}
