import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";

/** A figure of a status block that did not equal its recount. It was left out of the block. */
export interface DriftRecord {
	at: number;
	turnId: number;
	round: number;
	/** As its line in the block is called. */
	field: string;
	/** What would have been shown. Figures and numbers alone, nothing that anybody wrote. */
	shown: string;
	counted: string;
}

/** Where the program's own figures were found to be wrong. Normally empty; retention prunes it. */
export class Drifts {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	/** @returns whether it is the first of this field in its turn */
	add(drift: Omit<DriftRecord, "at">): boolean {
		const known = this.#database.get(
			"SELECT 1 FROM drifts WHERE turn_id = ? AND field = ? LIMIT 1",
			drift.turnId,
			drift.field,
		);
		this.#database.run(
			"INSERT INTO drifts (at, turn_id, round, field, shown, counted) VALUES (?, ?, ?, ?, ?, ?)",
			this.#clock.now(),
			drift.turnId,
			drift.round,
			drift.field,
			drift.shown,
			drift.counted,
		);
		return known === undefined;
	}

	/** Those since a moment, oldest first. */
	since(at: number): DriftRecord[] {
		return this.#database.all(
			"SELECT at, turn_id AS turnId, round, field, shown, counted FROM drifts WHERE at >= ? ORDER BY id",
			at,
		);
	}
}
