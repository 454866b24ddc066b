import * as z from "zod";

const block = z.looseObject({ type: z.string() });
/** A piece of reasoning as OpenRouter gives it; what is in it depends on the model behind. */
export type ReasoningBlock = z.output<typeof block>;

/** What services want back with a message, word for word. Nothing else that is private to a model is kept. */
export const messageFields = {
	/**
	 * DeepSeek (api-docs.deepseek.com/guides/thinking_mode) and Kimi (platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model)
	 * refuse the next request without it. Servers that don't need it leave it out of the prompt.
	 */
	reasoning_content: z.string().nullish().catch(undefined),
	/** OpenRouter, for all models behind it (openrouter.ai/docs/guides/best-practices/reasoning-tokens). */
	reasoning_details: z.array(block).nullish().catch(undefined),
};

const extraContent = z.object({ google: z.object({ thought_signature: z.string() }) });
export type ExtraContent = z.output<typeof extraContent>;

/** The same with a tool call. */
export const callFields = {
	/** Gemini 3 and later (ai.google.dev/gemini-api/docs/thought-signatures); of several calls only the first has it. */
	extra_content: extraContent.nullish().catch(undefined),
};

/** A field that a service refuses to do without. */
export type WantedField = "reasoning_content" | "thought_signature";

/** The field that an error 400 complains of, by the service's words for it. */
export function findWantedField(text: string): WantedField | undefined {
	const [, field] = /(reasoning_content|thought_signature)/i.exec(text) ?? [];
	if (field === undefined) return undefined;
	return field.toLowerCase() === "thought_signature" ? "thought_signature" : "reasoning_content";
}
