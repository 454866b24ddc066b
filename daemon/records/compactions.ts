import type { EventId } from "#core/event.ts";
import { Table } from "./table.ts";

/**
 * - `clear`: what is noise, and old results, gave way to a line each. By code alone
 * - `handover`: a note that a model wrote, and what is carried from records, took the place of what came before
 * - `shrink`: as `handover`, without a model: for when a request would not fit
 */
export type CompactionStep = "clear" | "handover" | "shrink";

/** `asked`: the owner wants one and it has not begun. `given-up`: something else came first; it says nothing about the next. */
export type CompactionState = "asked" | "running" | "done" | "failed" | "given-up";

export interface CompactionRecord {
	id: number;
	trajectoryId: number;
	step: CompactionStep;
	state: CompactionState;
	/** The owner asked for it. */
	wasAsked: boolean;
	/** The command with which, where it came as an event. */
	askedEventId: EventId | undefined;
	/** What the owner wants kept, in the owner's words. */
	focus: string | undefined;
	problem: string | undefined;
	epochId: number | undefined;
	firstEntryId: number | undefined;
	lastEntryId: number | undefined;
	tokensBefore: number | undefined;
	tokensAfter: number | undefined;
	startedAt: number;
	endedAt: number | undefined;
}

/** What a compaction came to. */
export interface CompactionResult {
	epochId: number;
	firstEntryId: number;
	lastEntryId: number;
	tokensBefore: number;
	tokensAfter: number;
}

interface Row {
	id: number;
	trajectory_id: number;
	step: CompactionStep;
	state: CompactionState;
	asked: number;
	asked_event_id: number | null;
	focus_content_id: number | null;
	problem: string | null;
	epoch_id: number | null;
	first_entry_id: number | null;
	last_entry_id: number | null;
	tokens_before: number | null;
	tokens_after: number | null;
	started_at: number;
	ended_at: number | null;
}

/** Every compaction that was tried, with what came of it. */
export class Compactions extends Table {
	/** The owner wants one. */
	ask(trajectoryId: number, focus: string | undefined, eventId: EventId | undefined): number {
		return this.#insert(trajectoryId, "handover", "asked", focus, eventId);
	}

	begin(trajectoryId: number, step: CompactionStep): number {
		return this.#insert(trajectoryId, step, "running");
	}

	/** What the owner asked for is being done. */
	take(id: number): void {
		this.database.run("UPDATE compactions SET state = 'running' WHERE id = ?", id);
	}

	/** What the owner asked for was begun in vain and waits again, unless it was given up meanwhile. */
	putBack(id: number): void {
		this.database.run("UPDATE compactions SET state = 'asked' WHERE id = ? AND state = 'running'", id);
	}

	end(id: number, result: CompactionResult): void {
		this.database.run(
			`UPDATE compactions SET state = 'done', epoch_id = ?, first_entry_id = ?, last_entry_id = ?, tokens_before = ?,
				tokens_after = ?, ended_at = ? WHERE id = ?`,
			result.epochId,
			result.firstEntryId,
			result.lastEntryId,
			result.tokensBefore,
			result.tokensAfter,
			this.clock.now(),
			id,
		);
	}

	fail(id: number, state: "failed" | "given-up", problem: string): void {
		const sql = "UPDATE compactions SET state = ?, problem = ?, ended_at = ? WHERE id = ?";
		this.database.run(sql, state, problem, this.clock.now(), id);
	}

	/** The oldest that the owner asked for and that is not done. */
	asked(trajectoryId: number): CompactionRecord | undefined {
		const sql = "SELECT * FROM compactions WHERE trajectory_id = ? AND state = 'asked' ORDER BY id LIMIT 1";
		const row = this.database.get<Row>(sql, trajectoryId);
		return row && this.#toRecord(row);
	}

	/** Those that were begun or asked for and have not ended, of any trajectory. */
	open(): CompactionRecord[] {
		return this.database
			.all<Row>("SELECT * FROM compactions WHERE state IN ('asked', 'running') ORDER BY id")
			.map((row) => this.#toRecord(row));
	}

	/** Handovers that failed since the last one that did not. */
	failuresInARow(trajectoryId: number): number {
		const sql = `SELECT count(*) AS count FROM compactions WHERE trajectory_id = ? AND step = 'handover' AND state = 'failed'
			AND id > (SELECT coalesce(max(id), 0) FROM compactions WHERE trajectory_id = ? AND step = 'handover' AND state = 'done')`;
		return this.database.get<{ count: number }>(sql, trajectoryId, trajectoryId)?.count ?? 0;
	}

	/** The newest first. */
	latest(trajectoryId: number, limit: number): CompactionRecord[] {
		const sql = "SELECT * FROM compactions WHERE trajectory_id = ? ORDER BY id DESC LIMIT ?";
		return this.database.all<Row>(sql, trajectoryId, limit).map((row) => this.#toRecord(row));
	}

	#insert(
		trajectoryId: number,
		step: CompactionStep,
		state: "asked" | "running",
		focus?: string,
		eventId?: EventId,
	): number {
		return this.database.run(
			`INSERT INTO compactions (trajectory_id, step, state, asked, asked_event_id, focus_content_id, started_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			trajectoryId,
			step,
			state,
			state === "asked" ? 1 : 0,
			eventId ?? null,
			focus === undefined ? null : this.contents.put(focus).id,
			this.clock.now(),
		).id;
	}

	#toRecord(row: Row): CompactionRecord {
		return {
			id: row.id,
			trajectoryId: row.trajectory_id,
			step: row.step,
			state: row.state,
			wasAsked: row.asked === 1,
			askedEventId: row.asked_event_id ?? undefined,
			focus: row.focus_content_id === null ? undefined : this.contents.read(row.focus_content_id),
			problem: row.problem ?? undefined,
			epochId: row.epoch_id ?? undefined,
			firstEntryId: row.first_entry_id ?? undefined,
			lastEntryId: row.last_entry_id ?? undefined,
			tokensBefore: row.tokens_before ?? undefined,
			tokensAfter: row.tokens_after ?? undefined,
			startedAt: row.started_at,
			endedAt: row.ended_at ?? undefined,
		};
	}
}
