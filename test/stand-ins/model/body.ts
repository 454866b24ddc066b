import * as z from "zod";

const textPart = z.object({
	type: z.literal("text"),
	text: z.string(),
	/** Anthropic, and routers to it. */
	cache_control: z.object({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() }).optional(),
	/** OpenAI, from GPT-5.6 on. */
	prompt_cache_breakpoint: z.object({ mode: z.literal("explicit") }).optional(),
});
const userPart = z.discriminatedUnion("type", [
	textPart,
	z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
]);
const text = z.union([z.string(), z.array(textPart).min(1)]);

const toolCall = z.object({
	id: z.string().min(1),
	type: z.literal("function"),
	function: z.object({ name: z.string(), arguments: z.string() }),
	/** Gemini. */
	extra_content: z.object({ google: z.object({ thought_signature: z.string() }) }).optional(),
});
export type RequestedCall = z.infer<typeof toolCall>;

/** The roles and content types of a chat completion request, as OpenAI's reference has them. */
const message = z.discriminatedUnion("role", [
	z.object({ role: z.enum(["system", "developer"]), content: text }),
	z.object({ role: z.literal("user"), content: z.union([z.string(), z.array(userPart).min(1)]) }),
	z.object({
		role: z.literal("assistant"),
		content: text.nullish(),
		refusal: z.string().nullish(),
		/** DeepSeek, Kimi. */
		reasoning_content: z.string().nullish(),
		/** OpenRouter. */
		reasoning_details: z.array(z.looseObject({ type: z.string() })).optional(),
		tool_calls: z.array(toolCall).min(1).optional(),
	}),
	z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: text }),
]);
export type RequestMessage = z.infer<typeof message>;

const tool = z.object({
	type: z.literal("function"),
	function: z.object({
		name: z.string(),
		description: z.string().optional(),
		parameters: z.record(z.string(), z.unknown()).optional(),
		strict: z.boolean().nullish(),
	}),
});

export const chatRequestSchema = z.looseObject({
	model: z.string().min(1),
	messages: z.array(message).min(1),
	tools: z.array(tool).min(1).optional(),
	stream: z.boolean().nullish(),
	stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
	parallel_tool_calls: z.boolean().optional(),
	max_completion_tokens: z.number().int().positive().nullish(),
	max_tokens: z.number().int().positive().nullish(),
});

/** A request that is well-formed; whether it makes sense is for `findViolation` to say. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** The text of a message's content, its parts joined; images are left out. */
export function contentText(content: RequestMessage["content"]): string {
	if (content === null || content === undefined) return "";
	if (typeof content === "string") return content;
	return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Whether a message ends a part of the prompt that is to be cached. */
export const isMarked = ({ content }: RequestMessage): boolean =>
	Array.isArray(content) &&
	content.some((part) => part.type === "text" && (part.cache_control ?? part.prompt_cache_breakpoint) !== undefined);
