import type { Database } from "#core/database.ts";
import { lowestTrust, type Trust } from "#core/trust.ts";
import {
	type BatchPlace,
	describeAbout,
	MAX_INLINE_LENGTH,
	renderEvent,
	summarise,
} from "#daemon/context/render-event.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Turns } from "#daemon/records/turns.ts";

/** The most events that are shown of those that were settled without the model. */
const MAX_UNSEEN = 50;

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
	/** The text of one of our own messages, by its row in the outbox. */
	readonly #textOf: (outboxId: number) => string | undefined;

	constructor(parts: {
		database: Database;
		events: Events;
		entries: Entries;
		turns: Turns;
		stamper: () => Stamper;
		saveLongText: (event: EventRecord) => string;
		textOf: (outboxId: number) => string | undefined;
	}) {
		this.#database = parts.database;
		this.#events = parts.events;
		this.#entries = parts.entries;
		this.#turns = parts.turns;
		this.#stamper = parts.stamper;
		this.#saveLongText = parts.saveLongText;
		this.#textOf = parts.textOf;
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
		this.#appendUnseen(trajectoryId, turnId);
		const summary = summarise(batch.map(({ kind }) => kind));
		for (const [index, event] of batch.entries()) {
			this.#addEntry(event, trajectoryId, turnId, { position: index + 1, size: batch.length, summary });
			this.#events.take(event.id, turnId);
			if (event.restricts) this.#turns.restrict(turnId);
		}
	}

	/** What happened without the model since it was last asked: it comes before what wakes it, and asks for nothing. */
	#appendUnseen(trajectoryId: number, turnId: number): void {
		const { events, older } = this.#events.unseen(MAX_UNSEEN);
		if (events.length === 0) return;
		for (const [index, event] of events.entries()) {
			const leftOut = index === 0 && older > 0 ? `${older} older notes are left out. ` : "";
			this.#addEntry({ ...event, text: `${leftOut}${event.text}` }, trajectoryId, turnId, ALONE);
		}
		this.#events.clearUnseen();
	}

	#addEntry(event: EventRecord, trajectoryId: number, turnId: number, place: BatchPlace): void {
		const savedTo = event.text.length > MAX_INLINE_LENGTH ? this.#saveLongText(event) : undefined;
		const { outboxId } = event.about ?? {};
		const about = describeAbout(event.about, outboxId === undefined ? undefined : this.#textOf(outboxId));
		const previousAt = this.#entries.latestAt(trajectoryId);
		this.#entries.add({
			trajectoryId,
			turnId,
			kind: "event",
			eventId: event.id,
			message: { role: "user", content: renderEvent(event, this.#stamper(), previousAt, place, about, savedTo) },
			outside: event.outsideSource !== undefined,
		});
	}
}

const ALONE: BatchPlace = { position: 1, size: 1, summary: "" };
