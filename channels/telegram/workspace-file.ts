import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { DeliveryError } from "#channels/channel.ts";

export interface WorkspaceFile {
	name: string;
	sizeBytes: number;
	/** From the start each time. */
	read(): AsyncIterable<Uint8Array>;
	close(): Promise<void>;
}

/**
 * Opens a file to be sent. Where it leads is checked after it was opened: code in the sandbox can swap a name for a link at
 * any moment, but not a file that is open.
 * @throws DeliveryError (permanent) where it is missing, no regular file, or outside the workspace
 */
export async function openWorkspaceFile(workspace: string, path: string): Promise<WorkspaceFile> {
	const fullPath = join(workspace, path);
	// Without O_NONBLOCK a named pipe would keep us waiting for somebody to write to it.
	const handle = await open(fullPath, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
		throw new DeliveryError("permanent", `The attachment ${path} can't be opened`, { cause });
	});
	try {
		const sizeBytes = await checkFile(handle, workspace, path);
		return {
			name: basename(fullPath),
			sizeBytes,
			read: () => handle.createReadStream({ start: 0, autoClose: false }),
			close: () => handle.close(),
		};
	} catch (error) {
		await handle.close();
		throw error;
	}
}

async function checkFile(handle: FileHandle, workspace: string, path: string): Promise<number> {
	const opened =
		process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(join(workspace, path));
	if (!(await opened).startsWith((await realpath(workspace)) + sep)) {
		throw new DeliveryError("permanent", `The attachment ${path} is not in the workspace`);
	}
	const stats = await handle.stat();
	if (!stats.isFile()) throw new DeliveryError("permanent", `The attachment ${path} is not a file`);
	return stats.size;
}
