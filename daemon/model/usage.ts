import * as z from "zod";
import type { ModelEntry } from "#config/schema.ts";
import type { ModelRequest, Usage } from "./port.ts";

const count = z.number().nonnegative();
const optionalCount = count.nullish().transform((tokens) => tokens ?? 0);

/** What a provider says that a request cost. Cached tokens stand in three places, by provider. */
export const usageSchema = z
	.object({
		prompt_tokens: count,
		completion_tokens: optionalCount,
		/** OpenAI, OpenRouter, Gemini, vLLM. */
		prompt_tokens_details: z.object({ cached_tokens: optionalCount }).nullish(),
		/** DeepSeek. */
		prompt_cache_hit_tokens: optionalCount,
		/** Kimi. */
		cached_tokens: optionalCount,
	})
	.transform((usage) => ({
		inputTokens: usage.prompt_tokens,
		cachedTokens: Math.min(
			usage.prompt_tokens,
			usage.prompt_tokens_details?.cached_tokens || usage.prompt_cache_hit_tokens || usage.cached_tokens,
		),
		outputTokens: usage.completion_tokens,
	}));
export type ReportedUsage = z.output<typeof usageSchema>;

/** A rule of thumb for English and JSON; only used where the provider counted nothing. */
const CHARACTERS_PER_TOKEN = 4;

/** @param outputLength what came in, reasoning included, in UTF-16 units */
export function usageOf(reported: ReportedUsage | undefined, request: ModelRequest, outputLength: number): Usage {
	if (reported) return { ...reported, estimated: false };
	const inputLength = JSON.stringify(request.messages).length + JSON.stringify(request.tools).length;
	return {
		inputTokens: Math.ceil(inputLength / CHARACTERS_PER_TOKEN),
		cachedTokens: 0,
		outputTokens: Math.ceil(outputLength / CHARACTERS_PER_TOKEN),
		estimated: true,
	};
}

/**
 * What a request cost, in the owner's money; nothing where the model has no price. Cached tokens are a part of the input.
 * @param price for a million tokens of each kind
 */
export function costOf(usage: Usage, price: ModelEntry["price"]): { cost?: number } {
	if (!price) return {};
	const cachedPerMillion = price.cachedPerMillion ?? price.inputPerMillion;
	const inMillionths =
		(usage.inputTokens - usage.cachedTokens) * price.inputPerMillion +
		usage.cachedTokens * cachedPerMillion +
		usage.outputTokens * price.outputPerMillion;
	return { cost: inMillionths / 1_000_000 };
}
