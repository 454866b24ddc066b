import * as z from "zod";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({});

export const listPending: Tool<z.infer<typeof parameters>> = {
	name: "list_pending",
	tier: "direct",
	description:
		"Use to see what waits for its time: timers with number, next firing, purpose. Not for what has ended. Returns a line for each.",
	parameters,
	examples: [{}],
	parallel: true,
	timeoutMs: 5_000,
	recovery: "rerun",
	effects: () => ({ effect: "read", target: "registrations" }),
	activity: () => "looking at the timers",
	async run(_args, { timers }) {
		const { lines, outside } = timers.list();
		const text = lines.length === 0 ? "Nothing is pending." : lines.join("\n");
		return { text, ...(outside && { outside: { source: "timers" } }) };
	},
};
