import {
	chmodSync,
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { machineTimeZone } from "./fields.ts";
import { AGENTS_TEXT, configText, ENV_TEXT, HEARTBEAT_TEXT, SOUL_TEXT } from "./home-texts.ts";
import { homePaths } from "./paths.ts";
import { syncFolder } from "./sync-folder.ts";

/**
 * Makes what a data home lacks: its folders, a `config.yaml` that explains itself, `.env`, and the persona. Changes no
 * file that is there, and may be called at every start. Gives the paths that it made, in order.
 *
 * A file appears whole or not at all, also if the machine loses power, so that the next start completes what this one
 * began. A home that other users can look into is closed to them: the database in it holds what was said.
 * @throws an Error that says which path, why, and what to do
 */
export function createHome(home: string): string[] {
	const paths = homePaths(home);
	const folders = [
		...[paths.home, paths.persona, paths.memory, paths.skills, paths.workspace],
		...[paths.inbox, paths.shared, paths.tasks, paths.logs],
	];
	const files: { path: string; text: string | (() => string); mode: number }[] = [
		{ path: paths.configFile, text: () => configText(machineTimeZone()), mode: 0o644 },
		{ path: paths.envFile, text: ENV_TEXT, mode: 0o600 },
		{ path: join(paths.persona, "SOUL.md"), text: SOUL_TEXT, mode: 0o644 },
		{ path: join(paths.persona, "AGENTS.md"), text: AGENTS_TEXT, mode: 0o644 },
		{ path: join(paths.persona, "HEARTBEAT.md"), text: HEARTBEAT_TEXT, mode: 0o644 },
	];
	const madeFolders = folders.filter((folder) => attempt(folder, () => makeFolder(folder)));
	attempt(paths.home, () => closeToOthers(paths.home));
	const madeFiles = files.filter(({ path, text, mode }) => attempt(path, () => makeFile(path, text, mode)));
	return [...madeFolders, ...madeFiles.map(({ path }) => path)];
}

function makeFolder(folder: string): boolean {
	// A path that is there but no folder makes mkdir fail with EEXIST, which is what the owner should hear.
	return mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
}

function closeToOthers(home: string): void {
	const { mode } = statSync(home);
	const isShared = (mode & 0o1000) !== 0; // such as /tmp, if somebody makes that a home: not ours to close
	if ((mode & 0o077) !== 0 && !isShared) chmodSync(home, 0o700);
}

/** Writes beside the target and links it there: link fails where the name is taken, and never shows half a file. */
function makeFile(path: string, text: string | (() => string), mode: number): boolean {
	if (existsSync(path)) return false; // so that a complete home is not written to at every start
	const draft = `${path}.${process.pid}.new`;
	rmSync(draft, { force: true });
	try {
		const handle = openSync(draft, "wx", mode);
		try {
			// Only made for a new file: asking for the machine's zone takes a while.
			writeFileSync(handle, typeof text === "string" ? text : text());
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
		linkSync(draft, path);
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	syncFolder(dirname(path));
	return true;
}

function attempt<T>(path: string, make: () => T): T {
	try {
		return make();
	} catch (error) {
		const why = REASONS[codeOf(error)] ?? "Look at the cause, or choose another home with STEWARD_HOME.";
		throw new Error(`Can't set up ${path}. ${why}`, { cause: error });
	}
}

const REASONS: Partial<Record<string, string>> = {
	EACCES: "The user that Steward runs as may not write there: change the folder's owner, or set STEWARD_HOME.",
	EPERM: "The user that Steward runs as may not change it: change the folder's owner, or set STEWARD_HOME.",
	EROFS: "The disk is read-only: make it writable, or set STEWARD_HOME to a folder on another one.",
	ENOSPC: "The disk is full: free some space.",
	EEXIST: "A file has the name of a folder that Steward needs: move it away, or set STEWARD_HOME.",
	ENOTDIR: "A part of this path is a file, not a folder: move it away, or set STEWARD_HOME.",
};

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
