import type { Database } from "#core/database.ts";
import type { StatusReading } from "#daemon/context/status-block.ts";
import { UNKNOWN_TOOL } from "#daemon/context/status-tool.ts";
import { formatTaskId } from "#daemon/records/tasks.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import { costFigure, type Figures, SHOWN_TIMERS, timerFigure, todoFigure } from "./figures.ts";
import { recountCalls } from "./recount-calls.ts";

export interface RecountParts {
	database: Database;
	isTool: (name: string) => boolean;
}

/** How many of the events with the owner's authority are looked at: not all of them are the owner's words. */
const LOOKED_AT = 10;

/**
 * Counts the figures of a reading again, each by another way than the reading has it: other columns, other tables, what stands
 * on the wire. What only one way leads to is left out: it can't be checked. See `StatusReader`.
 */
export class Recount {
	readonly #parts: RecountParts;

	constructor(parts: RecountParts) {
		this.#parts = parts;
	}

	/** @param turn as its row is now, or was just before its present round */
	of(turn: Pick<TurnRecord, "id" | "trajectoryId">, reading: StatusReading): Figures {
		const { database, isTool } = this.#parts;
		const { id, trajectoryId } = turn;
		return {
			...recountCalls(database, id, isTool, reading.lastCall),
			...defined("ownerSpokeAt", this.#ownerSpokeAt()),
			...defined("round", this.#round(id, reading.round.number)),
			...defined("use", this.#tokens(id)),
			openEvents: this.#list("SELECT id FROM events WHERE turn_id = ? AND settled_at IS NULL ORDER BY id", id),
			waitingEvents: this.#waitingEvents(trajectoryId),
			runningTasks: this.#runningTasks(trajectoryId),
			openApprovals: this.#openApprovals(),
			nextTimers: this.#nextTimers(),
			spend: this.#cost(id),
			kept: `${this.#kept("pins", trajectoryId)} ${this.#kept("decisions", trajectoryId)}`,
			todos: this.#todos(trajectoryId),
			// These two only say that there is something: what is not found this way may still be there.
			...(this.#holdsOutside(id, trajectoryId) && { outsideInView: "true" }),
			...(this.#isRestricted(id) && { restricted: "true" }),
		};
	}

	#ownerSpokeAt(): string | undefined {
		const { database } = this.#parts;
		const latest = database.all<{ at: number; kind: string; trajectoryId: number }>(
			`SELECT received_at AS at, kind, trajectory_id AS trajectoryId FROM events WHERE trust = 'owner'
			ORDER BY id DESC LIMIT ${LOOKED_AT}`,
		);
		const found = latest.find(({ kind, trajectoryId }) => {
			if (kind !== "message" && kind !== "command") return false;
			const of = database.get<{ kind: string }>("SELECT kind FROM trajectories WHERE id = ?", trajectoryId);
			return of?.kind === "main" || of?.kind === "fork";
		});
		if (found) return String(found.at);
		return latest.length < LOOKED_AT ? "never" : undefined;
	}

	/** One that no model answered is not counted, or not yet: so it may be one more or less. */
	#round(turnId: number, shown: number): string | undefined {
		const requests = this.#parts.database.all<{ outcome: string | null }>(
			"SELECT outcome FROM model_calls WHERE turn_id = ? AND purpose = 'turn'",
			turnId,
		);
		const answered = requests.filter(({ outcome }) => outcome !== "failed").length + 1;
		const isPossible = shown >= answered && shown <= requests.length + 1;
		return String(isPossible ? shown : answered);
	}

	/** By the ledger, where it names the request of each answer. */
	#tokens(turnId: number): string | undefined {
		const answers = this.#parts.database.all<{ id: number; outcome: string }>(
			`SELECT id, outcome FROM model_calls
			WHERE turn_id = ? AND purpose = 'turn' AND outcome IN ('complete', 'length', 'refusal')`,
			turnId,
		);
		const lines = this.#parts.database.all<{ modelCallId: number | null; outcome: string; tokens: number }>(
			`SELECT model_call_id AS modelCallId, outcome, input_tokens + output_tokens AS tokens FROM usage
			WHERE turn_id = ? ORDER BY id`,
			turnId,
		);
		const tokens = answers.map(
			({ id, outcome }) =>
				lines.findLast((line) => line.modelCallId === id && line.outcome === outcome)?.tokens ?? Number.NaN,
		);
		const sum = tokens.reduce((total, count) => total + count, 0);
		return Number.isNaN(sum) ? undefined : String(sum);
	}

	#waitingEvents(trajectoryId: number): string {
		const byTrust = this.#parts.database.all<{ count: number }>(
			`SELECT count(*) AS count FROM events WHERE state = 'waiting' AND route = 'loop' AND trajectory_id = ?
			AND settled_at IS NULL AND turn_id IS NULL GROUP BY trust`,
			trajectoryId,
		);
		return String(byTrust.reduce((sum, { count }) => sum + count, 0));
	}

	/** By the calls: one that goes on behind its placeholder has a result and no end. */
	#runningTasks(trajectoryId: number): string {
		const tasks = this.#parts.database.all<{ id: number; tool: string }>(
			`SELECT tasks.id, calls.tool FROM tasks JOIN calls ON calls.id = tasks.call_id
			WHERE tasks.state = 'running' AND tasks.trajectory_id = ? AND tasks.ended_at IS NULL
				AND calls.state = 'running' AND calls.ended_at IS NULL AND calls.result_entry_id IS NOT NULL ORDER BY tasks.id`,
			trajectoryId,
		);
		const { isTool } = this.#parts;
		return tasks.map(({ id, tool }) => `${formatTaskId(id)} ${isTool(tool) ? tool : UNKNOWN_TOOL}`).join(", ");
	}

	#openApprovals(): string {
		// The states are those of the index; which of them waits is told by another column.
		const sql = `SELECT count(*) AS count FROM approvals
			WHERE state IN ('waiting', 'approved', 'committing') AND decided_at IS NULL AND held = 0`;
		return String(this.#parts.database.get<{ count: number }>(sql)?.count ?? 0);
	}

	/** One moment after the other. */
	#nextTimers(): string {
		const found: { id: number; at: number }[] = [];
		let after = Number.MIN_SAFE_INTEGER;
		while (found.length < SHOWN_TIMERS) {
			const next = this.#parts.database.get<{ at: number | null }>(
				"SELECT min(next_at) AS at FROM registrations WHERE state = 'active' AND next_at IS NOT NULL AND next_at > ?",
				after,
			)?.at;
			if (next === null || next === undefined) break;
			const sql = "SELECT id FROM registrations WHERE state = 'active' AND next_at = ? ORDER BY id LIMIT ?";
			found.push(
				...this.#parts.database.all<{ id: number }>(sql, next, SHOWN_TIMERS).map(({ id }) => ({ id, at: next })),
			);
			after = next;
		}
		return timerFigure(found.slice(0, SHOWN_TIMERS));
	}

	#cost(turnId: number): string {
		const lines = this.#parts.database.all<{ cost: number | null }>("SELECT cost FROM usage WHERE turn_id = ?", turnId);
		return costFigure(lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0));
	}

	/** A fork keeps nothing of its own: it has what its parent has. */
	#kept(table: "pins" | "decisions", trajectoryId: number): number {
		const { database } = this.#parts;
		const isFork = "SELECT parent_id AS id FROM trajectories WHERE id = ? AND kind = 'fork'";
		const homeId = database.get<{ id: number }>(isFork, trajectoryId)?.id ?? trajectoryId;
		const sql = {
			pins: `SELECT (SELECT body IS NOT NULL FROM contents WHERE id = content_id) AS isThere FROM pins
				WHERE trajectory_id = ? AND removed_at IS NULL`,
			decisions: `SELECT (SELECT body IS NOT NULL FROM contents WHERE id = content_id) AS isThere FROM decisions
				WHERE trajectory_id = ? AND ended_at IS NULL`,
		};
		return database.all<{ isThere: number }>(sql[table], homeId).filter(({ isThere }) => isThere === 1).length;
	}

	#todos(trajectoryId: number): string {
		const rows = this.#parts.database.all<{ id: number; position: number; state: string; outside: number }>(
			"SELECT id, position, state, outside FROM todos WHERE trajectory_id = ? AND position >= 1",
			trajectoryId,
		);
		const inOrder = rows.toSorted((a, b) => a.position - b.position);
		return todoFigure(inOrder.map(({ id, state, outside }) => ({ id, state, outside: outside === 1 })));
	}

	/** Whether the turn's own entries hold what others wrote, as far as nothing took their place. */
	#holdsOutside(turnId: number, trajectoryId: number): boolean {
		const sql = `SELECT 1 FROM entries WHERE turn_id = ? AND (outside = 1 OR derived = 1)
			AND id >= coalesce((SELECT first_entry_id FROM epochs WHERE trajectory_id = ? ORDER BY id DESC LIMIT 1), 0)
			AND NOT EXISTS (SELECT 1 FROM replacements WHERE entry_id = entries.id) LIMIT 1`;
		return this.#parts.database.get(sql, turnId, trajectoryId) !== undefined;
	}

	/** Whether the turn took up an event that bounds it. */
	#isRestricted(turnId: number): boolean {
		const sql = `SELECT 1 FROM entries JOIN events ON events.id = entries.event_id
			WHERE entries.turn_id = ? AND events.turn_id = ? AND events.restricts = 1 LIMIT 1`;
		return this.#parts.database.get(sql, turnId, turnId) !== undefined;
	}

	#list(sql: string, value: number): string {
		return this.#parts.database
			.all<{ id: number }>(sql, value)
			.map(({ id }) => id)
			.join(" ");
	}
}

const defined = <Key extends keyof Figures>(field: Key, figure: string | undefined): Figures =>
	figure === undefined ? {} : { [field]: figure };
