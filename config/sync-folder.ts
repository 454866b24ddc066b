import { closeSync, fsyncSync, openSync } from "node:fs";

/** Puts a folder's names on the disk: without this a file that was made or renamed in it may be gone after a power cut. */
export function syncFolder(folder: string): void {
	const handle = openSync(folder, "r");
	try {
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}
