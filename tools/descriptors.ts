import { existsSync, fstatSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** An open folder and where it really is. */
export interface FolderDescriptor {
	readonly fd: number;
	/** Absolute, without links. */
	readonly realPath: string;
}

/** How to learn what a descriptor holds, and how to reach a folder's children through the folder's descriptor. */
export interface Descriptors {
	/** The absolute path of what `fd` holds, without links; undefined where that can't be told for certain. */
	realPath(fd: number, openedAs: string): string | undefined;
	/** A path for system calls that means `name` in this very folder. */
	child(folder: FolderDescriptor, name: string): string;
}

/**
 * Linux: the kernel says what a descriptor holds, and `/proc/self/fd/N/name` is looked up in the open folder itself, like
 * openat(2), which Node doesn't offer. A link swapped in at any moment changes nothing.
 */
export const procDescriptors: Descriptors = {
	// The link of something deleted ends in " (deleted)", which could as well be part of a name.
	realPath: (fd) => (fstatSync(fd).nlink === 0 ? undefined : readlinkSync(`/proc/self/fd/${fd}`)),
	child: ({ fd }, name) => `/proc/self/fd/${fd}/${name}`,
};

/**
 * Elsewhere (macOS): the path is resolved after opening, and has to be the same file as the descriptor's by device and
 * inode. That is as sure as the above for reading. For writing, a folder above could be exchanged between check and
 * system call, by somebody who hits that moment exactly: `child` can only name it by path.
 */
export const statDescriptors: Descriptors = {
	realPath(fd, openedAs) {
		// The native one gives the case as stored: on macOS, INBOX/ is inbox/.
		const realPath = realpathSync.native(openedAs);
		const held = fstatSync(fd, { bigint: true });
		const there = lstatSync(realPath, { bigint: true });
		return held.dev === there.dev && held.ino === there.ino ? realPath : undefined;
	},
	child: ({ realPath }, name) => join(realPath, name),
};

export const platformDescriptors: Descriptors = existsSync("/proc/self/fd") ? procDescriptors : statDescriptors;
