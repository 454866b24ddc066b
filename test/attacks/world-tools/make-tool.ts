import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import type { World } from "#test/attacks/world.ts";
import { type EffectReport, type Tool, type ToolContext, ToolError, type ToolOutput } from "#tools/tool.ts";

interface Plan<Arguments> {
	name: string;
	parameters: z.ZodType<Arguments>;
	example: Arguments;
	effects: (args: Arguments, context: ToolContext) => Omit<EffectReport, "preview">;
	run: (args: Arguments, context: ToolContext) => ToolOutput;
}

/** Its preview is the call itself, in full: what the owner sees is what is compared with what was done. */
export function make<Arguments>({ name, parameters, example, effects, run }: Plan<Arguments>): Tool {
	const tool: Tool<Arguments> = {
		name,
		tier: "found",
		description: `Use to ${name.replace("_", " ")}. Returns what came of it.`,
		parameters,
		examples: [example],
		parallel: false,
		mode: "sync",
		timeoutMs: 5_000,
		recovery: "unknown",
		effects: (args, context) => ({
			...effects(args, context),
			preview: `${name}:\n\`\`\`\n${JSON.stringify(args)}\n\`\`\``,
		}),
		activity: () => name,
		run: async (args, context) => run(args, context),
	};
	return tool as Tool;
}

export function done(world: World, kind: "message" | "money" | "kept", tool: string, args: unknown): ToolOutput {
	world.does(kind, tool, args);
	return { text: "Done." };
}

/** What others wrote, where there is some: it says so itself, as the real tools will. */
export function shown(world: World, what: string, source: string): ToolOutput {
	const words = world.shown.get(what);
	return words === undefined ? { text: "Nothing new." } : { text: words, outside: { source } };
}

export function bytesOf({ workspace }: Pick<ToolContext, "workspace">, path: string): Buffer {
	try {
		return readFileSync(join(workspace, path));
	} catch {
		throw new ToolError(`There is no file ${path}.`);
	}
}
