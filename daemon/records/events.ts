import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation, EventId } from "#core/event.ts";
import type { Contents } from "./contents.ts";
import { EventQueue, SELECT_EVENT } from "./event-queue.ts";
import {
	type EventOutcome,
	type EventRecord,
	type EventRow,
	MAIN_TRAJECTORY,
	type NewEvent,
	type Strategy,
	toEventRecord,
} from "./event-record.ts";

/** What the owner said or ordered, and not what the program reports with the owner's authority. */
const BY_OWNER = "events.trust = 'owner' AND events.kind IN ('message', 'command')";

/** The event log: one row for each thing that arrived, kept for good, with how it ended. */
export class Events extends EventQueue {
	readonly #onChanged: (id: EventId) => void;
	readonly #redact: (text: string) => string;

	/**
	 * @param onChanged called after each commit that stored or settled an event
	 * @param redact takes known secrets out of what is said, visibly
	 */
	constructor(
		database: Database,
		contents: Contents,
		clock: Clock,
		onChanged: (id: EventId) => void = () => undefined,
		redact: (text: string) => string = (text) => text,
	) {
		super(database, contents, clock);
		this.#onChanged = onChanged;
		this.#redact = redact;
	}

	/** Stores an event, unless the same (channel, dedupKey) is there already. */
	add(event: NewEvent): { id: EventId; duplicate: boolean } {
		const known = this.database.get<{ id: number }>(
			"SELECT id FROM events WHERE channel = ? AND dedup_key = ?",
			event.channel,
			event.dedupKey,
		);
		if (known) return { id: known.id, duplicate: true };
		const { attachments = [], sender, action } = event;
		const text = this.#redact(event.text);
		const content = this.contents.put(JSON.stringify({ text, attachments, senderName: sender.name, action }));
		const { id } = this.database.run(
			`INSERT INTO events (channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind,
				content_id, outside_source, cause_event_id, restricts, trajectory_id, state, occurred_at, received_at, service_id,
				about_relation, about_event_id, about_outbox_id, urgency, strategy, strategy_reason, derived)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
			event.trajectoryId ?? MAIN_TRAJECTORY,
			Math.round(event.occurredAt),
			this.clock.now(),
			event.serviceId ?? null,
			event.about?.relation ?? null,
			event.about?.eventId ?? null,
			event.about?.outboxId ?? null,
			event.urgency ?? "normal",
			event.strategy?.kind ?? null,
			event.strategy?.reason ?? null,
			event.derived ? 1 : 0,
		);
		this.database.afterCommit(() => this.#onChanged(id));
		return { id, duplicate: false };
	}

	find(id: EventId): EventRecord | undefined {
		const row = this.database.get<EventRow>(`${SELECT_EVENT} WHERE events.id = ?`, id);
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

	/** The events of a turn, oldest first. */
	ofTurn(turnId: number): EventRecord[] {
		return this.database
			.all<EventRow>(`${SELECT_EVENT} WHERE turn_id = ? ORDER BY events.id`, turnId)
			.map(toEventRecord);
	}

	/** The events that a turn took up, also those that a later turn answers, oldest first. */
	takenUpBy(turnId: number): EventRecord[] {
		const sql = `${SELECT_EVENT} WHERE turn_id = ? OR turn_id IS NOT NULL AND events.id IN
			(SELECT event_id FROM entries WHERE entries.turn_id = ?) ORDER BY events.id`;
		return this.database.all<EventRow>(sql, turnId, turnId).map(toEventRecord);
	}

	/** Whether an answer to the one is read where the other was said. */
	areOfOneConversation(id: EventId, otherId: EventId): boolean {
		const sql = `SELECT 1 FROM events AS one JOIN events AS other USING (conversation_channel, conversation_address)
			WHERE one.id = ? AND other.id = ?`;
		return this.database.get(sql, id, otherId) !== undefined;
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
				`${SELECT_EVENT} WHERE events.id < ? ORDER BY events.id DESC LIMIT ?`,
				options.before ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toEventRecord)
			.reverse();
	}

	noteStrategy(id: EventId, kind: Strategy, reason: string): void {
		this.database.run("UPDATE events SET strategy = ?, strategy_reason = ? WHERE id = ?", kind, reason, id);
	}

	/** The owner's newest messages up to a moment, newest first, for the conversation. */
	ofOwner(options: { limit: number; until?: number | undefined }): EventRecord[] {
		return this.database
			.all<EventRow>(
				`${SELECT_EVENT} WHERE ${BY_OWNER} AND received_at <= ? ORDER BY events.id DESC LIMIT ?`,
				options.until ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toEventRecord);
	}

	/** The owner's latest message, for "time since the owner's last word" and for where to tell them something. */
	latestOfOwner(): EventRecord | undefined {
		const row = this.database.get<EventRow>(
			`${SELECT_EVENT} WHERE ${BY_OWNER} AND trajectories.kind IN ('main', 'fork') ORDER BY events.id DESC LIMIT 1`,
		);
		return row && toEventRecord(row);
	}

	/** Where the owner last spoke; before that the page, which only they can open. */
	ownerConversation(): Conversation {
		return this.latestOfOwner()?.conversation ?? { channel: "web", address: "owner" };
	}

	/** Leaves the main trajectory a word on what the program did by itself. It wakes nobody, and asks for nothing. */
	leaveNote(
		note: Pick<NewEvent, "dedupKey" | "kind" | "text" | "conversation" | "causeEventId" | "outsideSource" | "derived">,
	): void {
		const { id } = this.add({
			...note,
			channel: "system",
			sender: { id: "steward" },
			trust: "system",
			route: "command",
			occurredAt: this.clock.now(),
		});
		this.settle(id, "handled", "a note for the next turn");
		this.leaveUnseen(id);
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
