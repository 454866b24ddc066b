import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import { argumentsDigestOf } from "#daemon/loop/stalls/fingerprint.ts";
import type { CallState } from "#daemon/records/calls.ts";
import type { CallFacts, LightEntry } from "./light-entry.ts";

interface CallRow {
	entryId: number;
	id: number;
	tool: string;
	arguments: string | null;
	resultDigest: string | null;
	state: CallState;
	target: string | null;
}

interface EventRow {
	entryId: number;
	id: EventId;
	bringsCallId: number | null;
}

/** Reads what rows know of the entries in view. */
export class EntryFacts {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	of(entries: readonly ViewEntry[]): LightEntry[] {
		const ids = JSON.stringify(entries.map(({ id }) => id));
		const calls = new Map(this.#calls(ids).map((row) => [row.entryId, toFacts(row)]));
		const events = new Map(this.#events(ids).map((row) => [row.entryId, row]));
		return entries.map((entry) => {
			const event = events.get(entry.id);
			return {
				...entry,
				call: calls.get(entry.id),
				event: event && { id: event.id, bringsCallId: event.bringsCallId ?? undefined },
			};
		});
	}

	#calls(entryIds: string): CallRow[] {
		return this.#database.all<CallRow>(
			`SELECT calls.result_entry_id AS entryId, calls.id, calls.tool, contents.body AS arguments,
				calls.result_digest AS resultDigest, calls.state, calls.target
			FROM json_each(?) AS wanted JOIN entries ON entries.id = wanted.value AND entries.kind = 'result'
			JOIN calls ON calls.turn_id = entries.turn_id AND calls.result_entry_id = entries.id
			JOIN contents ON contents.id = calls.content_id`,
			entryIds,
		);
	}

	/** A task's result, and the outcome of an approval, come as events of their own. */
	#events(entryIds: string): EventRow[] {
		return this.#database.all<EventRow>(
			`SELECT entries.id AS entryId, events.id, coalesce(tasks.call_id, approvals.call_id) AS bringsCallId
			FROM json_each(?) AS wanted JOIN entries ON entries.id = wanted.value
			JOIN events ON events.id = entries.event_id
			LEFT JOIN tasks ON events.kind = 'task-result' AND tasks.result_event_id = events.id
			LEFT JOIN approvals ON events.kind = 'approval-outcome' AND events.channel = 'system'
				AND approvals.id = CAST(substr(events.dedup_key, length('approval:') + 1) AS INTEGER)`,
			entryIds,
		);
	}
}

const toFacts = (row: CallRow): CallFacts => ({
	id: row.id,
	tool: row.tool,
	// What was erased is like nothing else.
	argumentsDigest: row.arguments === null ? `erased C-${row.id}` : argumentsDigestOf(row.arguments),
	resultDigest: row.resultDigest ?? undefined,
	state: row.state,
	target: row.target ?? undefined,
});
