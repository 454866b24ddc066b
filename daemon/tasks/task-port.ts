import type { Clock } from "#core/clock.ts";
import { formatTaskId, parseTaskId, type TaskRecord, type Tasks } from "#daemon/records/tasks.ts";
import type { PendingTask, TaskPort } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import type { ProgressReading } from "./progress-log.ts";

/** What the port needs of whoever runs the tasks. */
export interface TaskRunner {
	/** Undefined where no such task runs in this process. */
	progressOf(taskId: number): ProgressReading | undefined;
	/**
	 * Ends a running task and throws its result away. Part of the caller's transaction.
	 * @param by for the journal
	 * @returns false where it has ended
	 */
	cancel(task: TaskRecord, by: string): boolean;
}

/**
 * The tasks of one trajectory as the model's tools see them. Those of others don't exist here: what runs for the owner is
 * nothing that a group or a mail thread may look into or end.
 */
export function createTaskPort(desk: TaskRunner, tasks: Tasks, trajectoryId: number, clock: Clock): TaskPort {
	const running = () => tasks.running().filter((task) => task.trajectoryId === trajectoryId);
	const find = (name: string): TaskRecord => {
		const id = parseTaskId(name);
		const task = id === undefined ? undefined : tasks.find(id);
		if (task?.trajectoryId === trajectoryId) return task;
		const problem =
			id === undefined ? `"${name}" is not a task's number like "T-9".` : `There is no task ${formatTaskId(id)}.`;
		throw new ToolError(`${problem} ${describeRunning(running())}`);
	};
	const toPending = (task: TaskRecord): PendingTask => ({
		name: formatTaskId(task.id),
		tool: task.tool,
		state: task.state,
		// The wall clock may have been set back since.
		elapsedMs: Math.max(0, (task.endedAt ?? clock.now()) - task.startedAt),
	});
	return {
		running: () => running().map(toPending),
		find: (name) => toPending(find(name)),
		progress(name) {
			const { id, state } = find(name);
			const progress = state === "running" ? desk.progressOf(id) : undefined;
			return progress ? toWords(progress) : { text: "" };
		},
		cancel(name) {
			const task = find(name);
			// It may have ended between the call and its commit.
			if (!desk.cancel(task, "the assistant")) throw new ToolError(`${formatTaskId(task.id)} has ended meanwhile.`);
		},
	};
}

function describeRunning(running: readonly TaskRecord[]): string {
	if (running.length === 0) return "No task is running.";
	return `Running: ${running.map(({ id, tool }) => `${formatTaskId(id)} ${tool}`).join(", ")}.`;
}

function toWords({ text, outside, leftOut }: ProgressReading): ReturnType<TaskPort["progress"]> {
	const note = leftOut === 0 ? "" : `[${leftOut} characters before this are left out]\n`;
	return { text: `${note}${text}`, ...(outside && { outside }) };
}
