import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";

/** Every slot that came, fired or not. A slot has one row: claiming it a second time is what can't happen. */
export class Firings {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	/** Claims a slot for the event that it became. @throws Error where it has fired already: the transaction must not stand */
	claim(registrationId: number, slotAt: number, eventId: EventId): void {
		// A slot that was passed over, since the clock seemed to be past it, may still fire when its time really comes.
		const { changes } = this.#database.run(
			`INSERT INTO firings (registration_id, slot_at, outcome, event_id, claimed_at) VALUES (?, ?, 'fired', ?, ?)
			ON CONFLICT DO UPDATE SET outcome = 'fired', slots = 1, reason = NULL, event_id = excluded.event_id,
				claimed_at = excluded.claimed_at WHERE outcome = 'skipped'`,
			registrationId,
			slotAt,
			eventId,
			this.#clock.now(),
		);
		if (changes === 0) throw new Error(`The slot ${slotAt} of registration ${registrationId} has fired already.`);
	}

	/** Notes slots that passed without firing. @param slots how many, from `firstSlotAt` on */
	skip(registrationId: number, firstSlotAt: number, slots: number, reason: string): void {
		this.#database.run(
			`INSERT INTO firings (registration_id, slot_at, outcome, slots, reason, claimed_at) VALUES (?, ?, 'skipped', ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			registrationId,
			firstSlotAt,
			slots,
			reason,
			this.#clock.now(),
		);
	}

	hasFired(registrationId: number, slotAt: number): boolean {
		const sql = "SELECT 1 FROM firings WHERE registration_id = ? AND slot_at = ? AND outcome = 'fired'";
		return this.#database.get(sql, registrationId, slotAt) !== undefined;
	}
}
