import * as z from "zod";
import { formatDuration } from "#core/duration.ts";
import type { PendingTask } from "./ports.ts";
import { howItEnded, lastLines } from "./task-words.ts";
import { fenced } from "./text.ts";
import { type EffectReport, type Tool, type ToolContext, ToolError, type ToolOutput } from "./tool.ts";

const parameters = z.strictObject({ id: z.string() });

/** Tasks and registrations have one way to end: the number tells which of them is meant. */
export const cancel: Tool<z.infer<typeof parameters>> = {
	name: "cancel",
	tier: "direct",
	description:
		"Use to end a task or timer for good. Only for what list_pending shows. Returns what it was, and said last.",
	parameters,
	examples: [{ id: "T-9" }, { id: "R-3" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects: ({ id }, context) => (isTask(id) ? effectOnTask(id, context) : effectOnTimer(id, context)),
	activity: ({ id }) => `cancelling ${id}`,
	run: async ({ id }, context) => (isTask(id) ? cancelTask(id, context) : cancelTimer(id, context)),
};

const isTask = (id: string): boolean => /^\s*T-/i.test(id);

function effectOnTask(id: string, { tasks }: ToolContext): EffectReport {
	const { name, tool, elapsedMs } = runningTask(id, tasks);
	const preview = `Cancel ${name}, ${tool}, running for ${formatDuration(elapsedMs)}. Its result is thrown away.`;
	return { effect: "write", target: name, preview };
}

function cancelTask(id: string, { tasks }: ToolContext): ToolOutput {
	const { name, tool, elapsedMs } = runningTask(id, tasks);
	const { text: said, outside } = tasks.progress(name);
	const last = said === "" ? "It had said nothing." : `It had said last:\n${lastLines(said)}`;
	return {
		text:
			`Cancelled ${name} (${tool}, after ${formatDuration(elapsedMs)}). No result will come; what it did until now ` +
			`stays done. ${last}`,
		...(outside && { outside }),
		commit: () => tasks.cancel(name),
	};
}

function runningTask(id: string, tasks: ToolContext["tasks"]): PendingTask {
	const task = tasks.find(id);
	if (task.state !== "running") throw new ToolError(`There is nothing to cancel: ${howItEnded(task)}`);
	return task;
}

function effectOnTimer(id: string, { timers }: ToolContext): EffectReport {
	const { name, description, purpose } = timers.find(id);
	return {
		effect: "persist",
		target: name,
		preview: `Cancel ${name}, ${description}:\n${fenced(purpose)}`,
	};
}

function cancelTimer(id: string, { timers }: ToolContext): ToolOutput {
	const { name, description, purpose, outside } = timers.find(id);
	return {
		text: `Cancelled ${name} (${description}): ${purpose}`,
		...(outside && { outside: { source: "timers" } }),
		commit: () => timers.cancel(name),
	};
}
