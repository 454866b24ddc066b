import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import type { Holder } from "#daemon/lock.ts";

export type LockReading =
	/** `holder` is whoever has it, or had it last. */
	| { kind: "held" | "free"; holder: Holder | undefined }
	/** It can't be told. `reason` is a code of the system. */
	| { kind: "unknown"; reason: string };

/**
 * Looks whether a home's lock is held, without changing it. A free one is held for a moment while it is tried, so look
 * only where no daemon answers.
 * @param file as in `HomePaths.lock`
 */
export function readLock(file: string): LockReading {
	if (!existsSync(file)) return { kind: "free", holder: undefined };
	let lock: Sqlite.Database | undefined;
	try {
		lock = new Sqlite(file, { fileMustExist: true, timeout: 0 });
		return { kind: isHeld(lock) ? "held" : "free", holder: readHolder(lock) };
	} catch (error) {
		return { kind: "unknown", reason: codeOf(error) };
	} finally {
		lock?.close();
	}
}

function isHeld(lock: Sqlite.Database): boolean {
	try {
		lock.exec("BEGIN IMMEDIATE");
		lock.exec("ROLLBACK");
		return false;
	} catch (error) {
		if (codeOf(error) === "SQLITE_BUSY") return true;
		throw error;
	}
}

function readHolder(lock: Sqlite.Database): Holder | undefined {
	try {
		return lock.prepare<[], Holder>("SELECT pid, started_at AS startedAt FROM holder").get();
	} catch {
		return undefined; // whoever has it has not written its name yet
	}
}

const codeOf = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : String(error));
