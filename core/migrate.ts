import type Sqlite from "better-sqlite3";
import { firstSchema } from "./migrations/0001-first-schema.ts";
import { timersAndReferences } from "./migrations/0002-timers-and-references.ts";
import { tasksAndTrajectories } from "./migrations/0003-tasks-and-trajectories.ts";
import { contextForYears } from "./migrations/0004-context-for-years.ts";
import { theGate } from "./migrations/0005-the-gate.ts";
import { journalChain } from "./migrations/0006-journal-chain.ts";
import { answersOfReaders } from "./migrations/0007-answers.ts";
import { keptFiles } from "./migrations/0008-kept-files.ts";

/** Every change of the schema, in order. What has been released is never edited: a change is a new one at the end. */
const MIGRATIONS: readonly string[] = [
	firstSchema,
	timersAndReferences,
	tasksAndTrajectories,
	contextForYears,
	theGate,
	journalChain,
	answersOfReaders,
	keptFiles,
];

/**
 * Brings a database to the newest schema, each step in a transaction of its own. The version is SQLite's `user_version`.
 * @throws Error where the database was written by a newer program: going on could destroy what we don't know of
 */
export function migrate(sqlite: Sqlite.Database, migrations: readonly string[] = MIGRATIONS): void {
	const version = Number(sqlite.pragma("user_version", { simple: true }));
	if (version > migrations.length) {
		throw new Error(
			`The database has version ${version}, this program knows versions up to ${migrations.length}. ` +
				"It was written by a newer Steward: install that version again, or restore a backup.",
		);
	}
	for (const [index, sql] of migrations.entries()) {
		if (index < version) continue;
		sqlite.transaction(() => {
			sqlite.exec(sql);
			sqlite.pragma(`user_version = ${index + 1}`);
		})();
	}
}
