import type { Database } from "#core/database.ts";
import { SELECT_EVENT } from "#daemon/records/event-queue.ts";
import { type EventRecord, type EventRow, toEventRecord } from "#daemon/records/event-record.ts";
import { QUARANTINED } from "./quarantined.ts";

const WAITING = `events.state = 'waiting' AND events.route = 'loop' AND events.trajectory_id = ? AND ${QUARANTINED}`;

/** What waits for a reader in a side trajectory. */
export class WaitingOutside {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	has(trajectoryId: number): boolean {
		return this.#database.get(`SELECT 1 FROM events WHERE ${WAITING} LIMIT 1`, trajectoryId) !== undefined;
	}

	/** The oldest. */
	next(trajectoryId: number): EventRecord | undefined {
		const row = this.#database.get<EventRow>(
			`${SELECT_EVENT} WHERE ${WAITING} ORDER BY events.id LIMIT 1`,
			trajectoryId,
		);
		return row && toEventRecord(row);
	}
}
