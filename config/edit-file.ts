import {
	closeSync,
	fchmodSync,
	fchownSync,
	fsyncSync,
	openSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { syncFolder } from "./sync-folder.ts";

export interface Replacement {
	file: string;
	text: string;
	/** Permission bits of the new file. */
	mode: number;
	/** Asked last of all: where it says false, the file stays as it is. */
	stillWanted?: () => boolean;
}

/**
 * Puts a new text in a file's place, whole or not at all, also if the machine loses power. A symbolic link stays one: the
 * file that it leads to is replaced. A file that is not there is made.
 * @returns whether it was replaced
 * @throws an Error that says which file, why, and what to do; it holds nothing of the text
 */
export function replaceFile({ file, text, mode, stillWanted = () => true }: Replacement): boolean {
	try {
		const target = realPathOf(file);
		const draft = join(dirname(target), `${basename(target)}.${process.pid}.new`);
		try {
			writeDraft(draft, target, text, mode);
			if (!stillWanted()) return false;
			renameSync(draft, target);
		} finally {
			rmSync(draft, { force: true });
		}
		syncFolder(dirname(target));
		return true;
	} catch (error) {
		const code = errorCode(error);
		throw new Error(`${file} can't be written (${code || "unknown error"}). ${REASONS[code] ?? ""}`.trim());
	}
}

function writeDraft(draft: string, target: string, text: string, mode: number): void {
	rmSync(draft, { force: true });
	const handle = openSync(draft, "wx", mode);
	try {
		const former = statSync(target, { throwIfNoEntry: false });
		// Else a setup that runs as root would take the file away from the user whose home it is.
		if (former && process.getuid?.() === 0) fchownSync(handle, former.uid, former.gid);
		// The umask may have taken bits away.
		fchmodSync(handle, mode);
		writeFileSync(handle, text);
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}

function realPathOf(file: string): string {
	try {
		return realpathSync(file);
	} catch (error) {
		if (errorCode(error) === "ENOENT") return file;
		throw error;
	}
}

const REASONS: Partial<Record<string, string>> = {
	EACCES: "The user that Steward runs as may not write there: change the owner of the file and its folder.",
	EPERM: "The user that Steward runs as may not change it: change the owner of the file and its folder.",
	EROFS: "The disk is read-only: make it writable, or edit the file where it comes from.",
	ENOSPC: "The disk is full: free some space.",
};

const errorCode = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
