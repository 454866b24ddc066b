import Sqlite from "better-sqlite3";

/** Who holds a home: written by the holder, read by whoever comes second. */
export interface Holder {
	pid: number;
	/** Milliseconds since the epoch. */
	startedAt: number;
}

export class HomeLockedError extends Error {
	override name = "HomeLockedError";
	readonly holder: Holder | undefined;

	constructor(home: string, holder: Holder | undefined) {
		const who = holder
			? `process ${holder.pid}, running since ${new Date(holder.startedAt).toISOString()}`
			: "another process";
		super(`A Steward runs already in ${home} (${who}). Stop it first, or set STEWARD_HOME to another folder.`);
		this.holder = holder;
	}
}

/** How often a lost race for the lock is run again. */
const MAX_TRIES = 10;

/**
 * Takes the home for this process, until it ends in whatever way: the operating system frees the lock of a dead process,
 * so that nothing stale is left after a power cut. SQLite's own file lock is used since Node has none: the holder keeps a
 * write transaction open, which shuts out writers and lets the others read who it is
 * (https://sqlite.org/lockingv3.html, RESERVED).
 * @throws HomeLockedError where somebody else holds it
 */
export function lockHome(home: string, file: string, holder: Holder): { release: () => void } {
	const lock = new Sqlite(file, { timeout: 0 });
	try {
		lock.pragma("journal_mode = DELETE");
		for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
			lock.exec("BEGIN IMMEDIATE");
			lock.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER, started_at INTEGER)");
			if (isSame(readHolder(lock), holder)) return { release: () => lock.close() };
			// What others are to read must be committed; then the lock is taken again, and looked at again.
			lock.prepare("DELETE FROM holder").run();
			lock.prepare("INSERT INTO holder VALUES (?, ?)").run(holder.pid, holder.startedAt);
			lock.exec("COMMIT");
		}
		throw new HomeLockedError(home, readHolder(lock));
	} catch (error) {
		const found = error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY" ? readHolder(lock) : undefined;
		lock.close();
		if (error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY") throw new HomeLockedError(home, found);
		throw error;
	}
}

function readHolder(lock: Sqlite.Database): Holder | undefined {
	try {
		return lock.prepare<[], Holder>("SELECT pid, started_at AS startedAt FROM holder").get();
	} catch {
		// The other process has the file but not written its name yet. Who it is, is all that is lost.
		return undefined;
	}
}

const isSame = (a: Holder | undefined, b: Holder): boolean => a?.pid === b.pid && a.startedAt === b.startedAt;
