import Sqlite from "better-sqlite3";
import { fine, type Observation, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

const DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** The version of the schema from which on drifts are kept. */
const FIRST_VERSION = 4;

/** Whether the figures that the program shows its model were found to be wrong lately. */
export async function checkDrift({ database, paths, clock }: Subject): Promise<Observation[]> {
	// What is wrong with a database that can't be read, or is a newer program's, is told by another check.
	if (database.kind !== "read") return [];
	if (database.schemaVersion < FIRST_VERSION || database.schemaVersion > database.newestVersion) return [];
	const drifts = readDrifts(paths.database, clock.now() - DAYS * DAY_MS);
	const times = drifts.reduce((sum, { count }) => sum + count, 0);
	if (times === 0) return [fine(`Every figure of the status block equalled its recount in the last ${DAYS} days.`)];
	const fields = drifts.map(({ field, count }) => `${field} (${count})`).join(", ");
	return [
		warning(
			`The status block had wrong figures ${times === 1 ? "once" : `${times} times`} in the last ${DAYS} days: ${fields}. ` +
				"They were found by a recount and left out, so nobody acted on them.",
			`This is a fault of the program. Please report it with what this shows: sqlite3 state.db "SELECT * FROM drifts"; it holds no words of yours.`,
		),
	];
}

/** @returns how often each field differed since a moment, the most frequent first */
function readDrifts(file: string, since: number): { field: string; count: number }[] {
	const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
	try {
		return sqlite
			.prepare<[number], { field: string; count: number }>(
				"SELECT field, count(*) AS count FROM drifts WHERE at >= ? GROUP BY field ORDER BY count(*) DESC, field",
			)
			.all(since);
	} finally {
		sqlite.close();
	}
}
