import * as z from "zod";
import { definitionOf, type FunctionDefinition } from "./definition.ts";
import { createFindTool } from "./find-tool.ts";
import { explainInvalid } from "./invalid-arguments.ts";
import { nearestNames } from "./similar.ts";
import { type Tool, ToolError } from "./tool.ts";

/** What a call of the model comes to. Only `ready` may go to the gate; `problem` is the result of the others. */
export type Resolution =
	| {
			readonly kind: "ready";
			/** The tool that will run: for `call_tool` the one inside, so that gate and journal see the real one. */
			readonly tool: Tool;
			/** As `tool.parameters` has parsed them. */
			readonly arguments: unknown;
			readonly effectiveName: string;
	  }
	| { readonly kind: "unknown-tool"; readonly problem: string }
	| { readonly kind: "invalid"; readonly problem: string };

/** All that the model may call, in a fixed order. */
export interface Catalogue {
	/** For the request: the direct tools as given, then find_tool and call_tool. The same object each time. */
	definitions(): readonly FunctionDefinition[];
	/** Whether there is a tool of that name, of whichever tier. */
	has(name: string): boolean;
	/** Of all tools, those behind call_tool among them. */
	names(): readonly string[];
	/** Finds the tool and checks the arguments, as parsed from the model's JSON. Never throws. */
	resolve(name: string, args: unknown): Resolution;
}

const CALL_TOOL = "call_tool";

/** The names that every service with function calling takes. */
const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Throws where two tools have one name, or where a name is not usable. */
export function createCatalogue(tools: readonly Tool[]): Catalogue {
	const findTool: Tool = createFindTool(tools);
	const all = [...tools, findTool, callTool];
	const byName = new Map(all.map((tool) => [tool.name, tool]));
	for (const { name } of all) {
		if (!TOOL_NAME.test(name)) throw new Error(`The tool name "${name}" must be like "read_file".`);
		if (all.filter((tool) => tool.name === name).length > 1) throw new Error(`Two tools are called "${name}".`);
	}
	const definitions = all.filter(({ tier }) => tier === "direct").map(definitionOf);

	function resolve(name: string, args: unknown): Resolution {
		const tool = byName.get(name);
		if (!tool) return { kind: "unknown-tool", problem: explainUnknown(name, [...byName.keys()]) };
		const parsed = tool.parameters.safeParse(args);
		if (!parsed.success) return { kind: "invalid", problem: explainInvalid(tool, args, parsed.error) };
		if (tool !== callTool) return { kind: "ready", tool, arguments: parsed.data, effectiveName: name };
		const call = callParameters.parse(parsed.data);
		if (call.name !== CALL_TOOL) return resolve(call.name, call.arguments);
		return { kind: "invalid", problem: "call_tool can't call itself. Give the name of the tool that you want." };
	}

	return { definitions: () => definitions, has: (name) => byName.has(name), names: () => [...byName.keys()], resolve };
}

const callParameters = z.strictObject({ name: z.string(), arguments: z.looseObject({}) });

/** Stands in the request; `resolve` puts the tool inside it in its place, so it never runs itself. */
const callTool: Tool<z.infer<typeof callParameters>> = {
	name: CALL_TOOL,
	tier: "direct",
	description: "Use to call a tool that find_tool has shown; not for others. Returns what that tool returns.",
	parameters: callParameters,
	examples: [{ name: "delete_file", arguments: { path: "tasks/old.md" } }],
	parallel: false,
	mode: "sync",
	timeoutMs: 5000,
	recovery: "rerun",
	effects: neverRuns,
	activity: ({ name }) => `calling ${name}`,
	run: neverRuns,
};

function neverRuns(): never {
	throw new ToolError("call_tool was not resolved to the tool inside it.");
}

function explainUnknown(name: string, names: readonly string[]): string {
	const near = nearestNames(name, names);
	const hint = near.length > 0 ? `Nearest: ${near.join(", ")}.` : "Look for one with find_tool.";
	return `There is no tool "${name.slice(0, 100)}", so nothing was done. ${hint}`;
}
