import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import type { Calls } from "#daemon/records/calls.ts";
import type { Compactions } from "#daemon/records/compactions.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { formatTaskId, type TaskRecord, type Tasks } from "#daemon/records/tasks.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { TurnRecord, Turns } from "#daemon/records/turns.ts";
import type { TaskDesk } from "#daemon/tasks/task-desk.ts";
import type { StopReport } from "./stop-report.ts";

export interface StopperParts {
	calls: Calls;
	tasks: Tasks;
	events: Events;
	turns: Turns;
	approvals: Approvals;
	compactions: Compactions;
	trajectories: Trajectories;
	journal: Journal;
	taskDesk: TaskDesk;
	desk: ApprovalDesk;
}

/** What is being worked on when the owner says stop. */
export interface AtWork {
	/** The owner's turn that is running. */
	turnId: number | undefined;
	/** Everything is to end, whoever began it. */
	all: boolean;
}

/** Writes down what a stop ends: tasks, questions to the owner, and the state. The caller ends what is running. */
export class Stopper {
	readonly #parts: StopperParts;

	constructor(parts: StopperParts) {
		this.#parts = parts;
	}

	/** Part of the caller's transaction. */
	stop(atWork: AtWork): StopReport {
		const { tasks, turns, trajectories, taskDesk } = this.#parts;
		// Also those that gave way, or wait for the disk: they would come back by themselves.
		const unfinished = turns.unfinishedIds().filter((id) => atWork.all || this.#isOwners(id));
		// A second press while the turn is still ending is no word about what an earlier one left.
		const isAtWork = unfinished.length > 0 || atWork.turnId !== undefined;
		const ending = isAtWork ? unfinished : this.#latestWithLeftovers();
		const running = tasks.running();
		const ended = running.filter((task) => atWork.all || ending.includes(task.turnId));
		for (const task of ended) taskDesk.cancel(task, "stopped by the owner");
		const asking = atWork.all ? this.#turnsAsking() : ending;
		const approvals = asking.reduce((count, id) => count + this.#lapse(id), 0);
		for (const id of unfinished) turns.markStopped(id);
		if (atWork.turnId !== undefined) trajectories.setState(MAIN_TRAJECTORY, "cancelling");
		return {
			turn: unfinished.length > 0,
			done: unfinished.filter((id) => this.#isOwners(id)).flatMap((id) => this.#done(id)),
			tasks: ended.map(nameOf),
			approvals,
			compaction: this.#giveUpCompaction(),
			goingOn: running.filter((task) => !ended.includes(task)).map(nameOf),
		};
	}

	/** @returns whether there was anything of that kind to give up */
	#giveUpCompaction(): boolean {
		const { compactions } = this.#parts;
		const asked = compactions.open().filter(({ wasAsked }) => wasAsked);
		for (const { id } of asked) compactions.fail(id, "given-up", "stopped by the owner");
		return asked.length > 0;
	}

	/** Takes a turn's questions back, also in the state of a trajectory that waits for nothing else. @returns how many */
	#lapse(turnId: number): number {
		const { turns, trajectories, desk } = this.#parts;
		const count = desk.lapse(turnId);
		const turn = turns.find(turnId);
		if (!turn || count === 0) return count;
		if (trajectories.find(turn.trajectoryId)?.state === "waiting-for-approval")
			trajectories.setState(turn.trajectoryId, "idle");
		if (turn.state === "ended") this.#settleLeft(turn);
		return count;
	}

	/** What the turn left open since its answer was asked for is not answered any more. */
	#settleLeft({ id, trajectoryId }: TurnRecord): void {
		const { events, tasks } = this.#parts;
		const workedFor = tasks.eventsWorkedFor(trajectoryId);
		for (const event of events.ofTurn(id)) {
			if (!workedFor.includes(event.id)) events.settle(event.id, "stopped", "its question was withdrawn");
		}
	}

	/** The owner's newest turn that left something behind: a task that runs, or a question. */
	#latestWithLeftovers(): number[] {
		const ids = [...this.#parts.tasks.running().map(({ turnId }) => turnId), ...this.#turnsAsking()];
		const own = ids.filter((id) => this.#isOwners(id));
		return own.length === 0 ? [] : [Math.max(...own)];
	}

	/** Begun in the owner's conversation, or beside it. */
	#isOwners(turnId: number): boolean {
		const { turns, trajectories } = this.#parts;
		const kind = trajectories.find(turns.find(turnId)?.trajectoryId ?? 0)?.kind;
		return kind === "main" || kind === "fork";
	}

	#turnsAsking(): number[] {
		const { approvals, calls } = this.#parts;
		return [...new Set(approvals.inState("waiting").flatMap(({ callId }) => calls.find(callId)?.turnId ?? []))];
	}

	/** What the turn has done to the world: looking, and talking to the owner, is not worth a word. */
	#done(turnId: number): string[] {
		const { journal, calls } = this.#parts;
		const done = new Set(
			calls
				.ofTurn(turnId)
				.filter(({ state }) => state === "done")
				.map(({ id }) => id),
		);
		return journal
			.ofTurn(turnId)
			.filter(
				({ kind, callId, effect }) => kind === "gate" && callId !== undefined && done.has(callId) && isLasting(effect),
			)
			.map(({ callId, target }) => `${calls.find(callId ?? 0)?.tool} on ${target}`);
	}
}

const isLasting = (effect: string | undefined): boolean =>
	effect !== undefined && effect !== "read" && effect !== "none" && effect !== "tell-owner";

const nameOf = ({ id, tool }: TaskRecord): string => `${formatTaskId(id)} ${tool}`;
