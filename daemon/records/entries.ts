import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import type { ChatMessage } from "#daemon/model/port.ts";
import { type Contents, ERASED } from "./contents.ts";
import type { EntryKind } from "./entry-kind.ts";
import type { ReplacementKind } from "./replacements.ts";
import { Table } from "./table.ts";

export interface NewEntry {
	trajectoryId: number;
	turnId: number;
	kind: EntryKind;
	/** Exactly as it will go on the wire, in this request and all later ones. */
	message: ChatMessage;
	eventId?: EventId;
	/** For a result: the assistant entry whose call it answers, and the call's place in it from 1. */
	answers?: { entryId: number; position: number };
	outside?: boolean;
	/** Made while outside content was in view: its words may be somebody else's, whoever put them down. */
	derived?: boolean;
}

export interface EntryRecord {
	id: number;
	turnId: number;
	kind: EntryKind;
	message: ChatMessage;
	tokens: number;
	/** Sorts entries as the wire needs them: each assistant message, then its results in call order. */
	groupId: number;
	position: number;
	createdAt: number;
}

interface Row {
	id: number;
	turn_id: number;
	kind: EntryKind;
	group_id: number | null;
	position: number;
	body: string | null;
	tokens: number;
	created_at: number;
}

const SELECT = `SELECT entries.id, turn_id, kind, group_id, position, body, tokens, entries.created_at
	FROM entries JOIN contents ON contents.id = entries.content_id`;

interface ShownRow extends Row {
	outside: number;
	derived: number;
	replaced: ReplacementKind | null;
}

const SELECT_SHOWN = `SELECT entries.id, turn_id, entries.kind, group_id, position, body, entries.created_at,
		coalesce(replacements.tokens, entries.tokens) AS tokens, coalesce(replacements.outside, entries.outside) AS outside,
		coalesce(replacements.derived, entries.derived) AS derived, replacements.kind AS replaced
	FROM entries
	LEFT JOIN replacements ON replacements.entry_id = entries.id AND replacements.since_epoch_id = (
		SELECT max(since_epoch_id) FROM replacements WHERE entry_id = entries.id AND since_epoch_id <= ?)
	JOIN contents ON contents.id = coalesce(replacements.content_id, entries.content_id)
	WHERE trajectory_id = ? AND entries.id > ? AND entries.id <= ? ORDER BY coalesce(group_id, entries.id), position`;

/** A trajectory's append-only memory of what was said and done. What the model sees is a view of it. */
export class Entries extends Table {
	readonly #redact: (text: string) => string;

	/** @param redact takes known secrets out of what goes into view, visibly */
	constructor(database: Database, contents: Contents, clock: Clock, redact: (text: string) => string = (text) => text) {
		super(database, contents, clock);
		this.#redact = redact;
	}

	add(entry: NewEntry): number {
		const { message } = entry;
		const { content } = message;
		// Before it becomes JSON: a mark in the place of what holds its quotes together would break it.
		const body = JSON.stringify(content === null ? message : { ...message, content: this.#redact(content) });
		const stored = this.contents.put(body);
		return this.database.run(
			`INSERT INTO entries (trajectory_id, turn_id, kind, event_id, group_id, position, content_id, digest, tokens, outside, derived,
				created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			entry.trajectoryId,
			entry.turnId,
			entry.kind,
			entry.eventId ?? null,
			entry.answers?.entryId ?? null,
			entry.answers?.position ?? 0,
			stored.id,
			stored.digest,
			estimateTokens(body),
			entry.outside ? 1 : 0,
			entry.derived ? 1 : 0,
			this.clock.now(),
		).id;
	}

	/** The number that the next entry will have. Only true inside the transaction that adds it. */
	nextId(): number {
		return (this.database.get<{ id: number | null }>("SELECT max(id) AS id FROM entries")?.id ?? 0) + 1;
	}

	/** Entries after `afterId` up to `untilId`, in the order of the wire, with what stands in their place in that epoch. */
	shownIn(epochId: number, trajectoryId: number, afterId: number, untilId: number): ViewEntry[] {
		return this.database.all<ShownRow>(SELECT_SHOWN, epochId, trajectoryId, afterId, untilId).map((row) => ({
			...toRecord(row),
			outside: row.outside === 1,
			derived: row.derived === 1,
			replaced: row.replaced ?? undefined,
		}));
	}

	ofTurn(turnId: number): EntryRecord[] {
		return this.database
			.all<Row>(`${SELECT} WHERE turn_id = ? ORDER BY coalesce(group_id, entries.id), position`, turnId)
			.map(toRecord);
	}

	/** The text of an entry's message. */
	textOf(id: number): string | undefined {
		const row = this.database.get<Row>(`${SELECT} WHERE entries.id = ?`, id);
		return row && (toRecord(row).message.content ?? undefined);
	}

	/** The trajectory's newest entry; 0 where it has none. */
	latestId(trajectoryId: number): number {
		const sql = "SELECT max(id) AS id FROM entries WHERE trajectory_id = ?";
		return this.database.get<{ id: number | null }>(sql, trajectoryId)?.id ?? 0;
	}

	/** When the trajectory's newest entry was appended. */
	latestAt(trajectoryId: number): number | undefined {
		return this.database.get<{ created_at: number }>(
			"SELECT created_at FROM entries WHERE trajectory_id = ? ORDER BY id DESC LIMIT 1",
			trajectoryId,
		)?.created_at;
	}

	/** Whether an entry behind `afterId`, which no view has taken in, holds what others wrote or was made while that was in view. */
	isTaintedAfter(trajectoryId: number, afterId: number): boolean {
		const sql = "SELECT 1 FROM entries WHERE trajectory_id = ? AND id > ? AND (outside = 1 OR derived = 1) LIMIT 1";
		return this.database.get(sql, trajectoryId, afterId) !== undefined;
	}

	/** Whether an entry was made while outside content was in view. */
	isDerived(id: number): boolean {
		return this.database.get("SELECT 1 FROM entries WHERE id = ? AND derived = 1", id) !== undefined;
	}
}

function toRecord(row: Row): EntryRecord {
	const message: ChatMessage = row.body === null ? { role: "user", content: ERASED } : JSON.parse(row.body);
	return {
		id: row.id,
		turnId: row.turn_id,
		kind: row.kind,
		message,
		tokens: row.tokens,
		groupId: row.group_id ?? row.id,
		position: row.position,
		createdAt: row.created_at,
	};
}
