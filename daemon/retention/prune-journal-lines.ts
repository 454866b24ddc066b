import type { Database } from "#core/database.ts";
import { decideRetention, type KeepLimits } from "./decide-retention.ts";
import { ROW_BYTES } from "./journal-rows.ts";
import { BATCH_ROWS, type PrunableRow, type Pruned } from "./prune-rows.ts";

const SIZED = `SELECT id, at, ${ROW_BYTES} + octet_length(concat(kind, authority, effect, decision, outcome, content_digest, chain,
		body, salt)) AS bytes
	FROM journal_lines LEFT JOIN journal_contents ON journal_contents.line = journal_lines.id`;
const NEWER_FIRST = `${SIZED} WHERE journal_lines.id < ? ORDER BY journal_lines.id DESC LIMIT ${BATCH_ROWS}`;
const OLDEST = `${SIZED} WHERE journal_lines.id <= ? ORDER BY journal_lines.id LIMIT ${BATCH_ROWS}`;

/**
 * Throws away the oldest lines of the journal. The chain allows only that: so a line stays as long as an older one does, which
 * makes a difference where the clock was wrong for a while. The schema sees to the rest: with each line go its texts, and the
 * chain's value at the last one is what the chain is verified from (`daemon/journal/verify-journal.ts`).
 * @param newerBytes of what shares the limits
 */
export function* pruneJournalLines(
	database: Database,
	limits: KeepLimits,
	now: number,
	newerBytes: number,
): Generator<Pruned> {
	const what = "journal lines";
	/** The newest line of those that go, each older one included; 0 for none. */
	let cut = 0;
	let bytes = newerBytes;
	let beforeId = Number.MAX_SAFE_INTEGER;
	for (let rows = read(NEWER_FIRST, beforeId); rows.length > 0; rows = read(NEWER_FIRST, beforeId)) {
		const decision = decideRetention(rows, limits, now, bytes);
		const going = new Set(decision.goes);
		for (const row of rows) cut = going.has(row) ? cut || row.id : 0;
		bytes = decision.bytes;
		beforeId = rows.at(-1)?.id ?? 0;
		yield { what, count: 0, bytes: 0 };
	}
	for (let rows = read(OLDEST, cut); rows.length > 0; rows = read(OLDEST, cut)) {
		const last = rows.at(-1)?.id ?? 0;
		database.write(() => database.run("DELETE FROM journal_lines WHERE id <= ?", last));
		yield { what, count: rows.length, bytes: rows.reduce((sum, row) => sum + row.bytes, 0) };
	}

	function read(sql: string, id: number): PrunableRow[] {
		return database.all<PrunableRow>(sql, id);
	}
}
