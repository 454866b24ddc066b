import type { Database } from "#core/database.ts";
import { emptyContents } from "./empty-contents.ts";
import { BATCH_ROWS, listOf, type PrunableRow, type PrunableRows } from "./prune-rows.ts";

/** Of a row beside its texts. */
export const ROW_BYTES = 80;

/** A table whose rows nobody refers to. @param texts its longer columns, for the size */
function plainRows(database: Database, table: string, what: string, texts: string): PrunableRows<PrunableRow> {
	const read = `SELECT id, at, ${ROW_BYTES} + octet_length(concat(${texts})) AS bytes FROM ${table}
		WHERE id < ? ORDER BY id DESC LIMIT ${BATCH_ROWS}`;
	const remove = `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`;
	return {
		what,
		read: (beforeId) => database.all(read, beforeId),
		remove: (rows) => void database.run(remove, listOf(rows.map(({ id }) => id))),
	};
}

export const driftRows = (database: Database): PrunableRows<PrunableRow> =>
	plainRows(database, "drifts", "drifts", "field, shown, counted");

interface CompactionRow extends PrunableRow {
	focusId: number | null;
}

/** All but those that are not over, and the newest of each trajectory: it says how things stand. */
const READ_COMPACTIONS = `SELECT id, started_at AS at, focus_content_id AS focusId,
		${ROW_BYTES} + octet_length(concat(step, state, problem)) AS bytes
	FROM compactions WHERE id < ? AND state NOT IN ('asked', 'running')
		AND id < (SELECT max(id) FROM compactions AS newer WHERE newer.trajectory_id = compactions.trajectory_id)
	ORDER BY id DESC LIMIT ${BATCH_ROWS}`;

export const compactionRows = (database: Database): PrunableRows<CompactionRow> => ({
	what: "compactions",
	read: (beforeId) => database.all(READ_COMPACTIONS, beforeId),
	remove(rows) {
		const sql = "DELETE FROM compactions WHERE id IN (SELECT value FROM json_each(?))";
		database.run(sql, listOf(rows.map(({ id }) => id)));
		emptyContents(
			database,
			rows.flatMap(({ focusId }) => focusId ?? []),
		);
	},
});
