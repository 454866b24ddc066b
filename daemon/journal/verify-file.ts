import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { describeError } from "#core/log.ts";
import type { ChainEnd } from "./chain.ts";
import { type StoredEnds, type StoredLine, type Verification, verifyJournal } from "./verify-journal.ts";

export type FileVerification =
	| Verification
	| { kind: "missing" }
	/** It is another user's: opening it would leave files there that its owner can't change. */
	| { kind: "not-ours" }
	/** Of a version whose journal was not chained yet. */
	| { kind: "older" }
	| { kind: "unreadable"; reason: string };

/** The version of the schema from which on the journal is chained. */
const FIRST_VERSION = 6;

const LINES = `SELECT journal_lines.*, body, salt FROM journal_lines
	LEFT JOIN journal_contents ON journal_contents.line = journal_lines.id ORDER BY journal_lines.id`;

/** A content whose line is not there. The first of them is as good as any. */
const STRAY =
	"SELECT line FROM journal_contents WHERE line NOT IN (SELECT id FROM journal_lines) ORDER BY line LIMIT 1";

/**
 * Verifies the journal of a database as it is on disk, without changing a row; a daemon may be at work on it. Blocks while it
 * does, some ten microseconds a line. Never throws.
 * @param file as in `HomePaths.database`
 * @param noted an earlier head that the owner kept elsewhere
 */
export function verifyJournalFile(file: string, noted?: ChainEnd): FileVerification {
	let sqlite: Sqlite.Database | undefined;
	try {
		const stats = statSync(file, { throwIfNoEntry: false });
		if (!stats) return { kind: "missing" };
		if (stats.uid !== process.getuid?.()) return { kind: "not-ours" };
		sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
		if (Number(sqlite.pragma("user_version", { simple: true })) < FIRST_VERSION) return { kind: "older" };
		return verifyOpen(sqlite, noted);
	} catch (error) {
		return { kind: "unreadable", reason: describeError(error) };
	} finally {
		sqlite?.close();
	}
}

/** In one transaction, so that lines which come meanwhile are not seen in part. */
function verifyOpen(sqlite: Sqlite.Database, noted: ChainEnd | undefined): Verification {
	return sqlite.transaction((): Verification => {
		const found = verifyJournal(readEnds(sqlite), readLines(sqlite), noted);
		const stray = found.kind === "intact" ? sqlite.prepare<[], number>(STRAY).pluck().get() : undefined;
		return stray === undefined ? found : { kind: "broken", line: stray, fault: "content" };
	})();
}

/** A generator, so that nothing is begun which nobody reads: an open query would keep the file from being closed. */
function* readLines(sqlite: Sqlite.Database): Generator<StoredLine> {
	yield* sqlite.prepare<[], StoredLine>(LINES).iterate();
}

function readEnds(sqlite: Sqlite.Database): StoredEnds {
	const end = sqlite.prepare<[string], ChainEnd>("SELECT line, chain FROM journal_ends WHERE name = ?");
	return { anchor: end.get("anchor"), head: end.get("head") };
}
