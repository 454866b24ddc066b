import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { Tasks } from "#daemon/records/tasks.ts";

/** How far back the calls that wrote a list are looked for. */
const NEWEST_LISTS = 200;

/** An item's row and the end of its call are one commit; the clock may move a little between the two. */
const SAME_COMMIT_MS = 1_000;

/** The events that somebody still works for: not settled, worked for by a task, or behind what is open on the to-do list. */
export class OpenEvents {
	readonly #database: Database;
	readonly #tasks: Pick<Tasks, "eventsWorkedFor">;

	constructor(database: Database, tasks: Pick<Tasks, "eventsWorkedFor">) {
		this.#database = database;
		this.#tasks = tasks;
	}

	of(trajectoryId: number): EventId[] {
		const todoTurns = this.#turnsOfOpenItems(trajectoryId);
		return [
			...new Set([
				...this.#unsettled(trajectoryId),
				...this.#tasks.eventsWorkedFor(trajectoryId),
				...todoTurns.flatMap((turnId) => this.#takenUpBy(turnId)),
			]),
		];
	}

	/** By way of the turns, of which few are open: most events ever are settled. */
	#unsettled(trajectoryId: number): EventId[] {
		const sql = `SELECT events.id FROM turns JOIN events ON events.turn_id = turns.id
			WHERE turns.trajectory_id = ? AND turns.state <> 'ended' AND events.state = 'taken'`;
		return this.#database.all<{ id: number }>(sql, trajectoryId).map(({ id }) => id);
	}

	/** The turns that wrote what is open, and the latest that touched the list. */
	#turnsOfOpenItems(trajectoryId: number): number[] {
		const written = this.#database.all<{ at: number }>(
			`SELECT created_at AS at FROM todos WHERE trajectory_id = ? AND position > 0
				AND state IN ('pending', 'in_progress') AND handed_over_at IS NULL`,
			trajectoryId,
		);
		if (written.length === 0) return [];
		const calls = this.#database.all<{ turnId: number; endedAt: number | null }>(
			`SELECT calls.turn_id AS turnId, calls.ended_at AS endedAt FROM calls JOIN turns ON turns.id = calls.turn_id
			WHERE calls.id IN (SELECT id FROM calls WHERE tool = 'todo' ORDER BY id DESC LIMIT ${NEWEST_LISTS})
				AND calls.state = 'done' AND turns.trajectory_id = ? ORDER BY calls.id DESC`,
			trajectoryId,
		);
		const wrote = calls.filter(({ endedAt }) =>
			written.some(({ at }) => endedAt !== null && endedAt >= at && endedAt <= at + SAME_COMMIT_MS),
		);
		return [...new Set([...calls.slice(0, 1), ...wrote].map(({ turnId }) => turnId))];
	}

	/** What a turn was given, also what another one answers. */
	#takenUpBy(turnId: number): EventId[] {
		const sql = "SELECT event_id AS id FROM entries WHERE turn_id = ? AND event_id IS NOT NULL";
		return this.#database.all<{ id: number }>(sql, turnId).map(({ id }) => id);
	}
}
