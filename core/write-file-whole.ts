import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Only ours: fails where the name is taken, by a link as well. */
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Puts bytes in a place, whole or not at all: first beside it, on the disk, then renamed over whatever has the name, which is never
 * opened. The folder's own entry is for the caller to sync, who knows how it is reached. Readable by its owner alone.
 * @param draft a name in the same folder; what a crash left there is removed
 * @throws what the file system throws. Then nothing is left of it
 */
export function writeFileWhole(draft: string, place: string, bytes: string | Uint8Array): void {
	rmSync(draft, { force: true });
	try {
		const file = openSync(draft, CREATE, 0o600);
		try {
			writeFileSync(file, bytes);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(draft, place);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}
