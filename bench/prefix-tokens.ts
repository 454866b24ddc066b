import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";

const requestSchema = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })).min(1),
	tools: z.array(z.unknown()).min(1),
});

/** Tokens of what stands at the front of every request: the system message, and each tool. */
export function prefixTokens(rawBody: string): { system: number; tools: number[] } {
	const { messages, tools } = requestSchema.parse(JSON.parse(rawBody));
	const system = z.object({ role: z.literal("system"), content: z.string() }).parse(messages[0]);
	return { system: encode(system.content).length, tools: tools.map((tool) => encode(JSON.stringify(tool)).length) };
}
