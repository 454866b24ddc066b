import * as z from "zod";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({ id: z.string() });

export const cancel: Tool<z.infer<typeof parameters>> = {
	name: "cancel",
	tier: "direct",
	description:
		"Use to end something pending for good, by its number. Only for what list_pending shows. Returns what it was.",
	parameters,
	examples: [{ id: "R-3" }],
	parallel: false,
	timeoutMs: 5_000,
	recovery: "rerun",
	effects({ id }, { timers }) {
		const { name, description, purpose } = timers.find(id);
		return {
			effect: "persist",
			target: name,
			preview: `Cancel ${name}, ${description}:\n\n> ${purpose.replaceAll("\n", "\n> ")}`,
		};
	},
	activity: ({ id }) => `cancelling ${id}`,
	async run({ id }, { timers }) {
		const { name, description, purpose } = timers.find(id);
		return { text: `Cancelled ${name} (${description}): ${purpose}`, commit: () => timers.cancel(name) };
	},
};
