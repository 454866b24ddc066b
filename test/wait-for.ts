import * as z from "zod";
import { type Clock, sleep } from "#core/clock.ts";
import type { Tool } from "#tools/tool.ts";

const parameters = z.strictObject({ seconds: z.number().positive().max(3_600) });
type Arguments = z.infer<typeof parameters>;

/** A tool that the loop waits for, as long as it is told to. Stands for a slow look-up. */
export function waitFor(clock: Clock): Tool {
	const tool: Tool<Arguments> = {
		name: "wait_for",
		tier: "direct",
		description: "Use to wait. At most an hour. Returns when the time is over.",
		parameters,
		examples: [{ seconds: 20 }],
		parallel: false,
		mode: "sync",
		timeoutMs: 3_700_000,
		recovery: "rerun",
		effects: () => ({ effect: "read", target: "the clock" }),
		activity: ({ seconds }) => `waiting ${seconds} s`,
		async run({ seconds }, _context, signal) {
			await sleep(clock, seconds * 1_000, signal);
			signal.throwIfAborted();
			return { text: `${seconds} s are over.` };
		},
	};
	return tool as Tool;
}
