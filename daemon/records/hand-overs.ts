import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";

/** What one trajectory told another, and which events it may therefore have shown to the owner. */
export class HandOvers {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** @param entry the event that tells of it @param handed the events whose content may be shown */
	add(entry: EventId, from: number, to: number, handed: readonly EventId[]): void {
		this.#database.run("INSERT INTO hand_overs VALUES (?, ?, ?) ON CONFLICT DO NOTHING", entry, from, to);
		for (const event of handed)
			this.#database.run("INSERT INTO handed_events VALUES (?, ?) ON CONFLICT DO NOTHING", to, event);
	}

	/** Whether a trajectory was handed this event. */
	holds(trajectoryId: number, event: EventId): boolean {
		const sql = "SELECT 1 FROM handed_events WHERE trajectory_id = ? AND event_id = ?";
		return this.#database.get(sql, trajectoryId, event) !== undefined;
	}

	/** Whether an event's content was erased at the owner's wish. */
	isErased(event: EventId): boolean {
		const sql =
			"SELECT 1 FROM events JOIN contents ON contents.id = events.content_id WHERE events.id = ? AND body IS NULL";
		return this.#database.get(sql, event) !== undefined;
	}
}
