import * as z from "zod";
import { formatDuration } from "#core/duration.ts";
import type { PendingTask } from "./ports.ts";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({});

export const listPending: Tool<z.infer<typeof parameters>> = {
	name: "list_pending",
	tier: "direct",
	description:
		"Use to see running tasks (number, time) and timers (number, next firing, purpose). Not for what has ended. " +
		"Returns a line for each.",
	parameters,
	examples: [{}],
	parallel: true,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects: () => ({ effect: "read", target: "tasks and registrations" }),
	activity: () => "looking at what is pending",
	async run(_args, { tasks, timers }) {
		const { lines, outside } = timers.list();
		const all = [...tasks.running().map(describe), ...lines];
		const text = all.length === 0 ? "Nothing is pending." : all.join("\n");
		return { text, ...(outside && { outside: { source: "timers" } }) };
	},
};

const describe = ({ name, tool, elapsedMs }: PendingTask): string =>
	`${name} ${tool}, running for ${formatDuration(elapsedMs)}, no result yet`;
