import type { Database } from "#core/database.ts";
import { listOf } from "./prune-rows.ts";

/**
 * Throws texts away that nobody refers to any more. Their rows stay, some ten bytes each: to delete one, SQLite would look for
 * rows that refer to it in every table that might, from end to end (4 ms for each, with 20,000 entries). Unlike what was erased
 * at the owner's wish, they have no `erased_at`. Call inside a write.
 */
export function emptyContents(database: Database, ids: readonly number[]): void {
	if (ids.length === 0) return;
	database.run(
		"UPDATE contents SET body = NULL, salt = NULL WHERE id IN (SELECT value FROM json_each(?))",
		listOf(ids),
	);
}
