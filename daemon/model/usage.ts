import * as z from "zod";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ModelRequest, Usage } from "./port.ts";
import type { Price } from "./price.ts";

const count = z.number().nonnegative();
const optionalCount = z
	.number()
	.nonnegative()
	.nullish()
	.catch(undefined)
	.transform((tokens) => tokens ?? 0);

/** What a provider says that a request cost. Cached tokens stand in four places, by provider, stored ones in two. */
export const usageSchema = z
	.object({
		prompt_tokens: count,
		completion_tokens: optionalCount,
		/** OpenAI, OpenRouter, Gemini, vLLM. */
		prompt_tokens_details: z
			.object({ cached_tokens: optionalCount, cache_write_tokens: optionalCount })
			.nullish()
			.catch(undefined),
		/** DeepSeek. */
		prompt_cache_hit_tokens: optionalCount,
		/** Kimi. */
		cached_tokens: optionalCount,
		/** Anthropic, where a proxy passes its own words on. */
		cache_read_input_tokens: optionalCount,
		cache_creation_input_tokens: optionalCount,
	})
	.transform((usage) => {
		const details = usage.prompt_tokens_details;
		const cachedTokens =
			details?.cached_tokens || usage.prompt_cache_hit_tokens || usage.cached_tokens || usage.cache_read_input_tokens;
		const cacheWriteTokens = details?.cache_write_tokens || usage.cache_creation_input_tokens;
		const ofCache = cachedTokens + cacheWriteTokens;
		return {
			// Anthropic counts apart what came from its cache and what went there; everybody else counts it in.
			inputTokens: ofCache > usage.prompt_tokens ? usage.prompt_tokens + ofCache : usage.prompt_tokens,
			cachedTokens,
			...(cacheWriteTokens > 0 && { cacheWriteTokens }),
			outputTokens: usage.completion_tokens,
		};
	});
export type ReportedUsage = z.output<typeof usageSchema>;

/**
 * What an attempt used: as the provider says, or else by our own count.
 * @param written all that came in, reasoning included
 * @param factor what our own count has to be multiplied with for this model
 */
export function usageOf(
	reported: ReportedUsage | undefined,
	request: ModelRequest,
	written: string,
	factor: number,
): Usage {
	// No request is empty: a provider that says so has not counted.
	if (reported && reported.inputTokens > 0) return { ...reported, estimated: false };
	const counted = (text: string) => Math.ceil(estimateTokens(text) * factor);
	return {
		inputTokens: request.estimatedTokens ?? counted(JSON.stringify([request.tools, request.messages])),
		cachedTokens: 0,
		outputTokens: counted(written),
		estimated: true,
	};
}

/**
 * What a request cost, in the owner's money; nothing where the model has no price. Cached and stored tokens are a part of the
 * input.
 */
export function costOf(usage: Omit<Usage, "estimated">, price: Price | undefined): { cost?: number } {
	if (!price) return {};
	const { cachedTokens, cacheWriteTokens = 0 } = usage;
	const inMillionths =
		(usage.inputTokens - cachedTokens - cacheWriteTokens) * price.inputPerMillion +
		cachedTokens * (price.cachedPerMillion ?? price.inputPerMillion) +
		cacheWriteTokens * (price.cacheWritePerMillion ?? price.inputPerMillion) +
		usage.outputTokens * price.outputPerMillion;
	return { cost: inMillionths / 1_000_000 };
}
