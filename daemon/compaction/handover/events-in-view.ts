import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";

/** How far back the owner's words are looked for, in entries, and how many of them are read at most. */
const NEWEST_ENTRIES = 4_000;
const NEWEST_WORDS = 200;

/** Which events stand in which entries of a trajectory. Each look goes by the index, and over a bounded stretch. */
export class EventsInView {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** The events of the entries from one on. */
	from(trajectoryId: number, entryId: number): EventId[] {
		return this.between(trajectoryId, entryId, Number.MAX_SAFE_INTEGER);
	}

	/** The events of the entries from one up to, and without, another, in the order in which they were taken up. */
	between(trajectoryId: number, fromEntryId: number, beforeEntryId: number): EventId[] {
		const sql = `SELECT event_id AS id FROM entries WHERE trajectory_id = ? AND id >= ? AND id < ? AND event_id IS NOT NULL
			ORDER BY entries.id`;
		const rows = this.#database.all<{ id: number }>(sql, trajectoryId, fromEntryId, beforeEntryId);
		return [...new Set(rows.map(({ id }) => id))];
	}

	/** The owner's newest messages before an entry, newest first. */
	newestOwners(trajectoryId: number, beforeEntryId: number): EventId[] {
		return this.#database
			.all<{ id: number }>(
				`SELECT events.id FROM (
					SELECT id, event_id FROM entries WHERE trajectory_id = ? AND id < ? ORDER BY id DESC LIMIT ${NEWEST_ENTRIES}
				) AS newest JOIN events ON events.id = newest.event_id
				WHERE events.trust = 'owner' AND events.kind IN ('message', 'command')
				ORDER BY newest.id DESC LIMIT ${NEWEST_WORDS}`,
				trajectoryId,
				beforeEntryId,
			)
			.map(({ id }) => id);
	}

	/** The events that stand before an entry, from the first on. */
	covered(trajectoryId: number, beforeEntryId: number): { firstEvent: EventId; lastEvent: EventId } | undefined {
		const of = "SELECT event_id AS id FROM entries WHERE trajectory_id = ? AND event_id IS NOT NULL AND id < ?";
		const first = this.#database.get<{ id: number }>(`${of} ORDER BY entries.id LIMIT 1`, trajectoryId, beforeEntryId);
		const last = this.#database.get<{ id: number }>(
			`${of} ORDER BY entries.id DESC LIMIT 1`,
			trajectoryId,
			beforeEntryId,
		);
		if (!first || !last) return undefined;
		// The owner's events are taken up before others that came earlier.
		return { firstEvent: Math.min(first.id, last.id), lastEvent: Math.max(first.id, last.id) };
	}
}
