import * as z from "zod";
import { formatDuration } from "#core/duration.ts";
import { howItEnded } from "./task-words.ts";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({ id: z.string() });

export const readTask: Tool<z.infer<typeof parameters>> = {
	name: "read_task",
	tier: "direct",
	description:
		"Use to see how far a task is. Don't poll: the result comes by itself. " +
		"Returns its time and what it said last, not the result.",
	parameters,
	examples: [{ id: "T-9" }],
	parallel: true,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects: ({ id }, { tasks }) => ({ effect: "read", target: tasks.find(id).name }),
	activity: ({ id }) => `looking how far ${id} is`,
	async run({ id }, { tasks }) {
		const task = tasks.find(id);
		if (task.state !== "running") return { text: howItEnded(task) };
		const { text, outside } = tasks.progress(id);
		const head = `${task.name} ${task.tool} has been running for ${formatDuration(task.elapsedMs)}; there is no result yet.`;
		const said = text === "" ? "It has said nothing so far." : `So far it said:\n${text}`;
		return { text: `${head} ${said}`, ...(outside && { outside }) };
	},
};
