import * as z from "zod";
import { type EventId, formatEventId } from "#core/event.ts";
import { stillRunning, waitingForTasks } from "./still-running.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const parameters = z.strictObject({ reason: z.string() });

export const noReply: Tool<z.infer<typeof parameters>> = {
	name: "no_reply",
	tier: "direct",
	description:
		"Use when nothing open needs an answer, as a newsletter. Not for a question of the owner. " +
		"Settles what no task works for. Returns which events.",
	parameters,
	examples: [{ reason: "Newsletter, nothing to do" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 5000,
	recovery: "rerun",
	// Whoever may do nothing else still has to be able to end its own turn.
	effects: (_args, context) => ({ effect: "none", target: namesOf(settledBy(context)) }),
	activity: () => "deciding not to answer",
	async run({ reason }, context) {
		if (reason.trim() === "") throw new ToolError("The reason is empty. Say in a few words why no answer is needed.");
		const events = settledBy(context);
		const pending = context.openEvents.filter((event) => !events.includes(event));
		return {
			text: `Settled without an answer: ${namesOf(events)}.${waitingForTasks(pending)}${stillRunning(context)}`,
			settles: { events, outcome: "no-reply" },
		};
	},
};

/** An event that a task is working for stays open: whether it needs an answer is seen when the result is there. */
const settledBy = ({ openEvents, pendingEvents }: ToolContext): EventId[] =>
	openEvents.filter((event) => !pendingEvents.includes(event));

const namesOf = (events: readonly EventId[]): string =>
	events.length > 0 ? events.map(formatEventId).join(", ") : "no open event";
