import {
	closeSync,
	constants,
	fchmodSync,
	fsync as fsyncWithCallback,
	openSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { promisify } from "node:util";
import { errorCode, explained } from "./file-problem.ts";
import { type FileVersion, versionAt } from "./file-version.ts";
import type { Inside, Place } from "./inside.ts";
import { shown } from "./paths.ts";
import { ToolError } from "./tool.ts";

const fsync = promisify(fsyncWithCallback);

/** Only ours or nobody's: fails where the name is taken, by a link as well. */
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** After a crash a few unfinished files may be left behind; more than these are somebody's doing. */
const MAX_LEFTOVERS = 100;

/**
 * Puts `bytes` in this place so that, whatever happens, the file is either the old or the new one: a new file in the
 * same folder, on disk, renamed over the old. Keeps the old one's permissions.
 *
 * @param before what the caller has seen there; undefined for a new file. Throws `ToolError` if by now it is another.
 * Somebody who writes between that last look and the rename, some microseconds later, still loses.
 */
export async function replaceFile(inside: Inside, place: Place, bytes: Buffer, before?: FileVersion): Promise<void> {
	const draft = openDraft(inside, place, before?.mode);
	try {
		explained(place.path, () => writeFileSync(draft.fd, bytes));
		await fsync(draft.fd);
		const now = versionAt(inside, place);
		if (now?.digest !== before?.digest) {
			throw new ToolError(`${shown(place.path)} changed meanwhile. Nothing was written. Read it and try again.`);
		}
		if (!before) claim(inside, place);
		rename(inside, draft.systemPath, place, before === undefined);
	} catch (error) {
		rmSync(draft.systemPath, { force: true });
		throw error;
	} finally {
		closeSync(draft.fd);
	}
	await fsync(place.folder.fd);
}

/** Renames over `to`. Where that fails, the empty file of a `claimed` name is taken away again. */
export function rename(inside: Inside, from: string, to: Place, claimed: boolean): void {
	const systemPath = inside.at(to.folder, to.name);
	try {
		explained(to.path, () => renameSync(from, systemPath));
	} catch (error) {
		if (claimed) rmSync(systemPath, { force: true });
		throw error;
	}
}

/**
 * Takes a name that nobody has, with an empty file to be renamed over. Node has no rename that refuses to replace; a
 * hard link would do, but a crash between link and unlink would leave a file with two names.
 */
export function claim(inside: Inside, place: Place): void {
	const systemPath = inside.at(place.folder, place.name);
	try {
		closeSync(explained(place.path, () => openSync(systemPath, CREATE)));
	} catch (error) {
		if (error instanceof ToolError && errorCode(error.cause) === "EEXIST") {
			throw new ToolError(`${shown(place.path)} exists already. Nothing was changed. Choose another path.`);
		}
		throw error;
	}
}

function openDraft(inside: Inside, place: Place, mode?: number): { fd: number; systemPath: string } {
	for (let attempt = 0; attempt < MAX_LEFTOVERS; attempt++) {
		const systemPath = inside.at(place.folder, `.steward-${process.pid}-${attempt}.tmp`);
		try {
			const fd = explained(place.path, () => openSync(systemPath, CREATE, mode ?? 0o666));
			// The mode given to open is cut by the umask; the old file's own mode is not to be.
			if (mode !== undefined) fchmodSync(fd, mode);
			return { fd, systemPath };
		} catch (error) {
			if (!(error instanceof ToolError && errorCode(error.cause) === "EEXIST")) throw error;
		}
	}
	throw new ToolError(`The folder of ${shown(place.path)} is full of unfinished .steward-*.tmp files. Tell the owner.`);
}
