import { lstatSync, mkdirSync, rmdirSync, rmSync, type Stats } from "node:fs";
import type { SocketPath } from "./socket-path.ts";

/**
 * Makes room for the socket. A file that is there belongs to a process that died: whoever calls this holds the home's lock.
 * @throws Error where something else has its name, or where its folder is not ours alone
 */
export function prepareSocketFile(socket: SocketPath): void {
	if (socket.ownFolder !== undefined) {
		mkdirSync(socket.ownFolder, { recursive: true, mode: 0o700 });
		requireOwnFolder(socket);
	}
	const found = statOf(socket.path);
	if (found && !found.isSocket()) {
		throw new Error(`${socket.path} is in the way of the control socket. Move it elsewhere, then start again.`);
	}
	rmSync(socket.path, { force: true });
}

/** Takes away what `prepareSocketFile` and listening made. */
export function removeSocketFile(socket: SocketPath): void {
	rmSync(socket.path, { force: true });
	if (socket.ownFolder !== undefined && statOf(socket.ownFolder)) rmdirSync(socket.ownFolder);
}

/**
 * Both sides call this before they trust a socket in the temp folder, where everybody may make folders: another user who
 * was first could listen in the daemon's place, or lead us elsewhere by a link.
 * @throws Error where the folder is not this user's own, or others may enter it
 */
export function requireOwnFolder({ ownFolder }: SocketPath): void {
	const found = ownFolder === undefined ? undefined : statOf(ownFolder);
	if (!found) return;
	if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0) return;
	throw new Error(
		`${ownFolder} is not a folder of your own that is closed to others, so the control socket can't be trusted. ` +
			"Remove it, or set STEWARD_HOME to a folder with a shorter path.",
	);
}

const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
