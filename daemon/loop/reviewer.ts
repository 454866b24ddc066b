import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import { type CallRecord, type Calls, hasSucceeded } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Recoveries } from "#daemon/records/recoveries.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { Todos } from "#daemon/records/todos.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { RoundResult } from "./decide-next.ts";
import type { Recorder, Round } from "./recorder.ts";
import { mayTry, overcomeBy } from "./recovery.ts";
import { refusalsInARow } from "./refusals.ts";
import type { Circles } from "./stalls/circles.ts";
import { isToOwner, openEvents } from "./tool-contexts.ts";

export interface ReviewerParts {
	database: Database;
	events: Events;
	calls: Calls;
	turns: Turns;
	tasks: Tasks;
	todos: Todos;
	approvals: Approvals;
	recoveries: Recoveries;
	recorder: Recorder;
	circles: Circles;
}

/** The tools that end a turn. */
const SETTLING: ReadonlySet<string> = new Set(["reply", "no_reply", "hand_over"]);

/** Reads from the rows how a round went, and keeps count of what was tried to get a turn going again. */
export class Reviewer {
	readonly #parts: ReviewerParts;

	constructor(parts: ReviewerParts) {
		this.#parts = parts;
	}

	/** How the round went, for the decision on what comes next. */
	review(turnId: number, round: Round): RoundResult {
		const { calls, events, recoveries, circles, todos, recorder } = this.#parts;
		const trajectoryId = recorder.trajectoryOf(turnId);
		const open = openEvents(events.ofTurn(turnId));
		return {
			outcome: this.#isHeard(turnId, open) ? round.outcome : unheard(round.outcome),
			calls: round.calls.map((call) => this.#reviewCall(calls.find(call.id) ?? call)),
			openEvents: open,
			pendingEvents: pendingAmong(open, turnId, this.#parts),
			recoveries: recoveries.ofTurn(turnId),
			stall: circles.read(turnId),
			openTodos: todos.open(trajectoryId),
			isWaiting: this.#isWaiting(turnId, trajectoryId),
			refusals: refusalsInARow(calls.latestEffects(trajectoryId)),
		};
	}

	/** Whether the calls that a restart cut off may be run once more; counts it, on disk, before they are. */
	mayRunAgain(turnId: number): boolean {
		const { database, recoveries } = this.#parts;
		if (!mayTry("interrupted-call", recoveries.ofTurn(turnId))) return false;
		database.write(() => recoveries.count(turnId, "interrupted-call"));
		return true;
	}

	/**
	 * Counts what an outcome shows to be overcome as overcome: the next trouble of that kind is a new one. Its calls have
	 * been run by now.
	 */
	noteOvercome(turnId: number, outcome: ModelOutcome): void {
		const { database, recoveries } = this.#parts;
		const tried = recoveries.ofTurn(turnId);
		const paths = ["interrupted-call" as const, ...overcomeBy(outcome)];
		const overcome = paths.filter((path) => tried[path] !== undefined);
		if (overcome.length > 0) database.write(() => overcome.map((path) => recoveries.clear(turnId, path)));
	}

	/** Plain text goes past the gate, so that it only ever goes to the owner. */
	#isHeard(turnId: number, open: readonly EventId[]): boolean {
		return this.#parts.events.ofTurn(turnId).every((event) => !open.includes(event.id) || isToOwner(event));
	}

	#reviewCall(call: CallRecord): RoundResult["calls"][number] {
		return { tool: call.tool, succeeded: hasSucceeded(call), settles: SETTLING.has(call.tool) };
	}

	#isWaiting(turnId: number, trajectoryId: number): boolean {
		const { tasks, approvals } = this.#parts;
		return (
			tasks.running().some((task) => task.trajectoryId === trajectoryId) ||
			approvals.waitingOfTurn(turnId).some(({ held }) => !held)
		);
	}
}

/**
 * Those open events of a turn that need no answer now: a task works for them, or their answer waits for the owner's leave.
 */
export function pendingAmong(
	open: readonly EventId[],
	turnId: number,
	{ turns, tasks, calls }: { turns: Turns; tasks: Tasks; calls: Calls },
): EventId[] {
	if (open.length === 0) return [];
	if (calls.ofTurn(turnId).some(({ tool, state }) => tool === "reply" && state === "asked")) return [...open];
	const trajectoryId = turns.find(turnId)?.trajectoryId;
	const workedFor = trajectoryId === undefined ? [] : tasks.eventsWorkedFor(trajectoryId);
	return open.filter((id) => workedFor.includes(id));
}

/** Words that nobody would hear: the model has to call a tool. */
const unheard = (outcome: Round["outcome"]): Round["outcome"] =>
	outcome.kind === "complete" ? { ...outcome, text: "" } : outcome;
