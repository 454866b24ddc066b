import * as z from "zod";
import { canonicalJson } from "#core/digest.ts";
import type { Tool } from "./tool.ts";

/** A function as OpenAI's chat completions take it in `tools`. */
export interface FunctionDefinition {
	readonly type: "function";
	readonly function: {
		readonly name: string;
		readonly description: string;
		readonly parameters: Readonly<Record<string, unknown>>;
	};
}

/**
 * What the model is told of a tool. Keys stand in code-unit order, so that the same tools have the same bytes in every
 * process: they are part of the request prefix that providers cache.
 */
export function definitionOf(tool: Tool): FunctionDefinition {
	const definition: FunctionDefinition = {
		type: "function",
		function: { name: tool.name, description: fullDescription(tool), parameters: schemaOf(tool) },
	};
	return JSON.parse(canonicalJson(definition));
}

/** The description with the tool's first example. */
export const fullDescription = (tool: Tool): string =>
	`${tool.description} Example: ${canonicalJson(tool.examples[0])}`;

/** The JSON Schema of the arguments, without what says nothing to a model. */
export function schemaOf(tool: Tool): Record<string, unknown> {
	const { $schema: _draft, ...schema } = z.toJSONSchema(tool.parameters, { io: "input", override: dropSafeBounds });
	return schema;
}

/** zod bounds every integer by what JavaScript can hold: some tokens for each number, and no news. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
	if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
