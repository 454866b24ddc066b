import { shown } from "./paths.ts";
import { ToolError } from "./tool.ts";

/** What the operating system's error codes mean for a call on one path, and what to do. */
const MEANINGS: Record<string, string> = {
	ENOENT: "does not exist. Use glob to see what is there",
	ENOTDIR: "can't be reached: something on its way is a file, not a folder. Use list_folder on the folder above",
	ELOOP: "is a link. Links are not followed here: give the file's own path",
	EISDIR: "is a folder. Give the path of a file",
	ENXIO: "is a pipe, socket or device, not a file. Use another path",
	EACCES: "may not be opened: its permissions don't allow it. Tell the owner",
	EPERM: "may not be changed: its permissions don't allow it. Tell the owner",
	EROFS: "is on a disk that can't be written to. Tell the owner",
	ENAMETOOLONG: "is too long for a path. Choose shorter names",
	ENOSPC: "could not be written: the disk is full. Tell the owner",
	EDQUOT: "could not be written: the disk quota is used up. Tell the owner",
	EMFILE: "could not be opened: too many files are open at once. Try again",
	EXDEV: "is on another disk, so it can't be moved in one step. Write a copy, then delete it",
};

/** The code of an error from the operating system, as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Runs `work` on `path`; an error of the operating system becomes a `ToolError` that says what to do. */
export function explained<T>(path: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		const code = errorCode(error);
		if (code === undefined || error instanceof ToolError) throw error;
		const meaning = MEANINGS[code] ?? `could not be used: the system says ${code}. Tell the owner if it stays so`;
		throw new ToolError(`${shown(path)} ${meaning}.`, { cause: error });
	}
}
