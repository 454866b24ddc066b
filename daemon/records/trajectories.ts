import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { Listeners } from "#daemon/listeners.ts";

/**
 * - `main`: the owner, across all channels
 * - `side`: a mail thread, a webhook, a watch: read apart from the owner's conversation, which hears of it by a hand-over
 * - `guest`: a group or a contact
 * - `fork`: answers one question beside the main trajectory, from what that has seen so far
 */
export type TrajectoryKind = "main" | "side" | "guest" | "fork";

/**
 * What a trajectory's loop is doing.
 * - `thinking`: the model is being asked; `acting`: calls are being run
 * - `waiting-for-approval`: nothing to do before the owner answers
 * - `cancelling`: the owner said stop, and what was running is being ended
 * - `failed`: it can't go on by itself; the detail says why
 */
export type LoopState = "idle" | "thinking" | "acting" | "waiting-for-approval" | "cancelling" | "failed";

export interface TrajectoryRecord {
	id: number;
	kind: TrajectoryKind;
	purpose: string;
	key: string | undefined;
	parentId: number | undefined;
	/** Of a fork: the last of its parent's entries that it sees. */
	forkedAfter: number | undefined;
	state: LoopState;
	/** For a person: why it failed. */
	stateDetail: string | undefined;
	stateSince: number;
}

interface Row {
	id: number;
	kind: TrajectoryKind;
	purpose: string;
	key: string | null;
	parent_id: number | null;
	forked_after: number | null;
	state: LoopState;
	state_detail: string | null;
	state_since: number;
}

/** One row for each line of events that is thought through on its own, with what its loop is doing now. */
export class Trajectories {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #listeners = new Listeners();

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	find(id: number): TrajectoryRecord | undefined {
		const row = this.#database.get<Row>("SELECT * FROM trajectories WHERE id = ?", id);
		return row && toRecord(row);
	}

	/** The trajectory of that kind and key, made where there is none. */
	ensure(of: { kind: "side" | "guest"; key: string; purpose: string }): number {
		const sql = "SELECT id FROM trajectories WHERE kind = ? AND key = ?";
		const known = this.#database.get<{ id: number }>(sql, of.kind, of.key);
		return known?.id ?? this.#insert(of.kind, of.purpose, of.key, undefined, undefined);
	}

	fork(parentId: number, forkedAfter: number, purpose: string): number {
		return this.#insert("fork", purpose, undefined, parentId, forkedAfter);
	}

	/** Written only where it differs, so that it costs nothing in a commit that changes nothing. */
	setState(id: number, state: LoopState, detail?: string): void {
		const { changes } = this.#database.run(
			`UPDATE trajectories SET state = ?, state_detail = ?, state_since = ?
			WHERE id = ? AND (state <> ? OR state_detail IS NOT ?)`,
			state,
			detail ?? null,
			this.#clock.now(),
			id,
			state,
			detail ?? null,
		);
		if (changes > 0) this.#database.afterCommit(() => this.#listeners.tell());
	}

	/** A request to the model begins: since when it thinks is counted anew, also where it thought before. */
	beginThinking(id: number): void {
		const sql = "UPDATE trajectories SET state = 'thinking', state_detail = NULL, state_since = ? WHERE id = ?";
		this.#database.run(sql, this.#clock.now(), id);
		this.#database.afterCommit(() => this.#listeners.tell());
	}

	/** To be called when a state has changed that could not be written. */
	noteChanged(): void {
		this.#listeners.tell();
	}

	/** Calls `listener` after each commit that changed a state. */
	subscribe(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	#insert(
		kind: TrajectoryKind,
		purpose: string,
		key: string | undefined,
		parentId: number | undefined,
		forkedAfter: number | undefined,
	): number {
		const now = this.#clock.now();
		return this.#database.run(
			`INSERT INTO trajectories (kind, purpose, key, parent_id, forked_after, created_at, state_since)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			kind,
			purpose,
			key ?? null,
			parentId ?? null,
			forkedAfter ?? null,
			now,
			now,
		).id;
	}
}

const toRecord = (row: Row): TrajectoryRecord => ({
	id: row.id,
	kind: row.kind,
	purpose: row.purpose,
	key: row.key ?? undefined,
	parentId: row.parent_id ?? undefined,
	forkedAfter: row.forked_after ?? undefined,
	state: row.state,
	stateDetail: row.state_detail ?? undefined,
	stateSince: row.state_since,
});
