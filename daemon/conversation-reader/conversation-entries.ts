import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { ChatMessage } from "#daemon/model/port.ts";
import type { EntryKind } from "#daemon/records/entry-kind.ts";

/** Where an entry stands on the wire: each assistant message, then its results in call order. */
export interface EntryPlace {
	id: number;
	groupId: number;
	position: number;
}

/** An entry as it was appended, with the calls that it makes, or the one whose result it is. */
export interface ConversationEntry extends EntryPlace {
	kind: EntryKind;
	eventId: EventId | undefined;
	/** Undefined once it was erased. */
	message: ChatMessage | undefined;
	/** Holds what others wrote, or may: it was made while such was in view. */
	outside: boolean;
	calls: readonly { id: number; tool: string }[];
}

/** Part of a trajectory: up to `lastId`, beyond which it is somebody else's. */
export interface Reach {
	trajectoryId: number;
	lastId: number;
}

interface Row extends EntryPlace {
	turnId: number;
	kind: EntryKind;
	eventId: number | null;
	body: string | null;
	outside: number;
}

const SELECT_PLACE =
	"SELECT entries.id, coalesce(entries.group_id, entries.id) AS groupId, entries.position FROM entries";

/** Finds and reads single entries, whatever the length of the trajectory: every query goes by an index. */
export class ConversationEntries {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	ofEvent(id: EventId, { trajectoryId, lastId }: Reach): EntryPlace | undefined {
		const sql = `${SELECT_PLACE} WHERE event_id = ? AND trajectory_id = ? AND entries.id <= ? ORDER BY entries.id LIMIT 1`;
		return this.#database.get(sql, id, trajectoryId, lastId);
	}

	/** The result of a call, or the placeholder that stands for it. */
	ofCall(id: number, { trajectoryId, lastId }: Reach): EntryPlace | undefined {
		const sql = `${SELECT_PLACE} JOIN calls ON calls.result_entry_id = entries.id
			WHERE calls.id = ? AND trajectory_id = ? AND entries.id <= ?`;
		return this.#database.get(sql, id, trajectoryId, lastId);
	}

	/** What stands in the order of appending from `firstId` on, at most `limit`. */
	from(firstId: number, { trajectoryId, lastId }: Reach, limit: number): EntryPlace[] {
		const sql = `${SELECT_PLACE} WHERE trajectory_id = ? AND entries.id >= ? AND entries.id <= ? ORDER BY entries.id LIMIT ?`;
		return this.#database.all(sql, trajectoryId, firstId, lastId, limit);
	}

	read({ id }: EntryPlace): ConversationEntry {
		const row = this.#database.get<Row>(
			`SELECT entries.id, coalesce(group_id, entries.id) AS groupId, position, turn_id AS turnId, kind, event_id AS eventId,
				contents.body, outside OR derived AS outside FROM entries JOIN contents ON contents.id = content_id WHERE entries.id = ?`,
			id,
		);
		if (!row) throw new Error(`There is no entry ${id}: the database is damaged.`);
		const { groupId, position, kind, eventId, body, outside } = row;
		return {
			id,
			groupId,
			position,
			kind,
			eventId: eventId ?? undefined,
			message: body === null ? undefined : JSON.parse(body),
			outside: outside === 1,
			calls: kind === "assistant" || kind === "result" ? this.#callsOf(row) : [],
		};
	}

	#callsOf({ turnId, groupId, position, kind }: Row): { id: number; tool: string }[] {
		const sql =
			"SELECT id, tool FROM calls WHERE turn_id = ? AND entry_id = ? AND (? OR position = ?) ORDER BY position";
		return this.#database.all(sql, turnId, groupId, kind === "assistant" ? 1 : 0, position);
	}
}
