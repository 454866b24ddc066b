import type { Database } from "#core/database.ts";
import { lowestTrust, type Trust } from "#core/trust.ts";
import { MAX_INLINE_LENGTH, renderEvent, summarise } from "#daemon/context/render-event.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Turns } from "#daemon/records/turns.ts";

/** The most events that one request takes up. The rest follow at the next safe point. */
const MAX_BATCH = 50;

/** T1: moves waiting events into a turn, as entries. An event is either waiting or in view, never both, never neither. */
export class Intake {
	readonly #database: Database;
	readonly #events: Events;
	readonly #entries: Entries;
	readonly #turns: Turns;
	readonly #stamper: () => Stamper;
	/** Saves a text that is too long to show; returns the path for read_file. Idempotent for one event. */
	readonly #saveLongText: (event: EventRecord) => string;

	constructor(parts: {
		database: Database;
		events: Events;
		entries: Entries;
		turns: Turns;
		stamper: () => Stamper;
		saveLongText: (event: EventRecord) => string;
	}) {
		this.#database = parts.database;
		this.#events = parts.events;
		this.#entries = parts.entries;
		this.#turns = parts.turns;
		this.#stamper = parts.stamper;
		this.#saveLongText = parts.saveLongText;
	}

	/** Begins a turn with the oldest waiting events. Undefined where nothing waits. */
	beginTurn(trajectoryId: number): number | undefined {
		const batch = this.#batch(undefined);
		if (batch.length === 0) return undefined;
		return this.#database.write(() => {
			const turnId = this.#turns.begin(trajectoryId, lowestTrust(batch.map(({ trust }) => trust)));
			this.#append(batch, trajectoryId, turnId);
			return turnId;
		});
	}

	/** Adds what has come in since to a running turn, as far as its trust is the turn's own. @returns how many */
	join(turn: { id: number; trajectoryId: number; authority: Trust }): number {
		const batch = this.#batch(turn.authority);
		if (batch.length > 0) this.#database.write(() => this.#append(batch, turn.trajectoryId, turn.id));
		return batch.length;
	}

	/** Events of different trust are never batched: the run of equal trust at the front of the queue. */
	#batch(trust: Trust | undefined): EventRecord[] {
		const waiting = this.#events.waiting("loop", MAX_BATCH);
		const wanted = trust ?? waiting[0]?.trust;
		const end = waiting.findIndex((event) => event.trust !== wanted);
		return end === -1 ? waiting : waiting.slice(0, end);
	}

	#append(batch: EventRecord[], trajectoryId: number, turnId: number): void {
		const summary = summarise(batch.map(({ kind }) => kind));
		for (const [index, event] of batch.entries()) {
			const savedTo = event.text.length > MAX_INLINE_LENGTH ? this.#saveLongText(event) : undefined;
			const place = { position: index + 1, size: batch.length, summary };
			const content = renderEvent(event, this.#stamper(), this.#entries.latestAt(trajectoryId), place, savedTo);
			const outside = event.outsideSource !== undefined;
			this.#entries.add({
				trajectoryId,
				turnId,
				kind: "event",
				eventId: event.id,
				message: { role: "user", content },
				outside,
			});
			this.#events.take(event.id, turnId);
			if (event.restricts) this.#turns.restrict(turnId);
		}
	}
}
