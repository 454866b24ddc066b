import type { Clock } from "#core/clock.ts";
import type { EventId } from "#core/event.ts";
import type { CallResult } from "#daemon/loop/results.ts";
import { keepInView, outputPath } from "#daemon/outputs/keep-in-view.ts";
import type { Calls } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { formatTaskId, type TaskRecord, type Tasks } from "#daemon/records/tasks.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { resultText } from "./task-texts.ts";

export interface TaskResultsParts {
	tasks: Tasks;
	calls: Calls;
	events: Events;
	turns: Turns;
	journal: Journal;
	clock: Clock;
	/** The absolute path of the folder that long outputs go to. */
	workspace: string;
	/** Takes secrets out, visibly. */
	redact: (text: string) => string;
}

/** Writes what became of a task: its event, its row, its call, with every row that the call made. */
export class TaskResults {
	readonly #parts: TaskResultsParts;

	constructor(parts: TaskResultsParts) {
		this.#parts = parts;
	}

	/**
	 * Part of the caller's transaction. A result that comes after the cancel is not wanted any more, nor are the rows that it
	 * would make.
	 * @returns whether it was written
	 * @throws what `result.commit` throws
	 */
	write(id: number, result: CallResult): boolean {
		const { tasks, calls, journal } = this.#parts;
		const task = tasks.find(id);
		if (task?.state !== "running") return false;
		result.commit?.();
		const text = `${result.text}${result.addendum?.() ?? ""}`;
		const state = endStateOf(result);
		calls.decide(task.callId, state);
		tasks.end(id, state, this.#addEvent(task, { ...result, text }));
		const target = formatTaskId(id);
		journal.add({ kind: "task", turnId: task.turnId, callId: task.callId, target, outcome: state });
		return true;
	}

	#addEvent(task: TaskRecord, result: CallResult): EventId {
		const { events, turns, calls, clock, redact, workspace } = this.#parts;
		const cause = task.forEventId === undefined ? undefined : events.find(task.forEventId);
		const turn = turns.get(task.turnId);
		if (!cause) throw new Error(`Task ${task.id} belongs to no event: the database is damaged.`);
		const name = formatTaskId(task.id);
		const path = outputPath(task.callId, result.outside !== undefined || calls.isDerived(task.callId));
		const output = keepInView(workspace, { text: redact(result.text), path, paged: result.paged });
		const elapsedMs = clock.now() - task.startedAt;
		const about = { name, callId: task.callId, tool: task.tool, state: endStateOf(result), elapsedMs };
		return events.add({
			channel: "task",
			dedupKey: `task:${task.id}`,
			conversation: cause.conversation,
			sender: { id: "steward" },
			trust: turn.authority,
			route: "loop",
			kind: "task-result",
			text: resultText({ ...about, output }),
			outsideSource: result.outside?.source,
			derived: calls.isDerived(task.callId),
			causeEventId: cause.id,
			restricts: turn.restricted,
			trajectoryId: task.trajectoryId,
			strategy: { kind: "queue", reason: "a task's result waits for the next safe point" },
			occurredAt: clock.now(),
		}).id;
	}
}

const endStateOf = ({ state }: CallResult): "done" | "failed" | "unknown" =>
	state === "done" || state === "unknown" ? state : "failed";
