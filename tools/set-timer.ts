import * as z from "zod";
import type { TimerRequest } from "./ports.ts";
import { fenced } from "./text.ts";
import { type Tool, ToolError } from "./tool.ts";

const parameters = z.strictObject({
	when: z.string().describe('"next Monday 10:00", "every weekday at 9", cron'),
	purpose: z.string(),
	action: z.enum(["remind", "act", "interrupt"]),
	zone: z.string().optional(),
	until: z.string().optional(),
	count: z.int().min(1).optional(),
});
type Arguments = z.infer<typeof parameters>;

export const setTimer: Tool<Arguments> = {
	name: "set_timer",
	tier: "direct",
	description:
		"Use when something must happen later. remind: the owner gets `purpose`; act: you are woken with it; interrupt: even at work. " +
		"At most once a minute. Returns its next firings.",
	parameters,
	examples: [
		{ when: "in 20 minutes", purpose: "Call Bob", action: "remind" },
		{ when: "0 9 * * 1-5", purpose: "Sum up the new mail for the owner", action: "act", zone: "Europe/Berlin" },
		{
			when: "every 2 hours",
			purpose: "Ask whether the server is back",
			action: "act",
			until: "Friday 18:00",
			count: 5,
		},
	],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects(args, { timers }) {
		const { description, readBack, tellsOwnerOnce } = timers.plan(toRequest(args));
		return {
			// A reminder is no more than a word to the owner that comes later; whatever repeats or wakes the assistant is.
			effect: tellsOwnerOnce ? "tell-owner" : "persist",
			target: `timer ${description}`,
			// As it is: an address in it must be no link on a card that asks whether it may be kept.
			preview: `${VERBS[args.action]} ${description}:\n${fenced(args.purpose)}\n\n${readBack}`,
		};
	},
	activity: () => "setting a timer",
	async run(args, { timers }) {
		const plan = timers.plan(toRequest(args));
		let name = "";
		return {
			text: `Set: ${plan.description}; ${plan.readBack}.`,
			commit: () => {
				name = plan.carryOut();
			},
			addendum: () => ` Its number is ${name}.`,
		};
	},
};

function toRequest(args: Arguments): TimerRequest {
	if (args.purpose.trim() === "") throw new ToolError("The purpose is empty. Write what is to be said or done then.");
	return args;
}

const VERBS: Record<Arguments["action"], string> = {
	remind: "Remind you",
	act: "Wake the assistant",
	interrupt: "Wake the assistant, cutting off what it does,",
};
