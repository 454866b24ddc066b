import { join } from "node:path";
import { homePaths } from "#config/paths.ts";
import { sha256 } from "#core/digest.ts";

/** Systems keep a socket's path in 104 to 108 bytes (`sun_path` in unix(7)), and cut or refuse a longer one. */
const MAX_SOCKET_PATH_BYTES = 100;

/** Not TMPDIR: a service and a login shell often have different ones, and then they would not find each other. */
const TEMP_FOLDER = "/tmp";

export interface SocketPath {
	path: string;
	/** A folder that is there for the socket alone, because the path inside the home would be too long. */
	ownFolder: string | undefined;
}

/** Where the control socket of a home lies. Pure, so that the daemon and the command line agree on it. */
export function controlSocketPath(home: string): SocketPath {
	const { home: root, socket } = homePaths(home);
	if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES) return { path: socket, ownFolder: undefined };
	const ownFolder = join(TEMP_FOLDER, `steward-${sha256(root).slice(0, 16)}`);
	return { path: join(ownFolder, "control.sock"), ownFolder };
}
