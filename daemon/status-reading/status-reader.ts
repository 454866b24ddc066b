import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Log } from "#core/log.ts";
import type { ShownReading, StatusReading } from "#daemon/context/status-block.ts";
import type { LastCall, RunningTask, ToolCount } from "#daemon/context/status-calls.ts";
import { UNKNOWN_TOOL } from "#daemon/context/status-tool.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import type { Calls } from "#daemon/records/calls.ts";
import type { Drifts } from "#daemon/records/drifts.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Registrations } from "#daemon/records/registrations.ts";
import { formatTaskId, type Tasks } from "#daemon/records/tasks.ts";
import type { Todos } from "#daemon/records/todos.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import type { SpendReading } from "#daemon/spend/spend-desk.ts";
import { type Drift, FIELD_NAMES, figuresOf, findDrifts, SHOWN_TIMERS } from "./figures.ts";
import { Recount } from "./recount.ts";

export interface StatusReaderParts {
	database: Database;
	events: Events;
	calls: Calls;
	tasks: Tasks;
	todos: Todos;
	approvals: Approvals;
	registrations: Registrations;
	drifts: Drifts;
	clock: Clock;
	log: Log;
	settings: () => Settings;
	/** Whether there is a tool of that name: one that a model made up is not repeated in the block. */
	isTool: (name: string) => boolean;
	/** Whether the trajectory's view holds what others wrote. */
	isTainted: (trajectoryId: number) => boolean;
	/** The share of the working window that the trajectory's view takes, 1 where it is full. */
	windowFill: (trajectoryId: number) => number | undefined;
	/** How much is carried on word for word. */
	pinned: (trajectoryId: number) => { pins: number; decisions: number };
	spend: (turnId: number) => SpendReading;
}

/** Reads what the status block says from the program's own rows, and counts it again. */
export class StatusReader {
	readonly #parts: StatusReaderParts;
	readonly #recount: Recount;

	constructor(parts: StatusReaderParts) {
		this.#parts = parts;
		this.#recount = new Recount(parts);
	}

	/**
	 * The reading for a turn's request, without what did not equal its recount: a wrong figure is worse than none. Where outside
	 * content or a restriction is in doubt, it is shown. Call inside the write that stores the request, with the turn's entries
	 * complete: a drift is a row of its own, and a warning once for each field and turn.
	 * @param turn as it was before this round
	 * @param round from 1
	 */
	checkedReading(turn: TurnRecord, round: number): ShownReading {
		const reading = this.read(turn, round);
		const drifts = findDrifts(figuresOf(reading), this.#recount.of(turn, reading));
		if (drifts.length === 0) return reading;
		const shown: ShownReading = { ...reading };
		for (const drift of drifts) {
			this.#report(drift, turn.id, round);
			if (drift.field === "outsideInView" || drift.field === "restricted") shown[drift.field] = true;
			else delete shown[drift.field];
		}
		return shown;
	}

	/** Takes well below half a millisecond, however long the history is. */
	read(turn: TurnRecord, round: number): StatusReading {
		const { clock, events, approvals, registrations, todos } = this.#parts;
		const { limits } = this.#parts.settings();
		return {
			now: clock.now(),
			ownerSpokeAt: this.#ownerSpokeAt(),
			round: { number: round, max: limits.roundsPerTurn },
			use: {
				...{ tokens: turn.tokens, maxTokens: limits.tokensPerTurn },
				...{ activeMs: turn.activeMs, maxMs: limits.minutesPerTurn * 60_000 },
			},
			calls: this.#counts(turn.id),
			lastCall: this.#lastCall(turn.id),
			openEvents: this.#openEvents(turn.id),
			waitingEvents: events.countWaitingFor(turn.trajectoryId),
			runningTasks: this.#runningTasks(turn.trajectoryId),
			openApprovals: approvals.asking().length,
			nextTimers: registrations.upcoming(SHOWN_TIMERS),
			spend: this.#parts.spend(turn.id),
			windowFill: this.#parts.windowFill(turn.trajectoryId),
			kept: this.#parts.pinned(turn.trajectoryId),
			todos: todos.list(turn.trajectoryId),
			outsideInView: this.#parts.isTainted(turn.trajectoryId),
			restricted: turn.restricted,
		};
	}

	// These two without the events' words, whose reading would take longer than all the rest.

	#ownerSpokeAt(): number | "never" {
		const sql = `SELECT received_at AS at FROM events WHERE trust = 'owner' AND kind IN ('message', 'command')
			AND (SELECT kind FROM trajectories WHERE trajectories.id = events.trajectory_id) IN ('main', 'fork')
			ORDER BY events.id DESC LIMIT 1`;
		return this.#parts.database.get<{ at: number }>(sql)?.at ?? "never";
	}

	#openEvents(turnId: number): number[] {
		const sql = "SELECT id FROM events WHERE turn_id = ? AND state <> 'settled' ORDER BY id";
		return this.#parts.database.all<{ id: number }>(sql, turnId).map(({ id }) => id);
	}

	#report({ field, shown, counted }: Drift, turnId: number, round: number): void {
		const name = FIELD_NAMES[field];
		const isFirst = this.#parts.drifts.add({ turnId, round, field: name, shown, counted });
		if (!isFirst) return;
		this.#parts.log.warn("A figure of the status block does not equal its recount, and was left out", {
			...{ field: name, shown, counted, turn: turnId, round },
		});
	}

	#counts(turnId: number): ToolCount[] {
		const { calls } = this.#parts;
		const repeated = calls.countRepeated(turnId);
		const counts = new Map<string, ToolCount>();
		for (const { tool, count, failed } of calls.countByTool(turnId)) {
			const name = this.#shown(tool);
			const of = repeated.filter((one) => one.tool === tool).map((one) => ({ count: one.count, callId: one.callId }));
			const known = counts.get(name) ?? { tool: name, count: 0, failed: 0, repeated: [] };
			counts.set(name, {
				...{ tool: name, count: known.count + count, failed: known.failed + failed },
				repeated: [...known.repeated, ...of],
			});
		}
		return [...counts.values()];
	}

	#lastCall(turnId: number): LastCall | undefined {
		const { calls } = this.#parts;
		const last = calls.latestEnded(turnId);
		return last && { ...last, tool: this.#shown(last.tool), usualMs: calls.usualDurationMs(last.tool, last.callId) };
	}

	#runningTasks(trajectoryId: number): RunningTask[] {
		const { tasks, calls, clock } = this.#parts;
		const running = tasks.running().filter((task) => task.trajectoryId === trajectoryId);
		const usual = new Map(running.map(({ tool }) => [tool, undefined as number | undefined]));
		for (const tool of usual.keys()) usual.set(tool, calls.usualDurationMs(tool));
		return running.map(({ id, tool, startedAt }) => ({
			...{ name: formatTaskId(id), tool: this.#shown(tool), elapsedMs: clock.now() - startedAt },
			usualMs: usual.get(tool),
		}));
	}

	#shown(tool: string): string {
		return this.#parts.isTool(tool) ? tool : UNKNOWN_TOOL;
	}
}
