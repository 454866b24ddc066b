import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { Database } from "#core/database.ts";
import { describeError } from "#core/log.ts";
import { LAST_GOOD } from "#daemon/wire/open-settings.ts";

/** What a home's database says of itself. */
export type DatabaseReading =
	| { kind: "missing" }
	/** It is another user's: opening it would leave files there that its owner can't change. */
	| { kind: "not-ours" }
	/** SQLite can't read it. With `damaged` that is the file's own fault. */
	| { kind: "unreadable"; reason: string; damaged: boolean; lastGood: string | undefined }
	| {
			kind: "read";
			sizeBytes: number;
			walBytes: number;
			schemaVersion: number;
			/** What this program would make of it. */
			newestVersion: number;
			/** False where it is too large for that. */
			wasExamined: boolean;
			counts: DatabaseCounts;
			/** The text of the last `config.yaml` that loaded. */
			lastGood: string | undefined;
	  };

export interface DatabaseCounts {
	waitingEvents: number;
	/** Messages that were given up within the last week. */
	deadMessages: number;
	/** Milliseconds since the epoch; undefined before the first. */
	newestEventAt: number | undefined;
}

/** Above this, reading every page would take minutes on a slow disk, and that can't be broken off. */
const MAX_EXAMINED_BYTES = 1_000_000_000;

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * Reads all that the doctor wants of the database, at once and without changing a row. Blocks while it does. Never throws.
 * @param file as in `HomePaths.database`
 * @param now milliseconds since the epoch
 */
export function readDatabase(file: string, now: number): DatabaseReading {
	let sqlite: Sqlite.Database | undefined;
	let lastGood: string | undefined;
	try {
		const stats = statSync(file, { throwIfNoEntry: false });
		if (!stats) return { kind: "missing" };
		if (stats.uid !== process.getuid?.()) return { kind: "not-ours" };
		sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
		const schemaVersion = Number(sqlite.pragma("user_version", { simple: true }));
		const newestVersion = newestSchemaVersion();
		// Before the rest: it may be readable where other pages are not.
		if (schemaVersion > 0) lastGood = readLastGood(sqlite);
		const wasExamined = stats.size <= MAX_EXAMINED_BYTES;
		if (wasExamined) requireSound(sqlite);
		const walBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
		const isKnown = schemaVersion > 0 && schemaVersion <= newestVersion;
		const counts = isKnown ? readCounts(sqlite, now) : NOTHING;
		return {
			...{ kind: "read", sizeBytes: stats.size, walBytes, schemaVersion, newestVersion, wasExamined },
			...{ counts, lastGood },
		};
	} catch (error) {
		const code = error instanceof Sqlite.SqliteError ? error.code : "";
		const damaged = error instanceof Damage || /^SQLITE_(CORRUPT|NOTADB)/.test(code);
		return { kind: "unreadable", reason: describeError(error), damaged, lastGood };
	} finally {
		sqlite?.close();
	}
}

const NOTHING: DatabaseCounts = { waitingEvents: 0, deadMessages: 0, newestEventAt: undefined };

/** The version of a new database, so that there is no second list of versions. */
function newestSchemaVersion(): number {
	const database = new Database(":memory:");
	try {
		return database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
	} finally {
		database.close();
	}
}

class Damage extends Error {
	override name = "Damage";
}

/** @throws Damage with the first things that are wrong */
function requireSound(sqlite: Sqlite.Database): void {
	const lines = sqlite.prepare<[], string>("PRAGMA quick_check(3)").pluck().all();
	if (lines.join() !== "ok") throw new Damage(lines.join("; "));
}

function readLastGood(sqlite: Sqlite.Database): string | undefined {
	try {
		return sqlite.prepare<[string], string>("SELECT value FROM facts WHERE name = ?").pluck().get(LAST_GOOD);
	} catch {
		return undefined; // that the database is damaged is found by the examination that follows
	}
}

function readCounts(sqlite: Sqlite.Database, now: number): DatabaseCounts {
	const number = (sql: string, ...values: number[]) =>
		sqlite
			.prepare<number[], number>(sql)
			.pluck()
			.get(...values);
	return {
		waitingEvents: number("SELECT count(*) FROM events WHERE state = 'waiting'") ?? 0,
		deadMessages: number("SELECT count(*) FROM outbox WHERE state = 'dead' AND ended_at > ?", now - WEEK_MS) ?? 0,
		newestEventAt: number("SELECT received_at FROM events ORDER BY id DESC LIMIT 1"),
	};
}
