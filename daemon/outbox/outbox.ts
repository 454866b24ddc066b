import type { SentPart } from "#channels/channel.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Contents } from "#daemon/records/contents.ts";
import type { NewMessage, OutboxListeners } from "./new-message.ts";
import { type OutboxRecord, type OutboxRow, toOutboxRecord } from "./outbox-record.ts";

/** After this the message is old news: it is not sent, and the owner is told. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;

const SELECT = "SELECT outbox.*, contents.body FROM outbox JOIN contents ON contents.id = outbox.content_id";

/** Everything that is to be said, as rows. They are written with the result that caused them; senders deliver them. */
export class Outbox {
	readonly #database: Database;
	readonly #contents: Contents;
	readonly #clock: Clock;
	readonly #onAdded: (conversation: Conversation) => void;
	readonly #onChanged: (id: number) => void;
	readonly #redact: (text: string) => string;

	/** @param redact takes known secrets out of what is said, visibly */
	constructor(
		database: Database,
		contents: Contents,
		clock: Clock,
		listeners: OutboxListeners,
		redact: (text: string) => string = (text) => text,
	) {
		this.#redact = redact;
		this.#database = database;
		this.#contents = contents;
		this.#clock = clock;
		this.#onAdded = listeners.onAdded;
		this.#onChanged = listeners.onChanged;
	}

	/** Queues a message. Part of the caller's transaction, if there is one. */
	add(message: NewMessage): number {
		return this.#database.write(() => {
			const { attachments = [], choices = [], conversation } = message;
			const text = this.#redact(message.text);
			const content = this.#contents.put(JSON.stringify({ text, attachments, choices }));
			const now = this.#clock.now();
			const { id } = this.#database.run(
				`INSERT INTO outbox (channel, address, kind, content_id, to_owner, turn_id, approval_id, about_outbox_id, outside, derived,
					state, next_attempt_at, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)`,
				conversation.channel,
				conversation.address,
				message.kind,
				content.id,
				message.toOwner ? 1 : 0,
				message.turnId ?? null,
				message.approvalId ?? null,
				message.aboutId ?? null,
				message.outside || message.kind === "approval" ? 1 : 0,
				message.derived ? 1 : 0,
				now,
				now + EXPIRES_AFTER_MS,
				now,
			);
			this.#database.afterCommit(() => this.#onAdded(conversation));
			this.#changed(id);
			return id;
		});
	}

	find(id: number): OutboxRecord | undefined {
		const row = this.#database.get<OutboxRow>(`${SELECT} WHERE outbox.id = ?`, id);
		return row && toOutboxRecord(row);
	}

	/** Our message of which the service calls a part by this id. */
	findByServiceId(conversation: Conversation, serviceId: string): number | undefined {
		return this.#database.get<{ id: number }>(
			"SELECT outbox_id AS id FROM sent_parts WHERE channel = ? AND address = ? AND service_id = ?",
			conversation.channel,
			conversation.address,
			serviceId,
		)?.id;
	}

	/** The oldest undelivered message of a conversation: the only one that may be sent now. */
	next(conversation: Conversation): OutboxRecord | undefined {
		const row = this.#database.get<OutboxRow>(
			`${SELECT} WHERE state = 'waiting' AND channel = ? AND address = ? ORDER BY outbox.id LIMIT 1`,
			conversation.channel,
			conversation.address,
		);
		return row && toOutboxRecord(row);
	}

	/** Conversations with something to deliver, for the start. */
	conversations(): Conversation[] {
		return this.#database.all<Conversation>("SELECT DISTINCT channel, address FROM outbox WHERE state = 'waiting'");
	}

	/** The newest messages to the owner up to a moment, newest first, for the conversation. */
	toOwner(options: { limit: number; until?: number | undefined }): OutboxRecord[] {
		return this.#database
			.all<OutboxRow>(
				`${SELECT} WHERE to_owner = 1 AND outbox.created_at <= ? ORDER BY outbox.id DESC LIMIT ?`,
				options.until ?? Number.MAX_SAFE_INTEGER,
				options.limit,
			)
			.map(toOutboxRecord);
	}

	/** The question that an approval was asked with. */
	ofApproval(approvalId: number): OutboxRecord | undefined {
		const row = this.#database.get<OutboxRow>(`${SELECT} WHERE approval_id = ?`, approvalId);
		return row && toOutboxRecord(row);
	}

	/** The parts of a message that its service has, in order. */
	sentParts(id: number): SentPart[] {
		const sql = "SELECT part AS 'index', service_id AS serviceId FROM sent_parts WHERE outbox_id = ? ORDER BY part";
		return this.#database.all<SentPart>(sql, id);
	}

	/** How many messages wait, and how many were given up. */
	counts(): { waiting: number; dead: number } {
		const count = (sql: string) => this.#database.get<{ count: number }>(sql)?.count ?? 0;
		// The states are written out so that each is counted in its own small index.
		return {
			waiting: count("SELECT count(*) AS count FROM outbox WHERE state = 'waiting'"),
			dead: count("SELECT count(*) AS count FROM outbox WHERE state = 'dead'"),
		};
	}

	ofTurn(turnId: number): OutboxRecord[] {
		return this.#database.all<OutboxRow>(`${SELECT} WHERE turn_id = ? ORDER BY outbox.id`, turnId).map(toOutboxRecord);
	}

	/** Before a part is handed to the service: from here on nobody can say that it did not arrive. */
	markInFlight(id: number, repeats: number): void {
		this.#database.write(() =>
			this.#database.run(
				"UPDATE outbox SET in_flight = 1, repeats = ?, attempts = attempts + 1 WHERE id = ?",
				repeats,
				id,
			),
		);
	}

	markPartSent(id: number, part: number, last: boolean, serviceId: string): void {
		this.#database.write(() => {
			this.#database.run(
				`UPDATE outbox SET next_part = ?, in_flight = 0, repeats = 0, attempts = 0, problem = NULL, service_id = ?,
					state = ?, ended_at = ? WHERE id = ?`,
				part + 1,
				serviceId,
				last ? "sent" : "waiting",
				last ? this.#clock.now() : null,
				id,
			);
			this.#database.run(
				`INSERT INTO sent_parts (outbox_id, part, channel, address, service_id)
				SELECT id, ?, channel, address, ? FROM outbox WHERE id = ? ON CONFLICT DO UPDATE SET service_id = excluded.service_id`,
				part,
				serviceId,
				id,
			);
		});
		this.#changed(id);
	}

	/** @param uncertain the part may have arrived all the same */
	markFailed(id: number, problem: string, retryAt: number, uncertain: boolean): void {
		this.#database.write(() =>
			this.#database.run(
				"UPDATE outbox SET in_flight = ?, problem = ?, next_attempt_at = ? WHERE id = ?",
				uncertain ? 1 : 0,
				problem,
				retryAt,
				id,
			),
		);
		this.#changed(id);
	}

	markDead(id: number, problem: string): void {
		const now = this.#clock.now();
		this.#database.run("UPDATE outbox SET state = 'dead', problem = ?, ended_at = ? WHERE id = ?", problem, now, id);
		this.#changed(id);
	}

	#changed(id: number): void {
		this.#database.afterCommit(() => this.#onChanged(id));
	}
}
