import type { TaskView } from "#channels/conversation.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { describeError, type Log } from "#core/log.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { CutOffError } from "#daemon/gate/run-with-timeout.ts";
import { Listeners } from "#daemon/listeners.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import type { CallResult } from "#daemon/loop/results.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { formatTaskId, type TaskRecord, type Tasks } from "#daemon/records/tasks.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { ToolError } from "#tools/tool.ts";
import type { Execution } from "./execution.ts";
import type { ProgressReading } from "./progress-log.ts";
import type { TaskResults } from "./task-results.ts";
import { interruptedText } from "./task-texts.ts";

interface Running {
	execution: Execution;
	/** In the tool's own words, for people: `running backup.sh`. */
	doing: string;
}

export interface TaskDeskParts {
	database: Database;
	tasks: Tasks;
	calls: Calls;
	events: Events;
	turns: Turns;
	journal: Journal;
	clock: Clock;
	log: Log;
	results: TaskResults;
	/** Whether a call that a restart cut off may be taken as not made, since it only reads. */
	isRerunnable: (call: CallRecord) => boolean;
	/** Called after a commit that left a result for the loop. */
	onResult: () => void;
}

/**
 * Looks after the calls that nobody waits for any more. What becomes of one is an event, written with every row that the
 * call made, in one commit: a task has either run, or its result is on its way to the model.
 */
export class TaskDesk {
	readonly #parts: TaskDeskParts;
	readonly #running = new Map<number, Running>();
	readonly #listeners = new Listeners();
	#isClosed = false;

	constructor(parts: TaskDeskParts) {
		this.#parts = parts;
	}

	/** Takes over a call that is under way. Part of T3: the call's result on the wire is the placeholder. @returns `T-9`'s number */
	adopt(call: CallRecord, trajectoryId: number, execution: Execution, doing: string): number {
		const { tasks, journal, database } = this.#parts;
		const { startedAt } = execution;

		const id = tasks.add({ callId: call.id, turnId: call.turnId, trajectoryId, startedAt });
		journal.add({ kind: "task", turnId: call.turnId, callId: call.id, target: formatTaskId(id), outcome: "running" });
		database.afterCommit(() => {
			this.#running.set(id, { execution, doing });
			execution.ended.then(
				(result) => this.#report(id, result),
				(error: unknown) => this.#giveUp(id, error),
			);
			this.#listeners.tell();
		});
		return id;
	}

	/** What a running task has said so far. */
	progressOf(id: number): ProgressReading | undefined {
		return this.#running.get(id)?.execution.progress.read();
	}

	/** Every task of this process, for people. */
	running(): TaskView[] {
		return this.#parts.tasks.running().map(({ id, tool, startedAt }) => ({
			name: formatTaskId(id),
			tool,
			state: "running",
			startedAt,
			doing: this.#running.get(id)?.doing ?? tool,
		}));
	}

	/** Calls `listener` after each commit that began or ended a task. */
	subscribe(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	/**
	 * Ends a task and throws its result away. Part of the caller's transaction; the tool is signalled when that is on disk.
	 * @param by for the journal
	 * @param takenOverBy the turn that answers what only this task worked for; where there is none, that has been stopped
	 * @returns false where it had ended already
	 */
	cancel(task: TaskRecord, by: string, takenOverBy?: number): boolean {
		const { tasks, calls, journal, database } = this.#parts;
		if (!tasks.end(task.id, "cancelled")) return false;
		calls.decide(task.callId, "unknown");
		const target = formatTaskId(task.id);
		journal.add({ kind: "task", turnId: task.turnId, callId: task.callId, target, decision: by, outcome: "cancelled" });
		this.#freeEvents(task, takenOverBy);
		database.afterCommit(() => {
			this.#running.get(task.id)?.execution.cut(new CutOffError(`cancelled: ${by}`));
			this.#running.delete(task.id);
			this.#listeners.tell();
		});
		return true;
	}

	/** What nothing works for any more is owed an answer again, or nothing more. */
	#freeEvents(task: TaskRecord, takenOverBy: number | undefined): void {
		const { tasks, events, turns } = this.#parts;
		const workedFor = tasks.eventsWorkedFor(task.trajectoryId);
		for (const id of tasks.eventsOf(task.id).filter((event) => !workedFor.includes(event))) {
			const { turnId, state } = events.find(id) ?? {};
			const isOrphan = state === "taken" && turnId !== undefined && turns.find(turnId)?.state === "ended";
			if (isOrphan && takenOverBy !== undefined) events.moveTo(id, takenOverBy);
			else if (isOrphan) events.settle(id, "stopped", "its task was cancelled");
		}
	}

	/** What an earlier process left running has not ended in a way that anybody knows. */
	recover(): void {
		const { tasks, calls } = this.#parts;
		for (const task of tasks.running()) {
			const call = calls.find(task.callId);
			const text = interruptedText(task.tool, call && this.#parts.isRerunnable(call) ? "rerun" : "unknown");
			this.#report(task.id, { state: "unknown", text });
		}
	}

	/** Ends all work where it stands. The rows stay: the next start takes them up. */
	close(): void {
		this.#isClosed = true;
		for (const { execution } of this.#running.values()) execution.cut(new ClosingError());
		this.#running.clear();
	}

	#giveUp(id: number, error: unknown): void {
		if (error instanceof ClosingError) return;
		this.#report(id, { state: "failed", text: describeError(error) });
	}

	#report(id: number, result: CallResult): void {
		const { database, log, clock, onResult } = this.#parts;
		if (this.#isClosed) return;
		try {
			database.write(() => {
				if (this.#parts.results.write(id, result)) database.afterCommit(() => [onResult(), this.#listeners.tell()]);
			});
			this.#running.delete(id);
		} catch (error) {
			if (error instanceof ToolError) {
				this.#report(id, { state: "failed", text: error.message });
				return;
			}
			log.error("A task's result could not be written; trying again", { task: formatTaskId(id), error });
			clock.after(DISK_WAIT_MS, () => this.#report(id, result));
		}
	}
}
