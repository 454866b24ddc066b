import type { CallEffect } from "#core/effect.ts";
import { Table } from "./table.ts";

/** What is known of a call that was tried, beside how it ended. Nothing where it was not understood, or never begun. */
export interface CallMade {
	effect?: CallEffect | undefined;
	/** What it acts on, as its tool names it. */
	target?: string | undefined;
	/** When its tool was begun, in milliseconds since the epoch. */
	startedAt?: number | undefined;
}

/** How many calls tell what is usual, out of how many that are looked through, and how few tell nothing. */
const SAMPLE = 20;
const LOOKED_THROUGH = 60;
const LEAST_SAMPLE = 3;

/** The time of what the owner was asked about is the owner's. */
const WAITED_FOR_NOBODY = "NOT EXISTS (SELECT 1 FROM approvals WHERE approvals.call_id = calls.id)";

/** Only calls that were made and have a result count. */
const COUNTED = "calls.result_entry_id IS NOT NULL AND calls.state <> 'not-run'";

/** How often, and how long: figures over many calls. */
export abstract class CallFigures extends Table {
	/** How often each tool was called in a turn, in order of first use. Only calls that were made and have a result count. */
	countByTool(turnId: number): { tool: string; count: number; failed: number }[] {
		return this.database.all(
			`SELECT tool, count(*) AS count, sum(state IN ('failed', 'denied', 'unknown')) AS failed FROM calls
			WHERE turn_id = ? AND ${COUNTED} GROUP BY tool ORDER BY min(id)`,
			turnId,
		);
	}

	/** Where a tool was called more than once on the same target in a turn: how often, and the call whose result came last. */
	countRepeated(turnId: number): { tool: string; count: number; callId: number }[] {
		// SQLite takes the bare column from the row that has the maximum (https://sqlite.org/lang_select.html#bareagg).
		return this.database.all(
			`SELECT tool, count(*) AS count, id AS callId, max(result_entry_id) AS latest FROM calls
			WHERE turn_id = ? AND ${COUNTED} AND target IS NOT NULL AND coalesce(effect, '') <> 'none'
			GROUP BY tool, target HAVING count(*) > 1 ORDER BY count(*) DESC, latest DESC`,
			turnId,
		);
	}

	/** How often a tool was called on one target in a turn. */
	countOnTarget(turnId: number, tool: string, target: string): number {
		const sql = `SELECT count(*) AS count FROM calls WHERE turn_id = ? AND ${COUNTED} AND tool = ? AND target = ?`;
		return this.database.get<{ count: number }>(sql, turnId, tool, target)?.count ?? 0;
	}

	/** When a call was begun, for one that is known to have been. */
	startedAt(callId: number): number | undefined {
		const sql = "SELECT started_at AS at FROM calls WHERE id = ?";
		return this.database.get<{ at: number | null }>(sql, callId)?.at ?? undefined;
	}

	/** The turn's newest call that ended with its result, with how long it took: not what goes on as a task, or waited for the owner. */
	latestEnded(turnId: number): { callId: number; tool: string; elapsedMs: number } | undefined {
		return this.database.get(
			`SELECT id AS callId, tool, max(0, ended_at - started_at) AS elapsedMs FROM calls
			WHERE turn_id = ? AND state IN ('done', 'failed') AND started_at IS NOT NULL AND ${WAITED_FOR_NOBODY}
				AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.call_id = calls.id)
			ORDER BY result_entry_id DESC LIMIT 1`,
			turnId,
		);
	}

	/**
	 * How long a tool's calls usually take: the median of its latest ones that were successful, in milliseconds. Undefined where
	 * there are too few. What they waited for the owner is not counted.
	 * @param beforeCallId only calls before this one
	 */
	usualDurationMs(tool: string, beforeCallId = Number.MAX_SAFE_INTEGER): number | undefined {
		const durations = this.database.all<{ elapsedMs: number }>(
			`SELECT max(0, ended_at - started_at) AS elapsedMs
			FROM (SELECT * FROM calls WHERE tool = ? AND id < ? ORDER BY id DESC LIMIT ${LOOKED_THROUGH}) AS calls
			WHERE state = 'done' AND started_at IS NOT NULL AND ${WAITED_FOR_NOBODY} ORDER BY id DESC LIMIT ${SAMPLE}`,
			tool,
			beforeCallId,
		);
		if (durations.length < LEAST_SAMPLE) return undefined;
		const sorted = durations.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
		const middle = (sorted.length - 1) / 2;
		return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
	}
}
