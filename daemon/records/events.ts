import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation, EventId } from "#core/event.ts";
import type { Contents } from "./contents.ts";
import {
	type EventOutcome,
	type EventRecord,
	type EventRow,
	type NewEvent,
	type Route,
	toEventRecord,
} from "./event-record.ts";
import { Table } from "./table.ts";

const SELECT = "SELECT events.*, contents.body FROM events JOIN contents ON contents.id = events.content_id";

/** The event log: one row for each thing that arrived, kept for good, with how it ended. */
export class Events extends Table {
	readonly #onChanged: (id: EventId) => void;
	readonly #mainTrajectory = 1;

	/** @param onChanged called after each commit that stored or settled an event */
	constructor(
		database: Database,
		contents: Contents,
		clock: Clock,
		onChanged: (id: EventId) => void = () => undefined,
	) {
		super(database, contents, clock);
		this.#onChanged = onChanged;
	}

	/** Stores an event, unless the same (channel, dedupKey) is there already. */
	add(event: NewEvent): { id: EventId; duplicate: boolean } {
		const known = this.database.get<{ id: number }>(
			"SELECT id FROM events WHERE channel = ? AND dedup_key = ?",
			event.channel,
			event.dedupKey,
		);
		if (known) return { id: known.id, duplicate: true };
		const { text, attachments = [], sender, action } = event;
		const content = this.contents.put(JSON.stringify({ text, attachments, senderName: sender.name, action }));
		const { id } = this.database.run(
			`INSERT INTO events (channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind,
				content_id, outside_source, cause_event_id, restricts, trajectory_id, state, occurred_at, received_at, service_id,
				about_relation, about_event_id, about_outbox_id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?)`,
			event.channel,
			event.dedupKey,
			event.conversation.channel,
			event.conversation.address,
			sender.id,
			event.trust,
			event.route,
			event.kind,
			content.id,
			event.outsideSource ?? null,
			event.causeEventId ?? null,
			event.restricts ? 1 : 0,
			this.#mainTrajectory,
			Math.round(event.occurredAt),
			this.clock.now(),
			event.serviceId ?? null,
			event.about?.relation ?? null,
			event.about?.eventId ?? null,
			event.about?.outboxId ?? null,
		);
		this.database.afterCommit(() => this.#onChanged(id));
		return { id, duplicate: false };
	}

	find(id: EventId): EventRecord | undefined {
		const row = this.database.get<EventRow>(`${SELECT} WHERE events.id = ?`, id);
		return row && toEventRecord(row);
	}

	/** The event with this id at its service, in its conversation. */
	findByServiceId(conversation: Conversation, serviceId: string): EventId | undefined {
		return this.database.get<{ id: number }>(
			"SELECT id FROM events WHERE conversation_channel = ? AND conversation_address = ? AND service_id = ?",
			conversation.channel,
			conversation.address,
			serviceId,
		)?.id;
	}

	/** Keeps an event that was settled without the model for its next turn to see. */
	leaveUnseen(id: EventId): void {
		this.database.run("INSERT INTO unseen VALUES (?) ON CONFLICT DO NOTHING", id);
	}

	/** The newest events that the model has not been shown, oldest first, and how many older ones there are. */
	unseen(limit: number): { events: EventRecord[]; older: number } {
		const count = this.database.get<{ count: number }>("SELECT count(*) AS count FROM unseen")?.count ?? 0;
		if (count === 0) return { events: [], older: 0 };
		const sql = `${SELECT} JOIN unseen ON unseen.event_id = events.id ORDER BY events.id DESC LIMIT ?`;
		const events = this.database.all<EventRow>(sql, limit).map(toEventRecord).reverse();
		return { events, older: count - events.length };
	}

	clearUnseen(): void {
		this.database.run("DELETE FROM unseen");
	}

	/** Events that nobody has taken up yet, oldest first. */
	waiting(route: Route, limit: number): EventRecord[] {
		// Asked at every safe point and mostly in vain: whether there is one takes a quarter of reading it.
		const one = "SELECT id FROM events WHERE state = 'waiting' AND route = ? LIMIT 1";
		if (this.database.get(one, route) === undefined) return [];
		return this.database
			.all<EventRow>(`${SELECT} WHERE state = 'waiting' AND route = ? ORDER BY events.id LIMIT ?`, route, limit)
			.map(toEventRecord);
	}

	countWaiting(): number {
		return (
			this.database.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE state = 'waiting'")?.count ?? 0
		);
	}

	/** The events of a turn, oldest first. */
	ofTurn(turnId: number): EventRecord[] {
		return this.database.all<EventRow>(`${SELECT} WHERE turn_id = ? ORDER BY events.id`, turnId).map(toEventRecord);
	}

	/** The conversations from which a turn's events came; some may be named twice. */
	conversationsOf(turnId: number): Conversation[] {
		const sql = "SELECT conversation_channel AS channel, conversation_address AS address FROM events WHERE turn_id = ?";
		return this.database.all<Conversation>(sql, turnId);
	}

	/** The newest events, newest last, for lists and history. */
	latest(options: { limit: number; before?: EventId | undefined }): EventRecord[] {
		return this.database
			.all<EventRow>(
				`${SELECT} WHERE events.id < ? ORDER BY events.id DESC LIMIT ?`,
				options.before ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toEventRecord)
			.reverse();
	}

	/** The owner's newest messages up to a moment, newest first, for the conversation. */
	ofOwner(options: { limit: number; until?: number | undefined }): EventRecord[] {
		return this.database
			.all<EventRow>(
				`${SELECT} WHERE trust = 'owner' AND received_at <= ? ORDER BY events.id DESC LIMIT ?`,
				options.until ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toEventRecord);
	}

	/** The owner's latest message, for "time since the owner's last word" and for where to tell them something. */
	latestOfOwner(): EventRecord | undefined {
		const row = this.database.get<EventRow>(`${SELECT} WHERE trust = 'owner' ORDER BY events.id DESC LIMIT 1`);
		return row && toEventRecord(row);
	}

	take(id: EventId, turnId: number): void {
		this.database.run("UPDATE events SET state = 'taken', turn_id = ? WHERE id = ? AND state = 'waiting'", turnId, id);
	}

	/** Ends an event. The first outcome stands: a reply that was queued is not undone by a later failure. */
	settle(id: EventId, outcome: EventOutcome, detail?: string): void {
		this.database.run(
			"UPDATE events SET state = 'settled', outcome = ?, outcome_detail = ?, settled_at = ? WHERE id = ? AND state <> 'settled'",
			outcome,
			detail ?? null,
			this.clock.now(),
			id,
		);
		this.database.afterCommit(() => this.#onChanged(id));
	}
}
