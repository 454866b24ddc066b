import * as z from "zod";
import { type Clock, sleep } from "#core/clock.ts";
import type { Tool } from "#tools/tool.ts";

const parameters = z.strictObject({ name: z.string(), percentPerSecond: z.number().positive() });
type Arguments = z.infer<typeof parameters>;

/** What a test sees of the scripts that it had run. */
export interface Scripts {
	tool: Tool;
	/** Each that was started, with how it ended. */
	runs: { name: string; end: "running" | "done" | "cut off" }[];
}

/**
 * A tool that takes as long as a real one: it says each second how far it is. Stands for a long command until there is a
 * shell.
 * @param mode as a tool declares it
 */
export function scripts(clock: Clock, mode: Tool["mode"] = "async", effect: "execute" | "write" = "execute"): Scripts {
	const runs: Scripts["runs"] = [];
	const tool: Tool<Arguments> = {
		name: "run_script",
		tier: "direct",
		description: "Use to run a script of the workspace. Returns what it printed last.",
		parameters,
		examples: [{ name: "count.sh", percentPerSecond: 3 }],
		parallel: false,
		mode,
		timeoutMs: 3_600_000,
		recovery: "unknown",
		effects: ({ name }) => ({ effect, target: name }),
		activity: ({ name }) => `running ${name}`,
		async run({ name, percentPerSecond }, context, signal) {
			const run: Scripts["runs"][number] = { name, end: "running" };
			runs.push(run);
			for (let percent = 0; percent < 100; percent += percentPerSecond) {
				context.progress(`${name}: ${percent} %`);
				await sleep(clock, 1_000, signal);
				if (signal.aborted) {
					run.end = "cut off";
					throw signal.reason;
				}
			}
			run.end = "done";
			return { text: `${name} printed: all of ${name} is done` };
		},
	};
	return { tool: tool as Tool, runs };
}
