import { z } from "zod";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import {
	type Action,
	type Attachment,
	actionSchema,
	attachmentSchema,
	type Conversation,
	type EventId,
} from "#core/event.ts";
import type { Trust } from "#core/trust.ts";
import type { Contents } from "./contents.ts";

/** Where an event goes once it is on disk. */
export type Route = "loop" | "command" | "refused";

/** How an event ended. Every event ends in one of these; a failure is one that the owner was told of. */
export type EventOutcome = "replied" | "no-reply" | "failed" | "stopped" | "handled" | "refused";

/** An event to be stored. */
export interface NewEvent {
	channel: string;
	dedupKey: string;
	conversation: Conversation;
	sender: { id: string; name?: string | undefined };
	trust: Trust;
	route: Route;
	/** `message`, `command`, or what the program itself reports (`approval-outcome`). */
	kind: string;
	text: string;
	attachments?: Attachment[];
	action?: Action | undefined;
	outsideSource?: string | undefined;
	causeEventId?: EventId | undefined;
	/** The turn that takes it may only read and tell the owner. */
	restricts?: boolean;
	occurredAt: number;
}

export interface EventRecord extends Required<Omit<NewEvent, "action" | "outsideSource" | "causeEventId">> {
	id: EventId;
	action: Action | undefined;
	outsideSource: string | undefined;
	causeEventId: EventId | undefined;
	turnId: number | undefined;
	state: "waiting" | "taken" | "settled";
	outcome: EventOutcome | undefined;
	outcomeDetail: string | undefined;
	receivedAt: number;
	settledAt: number | undefined;
}

/** What a person said, as it stands in an erasable content row. */
const bodySchema = z.object({
	text: z.string(),
	attachments: z.array(attachmentSchema),
	senderName: z.string().optional(),
	action: actionSchema.optional(),
});

interface Row {
	id: number;
	channel: string;
	dedup_key: string;
	conversation_channel: string;
	conversation_address: string;
	sender_id: string;
	trust: Trust;
	route: Route;
	kind: string;
	content_id: number;
	body: string | null;
	outside_source: string | null;
	cause_event_id: number | null;
	restricts: number;
	turn_id: number | null;
	state: EventRecord["state"];
	outcome: EventOutcome | null;
	outcome_detail: string | null;
	occurred_at: number;
	received_at: number;
	settled_at: number | null;
}

const SELECT = "SELECT events.*, contents.body FROM events JOIN contents ON contents.id = events.content_id";

/** The event log: one row for each thing that arrived, kept for good, with how it ended. */
export class Events {
	readonly #database: Database;
	readonly #contents: Contents;
	readonly #clock: Clock;
	readonly #onChanged: (id: EventId) => void;
	readonly #mainTrajectory = 1;

	/** @param onChanged called after each commit that stored or settled an event */
	constructor(
		database: Database,
		contents: Contents,
		clock: Clock,
		onChanged: (id: EventId) => void = () => undefined,
	) {
		this.#database = database;
		this.#contents = contents;
		this.#clock = clock;
		this.#onChanged = onChanged;
	}

	/** Stores an event, unless the same (channel, dedupKey) is there already. */
	add(event: NewEvent): { id: EventId; duplicate: boolean } {
		const known = this.#database.get<{ id: number }>(
			"SELECT id FROM events WHERE channel = ? AND dedup_key = ?",
			event.channel,
			event.dedupKey,
		);
		if (known) return { id: known.id, duplicate: true };
		const { text, attachments = [], sender, action } = event;
		const content = this.#contents.put(JSON.stringify({ text, attachments, senderName: sender.name, action }));
		const { id } = this.#database.run(
			`INSERT INTO events (channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind,
				content_id, outside_source, cause_event_id, restricts, trajectory_id, state, occurred_at, received_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
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
			this.#clock.now(),
		);
		this.#database.afterCommit(() => this.#onChanged(id));
		return { id, duplicate: false };
	}

	find(id: EventId): EventRecord | undefined {
		const row = this.#database.get<Row>(`${SELECT} WHERE events.id = ?`, id);
		return row && toRecord(row);
	}

	/** Events that nobody has taken up yet, oldest first. */
	waiting(route: Route, limit: number): EventRecord[] {
		return this.#database
			.all<Row>(`${SELECT} WHERE state = 'waiting' AND route = ? ORDER BY events.id LIMIT ?`, route, limit)
			.map(toRecord);
	}

	countWaiting(): number {
		return (
			this.#database.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE state = 'waiting'")?.count ?? 0
		);
	}

	/** The events of a turn, oldest first. */
	ofTurn(turnId: number): EventRecord[] {
		return this.#database.all<Row>(`${SELECT} WHERE turn_id = ? ORDER BY events.id`, turnId).map(toRecord);
	}

	/** The newest events, newest last, for lists and history. */
	latest(options: { limit: number; before?: EventId | undefined }): EventRecord[] {
		return this.#database
			.all<Row>(
				`${SELECT} WHERE events.id < ? ORDER BY events.id DESC LIMIT ?`,
				options.before ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toRecord)
			.reverse();
	}

	/** The owner's newest messages up to a moment, newest first, for the conversation. */
	ofOwner(options: { limit: number; until?: number | undefined }): EventRecord[] {
		return this.#database
			.all<Row>(
				`${SELECT} WHERE trust = 'owner' AND received_at <= ? ORDER BY events.id DESC LIMIT ?`,
				options.until ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toRecord);
	}

	/** The owner's latest message, for "time since the owner's last word" and for where to tell them something. */
	latestOfOwner(): EventRecord | undefined {
		const row = this.#database.get<Row>(`${SELECT} WHERE trust = 'owner' ORDER BY events.id DESC LIMIT 1`);
		return row && toRecord(row);
	}

	take(id: EventId, turnId: number): void {
		this.#database.run("UPDATE events SET state = 'taken', turn_id = ? WHERE id = ? AND state = 'waiting'", turnId, id);
	}

	/** Ends an event. The first outcome stands: a reply that was queued is not undone by a later failure. */
	settle(id: EventId, outcome: EventOutcome, detail?: string): void {
		this.#database.run(
			"UPDATE events SET state = 'settled', outcome = ?, outcome_detail = ?, settled_at = ? WHERE id = ? AND state <> 'settled'",
			outcome,
			detail ?? null,
			this.#clock.now(),
			id,
		);
		this.#database.afterCommit(() => this.#onChanged(id));
	}
}

function toRecord(row: Row): EventRecord {
	const body = row.body === null ? { text: "", attachments: [] } : bodySchema.parse(JSON.parse(row.body));
	return {
		id: row.id,
		channel: row.channel,
		dedupKey: row.dedup_key,
		conversation: { channel: row.conversation_channel, address: row.conversation_address },
		sender: { id: row.sender_id, name: body.senderName },
		trust: row.trust,
		route: row.route,
		kind: row.kind,
		text: body.text,
		attachments: body.attachments,
		action: body.action,
		outsideSource: row.outside_source ?? undefined,
		causeEventId: row.cause_event_id ?? undefined,
		restricts: row.restricts === 1,
		turnId: row.turn_id ?? undefined,
		state: row.state,
		outcome: row.outcome ?? undefined,
		outcomeDetail: row.outcome_detail ?? undefined,
		occurredAt: row.occurred_at,
		receivedAt: row.received_at,
		settledAt: row.settled_at ?? undefined,
	};
}
