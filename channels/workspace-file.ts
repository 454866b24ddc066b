import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** Where a handle leads to, asked of the kernel. Only Linux has it. */
const handlePath = (handle: FileHandle): string => `/proc/self/fd/${handle.fd}`;

/** `O_NONBLOCK`: opening a named pipe would otherwise wait for a writer for ever. */
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;

const MISSING = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EACCES", "ENAMETOOLONG"]);

/** An open file, and what it is. Whoever gets it closes the handle. */
export interface OpenFile {
	handle: FileHandle;
	stats: Stats;
}

/**
 * Opens a regular file of the workspace for reading. It is opened first and checked then: code in the sandbox can swap a
 * folder for a link at any moment, and a path that was checked may lead elsewhere when it is opened.
 * @param path relative to the workspace, with forward slashes
 * @returns undefined where there is no such file inside the workspace
 */
export async function openWorkspaceFile(workspace: string, path: string): Promise<OpenFile | undefined> {
	if (!isPlainPath(path)) return undefined;
	return openInside(workspace, join(workspace, ...path.split("/")), FILE_FLAGS, (stats) => stats.isFile());
}

/**
 * Opens a folder directly below the workspace, which must exist.
 * @returns undefined where that name is a link or anything but a folder
 */
export async function openWorkspaceFolder(workspace: string, name: string): Promise<OpenFile | undefined> {
	return openInside(workspace, join(workspace, name), FOLDER_FLAGS, (stats) => stats.isDirectory());
}

/** The path of an entry of an open folder; on Linux it holds whatever happens to the folder's name meanwhile. */
export const entryPath = (folder: FileHandle, fallback: string, name: string): string =>
	process.platform === "linux" ? `${handlePath(folder)}/${name}` : join(fallback, name);

async function openInside(
	workspace: string,
	path: string,
	flags: number,
	isWanted: (stats: Stats) => boolean,
): Promise<OpenFile | undefined> {
	const handle = await open(path, flags).catch(missingAsUndefined);
	if (!handle) return undefined;
	let accepted = false;
	try {
		const stats = await handle.stat();
		accepted = isWanted(stats) && (await leadsInside(workspace, path, handle, stats));
		return accepted ? { handle, stats } : undefined;
	} finally {
		if (!accepted) await handle.close();
	}
}

async function leadsInside(workspace: string, path: string, handle: FileHandle, stats: Stats): Promise<boolean> {
	const root = await realpath(workspace);
	if (process.platform === "linux") return (await readlink(handlePath(handle))).startsWith(root + sep);
	// Elsewhere: the name must lead inside, and to the very file that is open.
	const real = await realpath(path);
	const named = await stat(real);
	return real.startsWith(root + sep) && named.ino === stats.ino && named.dev === stats.dev;
}

const isPlainPath = (path: string): boolean =>
	!path.includes("\0") &&
	!path.includes("\\") &&
	path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

function missingAsUndefined(error: NodeJS.ErrnoException): undefined {
	if (error.code === undefined || !MISSING.has(error.code)) throw error;
}
