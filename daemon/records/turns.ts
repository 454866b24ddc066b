import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Trust } from "#core/trust.ts";
import type { TrajectoryKind } from "./trajectories.ts";

/** How a turn ended. `done` is the only success. */
export type TurnEndKind = "done" | "stopped" | "limit" | "stalled" | "refused" | "failed";

export interface TurnRecord {
	id: number;
	trajectoryId: number;
	/** The lowest trust among the events that it acts for. */
	authority: Trust;
	restricted: boolean;
	state: "running" | "waiting-for-model" | "ended";
	endKind: TurnEndKind | undefined;
	endDetail: string | undefined;
	rounds: number;
	tokens: number;
	/** How long it was at work, without waiting for a model that does not answer. */
	activeMs: number;
	startedAt: number;
	endedAt: number | undefined;
}

interface Row {
	id: number;
	trajectory_id: number;
	authority: Trust;
	restricted: number;
	state: TurnRecord["state"];
	end_kind: TurnEndKind | null;
	end_detail: string | null;
	rounds: number;
	tokens: number;
	active_ms: number;
	started_at: number;
	ended_at: number | null;
}

/** Left to itself, SQLite would look at every turn of all the years, for the sake of their order. */
const BY_OPEN = "INDEXED BY turns_open";

export class Turns {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	begin(trajectoryId: number, authority: Trust): number {
		return this.#database.run(
			"INSERT INTO turns (trajectory_id, authority, state, started_at) VALUES (?, ?, 'running', ?)",
			trajectoryId,
			authority,
			this.#clock.now(),
		).id;
	}

	/** @throws Error where there is no such turn: a row refers to it, so the database is damaged */
	get(id: number): TurnRecord {
		const turn = this.find(id);
		if (!turn) throw new Error(`There is no turn ${id}: the database is damaged.`);
		return turn;
	}

	find(id: number): TurnRecord | undefined {
		const row = this.#database.get<Row>("SELECT * FROM turns WHERE id = ?", id);
		return row && toRecord(row);
	}

	/**
	 * The turn that a crash, a dead model or something more urgent left unfinished. The newest of several: an older one gave
	 * way to it.
	 */
	unfinished(trajectoryId: number): TurnRecord | undefined {
		const row = this.#database.get<Row>(
			"SELECT * FROM turns WHERE trajectory_id = ? AND state <> 'ended' ORDER BY id DESC LIMIT 1",
			trajectoryId,
		);
		return row && toRecord(row);
	}

	/** The unfinished turns of trajectories beside the main one, with their kind. Asked at every wake. */
	unfinishedBeside(mainId: number): { id: number; trajectoryId: number; kind: TrajectoryKind }[] {
		return this.#database.all(
			`SELECT turns.id, turns.trajectory_id AS trajectoryId, trajectories.kind FROM turns ${BY_OPEN}
			JOIN trajectories ON trajectories.id = turns.trajectory_id
			WHERE turns.state <> 'ended' AND turns.trajectory_id <> ? ORDER BY turns.id`,
			mainId,
		);
	}

	latest(): TurnRecord | undefined {
		const row = this.#database.get<Row>("SELECT * FROM turns ORDER BY id DESC LIMIT 1");
		return row && toRecord(row);
	}

	restrict(id: number): void {
		this.#database.run("UPDATE turns SET restricted = 1 WHERE id = ?", id);
	}

	countRound(id: number): void {
		this.#database.run("UPDATE turns SET rounds = rounds + 1, state = 'running' WHERE id = ?", id);
	}

	addTokens(id: number, tokens: number): void {
		this.#database.run("UPDATE turns SET tokens = tokens + ? WHERE id = ?", tokens, id);
	}

	/** The owner said stop: however the program goes on, this turn does not. */
	markStopped(id: number): void {
		this.#database.run("UPDATE turns SET end_kind = 'stopped' WHERE id = ? AND state <> 'ended'", id);
	}

	/** Every turn that has not ended and was not told to, but those of forks. */
	unfinishedIds(): number[] {
		return this.#database
			.all<{ id: number }>(
				`SELECT turns.id FROM turns ${BY_OPEN} JOIN trajectories ON trajectories.id = turns.trajectory_id
				WHERE turns.state <> 'ended' AND end_kind IS NULL AND trajectories.kind <> 'fork' ORDER BY turns.id`,
			)
			.map(({ id }) => id);
	}

	addActiveTime(id: number, activeMs: number): void {
		this.#database.run("UPDATE turns SET active_ms = active_ms + ? WHERE id = ?", Math.round(activeMs), id);
	}

	/** The request got no answer: the round does not count against the limit, and the turn goes on when a model is back. */
	waitForModel(id: number): void {
		this.#database.run("UPDATE turns SET rounds = rounds - 1, state = 'waiting-for-model' WHERE id = ?", id);
	}

	/** The request could not be answered as it was: the next one takes its place. */
	uncountRound(id: number): void {
		this.#database.run("UPDATE turns SET rounds = rounds - 1 WHERE id = ?", id);
	}

	/** The turns of a trajectory that are not ended: one that runs, and those that gave way to it. */
	unfinishedOf(trajectoryId: number): number[] {
		const sql = "SELECT id FROM turns WHERE trajectory_id = ? AND state <> 'ended'";
		return this.#database.all<{ id: number }>(sql, trajectoryId).map(({ id }) => id);
	}

	/** The newest turn of a trajectory, whatever has become of it. */
	latestOf(trajectoryId: number): TurnRecord | undefined {
		const sql = "SELECT * FROM turns WHERE id = (SELECT max(turn_id) FROM entries WHERE trajectory_id = ? AND id = ?)";
		const newest = "SELECT max(id) AS id FROM entries WHERE trajectory_id = ?";
		const entry = this.#database.get<{ id: number | null }>(newest, trajectoryId)?.id ?? 0;
		const row = this.#database.get<Row>(sql, trajectoryId, entry);
		return row && toRecord(row);
	}

	end(id: number, kind: TurnEndKind, detail: string): void {
		this.#database.run(
			"UPDATE turns SET state = 'ended', end_kind = ?, end_detail = ?, ended_at = ? WHERE id = ?",
			kind,
			detail,
			this.#clock.now(),
			id,
		);
	}
}

const toRecord = (row: Row): TurnRecord => ({
	id: row.id,
	trajectoryId: row.trajectory_id,
	authority: row.authority,
	restricted: row.restricted === 1,
	state: row.state,
	endKind: row.end_kind ?? undefined,
	endDetail: row.end_detail ?? undefined,
	rounds: row.rounds,
	tokens: row.tokens,
	activeMs: row.active_ms,
	startedAt: row.started_at,
	endedAt: row.ended_at ?? undefined,
});
