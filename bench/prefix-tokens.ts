import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";

/** Loose, so that what is counted is what was sent. */
const toolSchema = z.looseObject({ function: z.looseObject({ description: z.string(), parameters: z.unknown() }) });
const requestSchema = z.object({
	messages: z.tuple([z.object({ role: z.literal("system"), content: z.string() })], z.unknown()),
	tools: z.array(toolSchema).min(1),
});

/** Tokens of what stands at the front of every request. */
export interface PrefixTokens {
	system: number;
	/** Each tool as it is sent, with its name and the frame around it. */
	sentTools: number[];
	/** Each tool's description and schema alone: what its author can make shorter. */
	toolTexts: number[];
}

export function prefixTokens(rawBody: string): PrefixTokens {
	const { messages, tools } = requestSchema.parse(JSON.parse(rawBody));
	return {
		system: countTokens(messages[0].content),
		sentTools: tools.map((tool) => countTokens(JSON.stringify(tool))),
		toolTexts: tools.map(
			({ function: { description, parameters } }) => countTokens(description) + countTokens(JSON.stringify(parameters)),
		),
	};
}
