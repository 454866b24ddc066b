import type { Database } from "#core/database.ts";
import { decideRetention, type KeepLimits, type Kept } from "./decide-retention.ts";

/** How many rows are looked at, and thrown away at most, before others have their turn: some milliseconds' worth. */
export const BATCH_ROWS = 100;

/** What a step threw away. After each, everything else may have its turn: a step leaves the records in order. */
export interface Pruned {
	what: string;
	count: number;
	bytes: number;
}

export interface PrunableRow extends Kept {
	id: number;
}

/** Rows that go by age and size. */
export interface PrunableRows<Row extends PrunableRow> {
	/** For the log. */
	what: string;
	/** Up to `BATCH_ROWS` rows with a smaller id that may go, the newest first. */
	read(beforeId: number): Row[];
	/** Called inside a write. */
	remove(rows: readonly Row[]): void;
}

/**
 * Goes through the rows from the newest to the oldest, since only so it is known what there is room for. Each batch is a
 * commit of its own; batches that throw nothing away write nothing. Cut off anywhere, the next run does the rest.
 * @returns how many bytes were looked at
 */
export function* pruneRows<Row extends PrunableRow>(
	database: Database,
	table: PrunableRows<Row>,
	limits: KeepLimits,
	now: number,
	newerBytes = 0,
): Generator<Pruned, number> {
	let bytes = newerBytes;
	let beforeId = Number.MAX_SAFE_INTEGER;
	for (let rows = table.read(beforeId); rows.length > 0; rows = table.read(beforeId)) {
		const decision = decideRetention(rows, limits, now, bytes);
		const { goes } = decision;
		if (goes.length > 0) database.write(() => table.remove(goes));
		bytes = decision.bytes;
		beforeId = rows.at(-1)?.id ?? 0;
		yield { what: table.what, count: goes.length, bytes: goes.reduce((sum, row) => sum + row.bytes, 0) };
	}
	return bytes;
}

/** For `WHERE id IN (SELECT value FROM json_each(?))`: one statement for lists of any length. */
export const listOf = (ids: readonly number[]): string => JSON.stringify(ids);
