import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";

/**
 * - `running`: in this process; after a restart it is `unknown`
 * - `done`, `failed`, `unknown`: its result came as an event
 * - `cancelled`: it was ended, and its result thrown away
 */
export type TaskState = "running" | "done" | "failed" | "cancelled" | "unknown";

/** A call that goes on while the loop does something else. */
export interface TaskRecord {
	id: number;
	callId: number;
	/** The turn that began it. */
	turnId: number;
	trajectoryId: number;
	tool: string;
	/** The event that the call acts for: its result goes where that came from. */
	forEventId: EventId | undefined;
	state: TaskState;
	resultEventId: EventId | undefined;
	startedAt: number;
	endedAt: number | undefined;
}

interface Row {
	id: number;
	call_id: number;
	turn_id: number;
	trajectory_id: number;
	tool: string;
	for_event_id: number | null;
	state: TaskState;
	result_event_id: number | null;
	started_at: number;
	ended_at: number | null;
}

const SELECT = "SELECT tasks.*, calls.tool, calls.for_event_id FROM tasks JOIN calls ON calls.id = tasks.call_id";

/** People and models see `T-9`. */
export const formatTaskId = (id: number): string => `T-${id}`;

/** Reads `T-9` (any case, spaces around it). Returns undefined for anything else. */
export function parseTaskId(text: string): number | undefined {
	const match = /^\s*T-([1-9]\d*)\s*$/i.exec(text);
	return match ? Number(match[1]) : undefined;
}

export class Tasks {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	/** Every event that is open in the turn now is worked for, and needs no answer before the task has ended. */
	add(task: Pick<TaskRecord, "callId" | "turnId" | "trajectoryId" | "startedAt">): number {
		const { id } = this.#database.run(
			"INSERT INTO tasks (call_id, turn_id, trajectory_id, state, started_at) VALUES (?, ?, ?, 'running', ?)",
			task.callId,
			task.turnId,
			task.trajectoryId,
			Math.round(task.startedAt),
		);
		this.#database.run(
			"INSERT INTO task_events SELECT ?, id FROM events WHERE turn_id = ? AND state = 'taken'",
			id,
			task.turnId,
		);
		return id;
	}

	find(id: number): TaskRecord | undefined {
		const row = this.#database.get<Row>(`${SELECT} WHERE tasks.id = ?`, id);
		return row && toRecord(row);
	}

	/** Those that are running, oldest first. */
	running(): TaskRecord[] {
		return this.#database.all<Row>(`${SELECT} WHERE tasks.state = 'running' ORDER BY tasks.id`).map(toRecord);
	}

	ofTurn(turnId: number): TaskRecord[] {
		return this.#database.all<Row>(`${SELECT} WHERE tasks.turn_id = ? ORDER BY tasks.id`, turnId).map(toRecord);
	}

	/** The task whose result an event is. */
	ofResult(eventId: EventId): TaskRecord | undefined {
		const row = this.#database.get<Row>(`${SELECT} WHERE tasks.result_event_id = ?`, eventId);
		return row && toRecord(row);
	}

	/** What a task works for, or worked for, oldest first. */
	eventsOf(id: number): EventId[] {
		return this.#database
			.all<{ id: number }>("SELECT event_id AS id FROM task_events WHERE task_id = ? ORDER BY 1", id)
			.map((row) => row.id);
	}

	/**
	 * The events of a trajectory that some task still works for: it runs, or its result waits to be taken up. They need no
	 * answer before that.
	 */
	eventsWorkedFor(trajectoryId: number): EventId[] {
		return this.#database
			.all<{ id: number }>(
				`SELECT DISTINCT task_events.event_id AS id FROM tasks JOIN task_events ON task_events.task_id = tasks.id
				WHERE tasks.trajectory_id = ? AND tasks.state = 'running'
				UNION SELECT DISTINCT task_events.event_id FROM events JOIN tasks ON tasks.result_event_id = events.id
				JOIN task_events ON task_events.task_id = tasks.id
				WHERE events.trajectory_id = ? AND events.route = 'loop' AND events.state = 'waiting'`,
				trajectoryId,
				trajectoryId,
			)
			.map(({ id }) => id);
	}

	/** Ends a task, unless it has ended. @returns whether it was running */
	end(id: number, state: Exclude<TaskState, "running">, resultEventId?: EventId): boolean {
		const sql = "UPDATE tasks SET state = ?, result_event_id = ?, ended_at = ? WHERE id = ? AND state = 'running'";
		return this.#database.run(sql, state, resultEventId ?? null, this.#clock.now(), id).changes === 1;
	}
}

const toRecord = (row: Row): TaskRecord => ({
	id: row.id,
	callId: row.call_id,
	turnId: row.turn_id,
	trajectoryId: row.trajectory_id,
	tool: row.tool,
	forEventId: row.for_event_id ?? undefined,
	state: row.state,
	resultEventId: row.result_event_id ?? undefined,
	startedAt: row.started_at,
	endedAt: row.ended_at ?? undefined,
});
