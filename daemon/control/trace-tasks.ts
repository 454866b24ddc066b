import type { Database } from "#core/database.ts";
import { formatEventId } from "#core/event.ts";
import { formatTaskId } from "#daemon/records/tasks.ts";
import { formatCallId } from "./trace-decisions.ts";
import type { Trace } from "./trace-shape.ts";

interface Row {
	id: number;
	call_id: number;
	tool: string;
	state: string;
	result_event_id: number | null;
	started_at: number;
	ended_at: number | null;
}

/** The calls of a turn that went on in the background, oldest first. */
export function traceTasks(database: Database, turnId: number): Trace["tasks"] {
	const rows = database.all<Row>(
		`SELECT tasks.id, call_id, calls.tool, tasks.state, result_event_id, tasks.started_at, tasks.ended_at
		FROM tasks JOIN calls ON calls.id = tasks.call_id WHERE tasks.turn_id = ? ORDER BY tasks.id`,
		turnId,
	);
	return rows.map((row) => ({
		task: formatTaskId(row.id),
		call: formatCallId({ id: row.call_id }),
		tool: row.tool,
		state: row.state,
		resultEvent: row.result_event_id === null ? undefined : formatEventId(row.result_event_id),
		startedAt: row.started_at,
		durationMs: row.ended_at === null ? undefined : row.ended_at - row.started_at,
	}));
}
