import { vi } from "vitest";
import * as z from "zod";
import type { Effect } from "#core/effect.ts";
import type { Tool, ToolOutput } from "#tools/tool.ts";

const parameters = z.strictObject({ what: z.string() });
type Arguments = z.infer<typeof parameters>;

/** One run of a tool that goes on until a test ends it. */
export interface HandRun {
	what: string;
	/** Aborts when the program wants it to end. */
	signal: AbortSignal;
	/** Says something on its way. */
	say(text: string): void;
	end(output: ToolOutput): void;
	fail(error: Error): void;
}

export interface HandTool {
	tool: Tool;
	runs: HandRun[];
	/** Resolves with the run of this number (from 1) when it has begun. */
	run(number: number): Promise<HandRun>;
}

/** A tool whose runs end when and how a test says. It takes no notice of its signal. */
export function handTool(
	options: Partial<Pick<Tool, "name" | "mode" | "timeoutMs" | "recovery">> & { effect?: Effect } = {},
): HandTool {
	const { effect = "execute", ...declared } = options;
	const runs: HandRun[] = [];
	const tool: Tool<Arguments> = {
		name: "do_work",
		tier: "direct",
		description: "Use to do work. Returns what came of it.",
		parameters,
		examples: [{ what: "the accounts" }],
		parallel: false,
		mode: "async",
		timeoutMs: 3_600_000,
		recovery: "unknown",
		...declared,
		effects: ({ what }) => ({ effect, target: what }),
		activity: ({ what }) => `working on ${what}`,
		run: ({ what }, context, signal) =>
			new Promise((resolve, reject) => {
				runs.push({ what, signal, say: (text) => context.progress(text), end: resolve, fail: reject });
			}),
	};
	const run = (number: number) =>
		vi.waitFor(
			() => {
				const found = runs[number - 1];
				if (!found) throw new Error(`run ${number} has not begun`);
				return found;
			},
			{ timeout: 10_000, interval: 5 },
		);
	return { tool: tool as Tool, runs, run };
}
