import * as z from "zod";
import type { TimerPlan } from "./ports.ts";
import { fenced } from "./text.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const parameters = z.strictObject({
	id: z.string(),
	when: z.string().optional(),
	purpose: z.string().optional(),
	action: z.enum(["remind", "act", "interrupt"]).optional(),
	until: z.string().optional(),
	count: z.int().min(1).optional(),
});
type Arguments = z.infer<typeof parameters>;

export const change: Tool<Arguments> = {
	name: "change",
	tier: "direct",
	description:
		"Use to change a pending timer; what you leave out stays. Only for what list_pending shows. Returns its next firings.",
	parameters,
	examples: [
		{ id: "R-3", when: "tomorrow 9:00" },
		{ id: "R-3", purpose: "Call Bob's office" },
	],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects(args, context) {
		const { name, description } = context.timers.find(args.id);
		const plan = planOf(args, context);
		return {
			effect: "persist",
			target: `${name} to ${plan.description}`,
			preview: `Change ${name}, now ${description}, to ${plan.description}:\n${fenced(plan.purpose)}\n\n${plan.readBack}`,
		};
	},
	activity: ({ id }) => `changing ${id}`,
	async run(args, context) {
		const { name } = context.timers.find(args.id);
		const plan = planOf(args, context);
		return {
			text: `${name} is now: ${plan.description}; ${plan.readBack}.`,
			commit: () => void plan.carryOut(),
		};
	},
};

function planOf({ id, ...changes }: Arguments, { timers }: ToolContext): TimerPlan {
	if (Object.values(changes).every((value) => value === undefined))
		throw new ToolError("Nothing to change was given. Give `when`, `purpose`, `action`, `until` or `count`.");
	return timers.planChange(id, changes);
}
