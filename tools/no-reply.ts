import * as z from "zod";
import { formatEventId } from "#core/event.ts";
import { type Tool, ToolError } from "./tool.ts";

const parameters = z.strictObject({ reason: z.string() });

export const noReply: Tool<z.infer<typeof parameters>> = {
	name: "no_reply",
	tier: "direct",
	description:
		"Use when nobody needs an answer to what is open, as for a newsletter. Not for a question of the owner. " +
		"Settles all open events; the reason is kept. Returns which.",
	parameters,
	examples: [{ reason: "Newsletter, nothing to do" }],
	parallel: false,
	timeoutMs: 5000,
	recovery: "rerun",
	effects: (_args, { openEvents }) => ({ effect: "read", target: namesOf(openEvents) }),
	activity: () => "deciding not to answer",
	async run({ reason }, { openEvents }) {
		if (reason.trim() === "") throw new ToolError("The reason is empty. Say in a few words why no answer is needed.");
		return {
			text: `Settled without an answer: ${namesOf(openEvents)}.`,
			settles: { events: [...openEvents], outcome: "no-reply" },
		};
	},
};

const namesOf = (events: readonly number[]): string =>
	events.length > 0 ? events.map(formatEventId).join(", ") : "no open event";
