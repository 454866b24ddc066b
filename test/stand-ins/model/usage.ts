import type { ChatRequest } from "./body.ts";
import { type CacheRules, PromptCache } from "./prompt-cache.ts";
import { countTokens, type Encode, estimateEncode, loadEncode, type TokenizerName } from "./tokens.ts";

/** As in OpenAI's answers. */
export interface WireUsage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
	prompt_tokens_details: { cached_tokens: number; cache_write_tokens?: number };
	completion_tokens_details: { reasoning_tokens: number };
}

export interface MeterOptions {
	/** Default o200k_base. */
	tokenizer?: TokenizerName;
	promptCache?: CacheRules;
}

/** Counts what requests and answers cost, with a prompt cache for each model. */
export class UsageMeter {
	readonly #loadEncode: () => Promise<Encode>;
	readonly #cacheRules: CacheRules;
	readonly #caches = new Map<string, PromptCache>();
	#encode: Promise<Encode> | undefined;

	/** @param exact false takes 4 characters for a token instead of loading a tokenizer */
	constructor(exact: boolean, { tokenizer = "o200k_base", promptCache = {} }: MeterOptions = {}) {
		this.#loadEncode = exact ? () => loadEncode(tokenizer) : async () => estimateEncode;
		this.#cacheRules = promptCache;
	}

	/** @param reasoning counted as output too, as providers do */
	async measure(request: ChatRequest, output: string, reasoning: string): Promise<WireUsage> {
		this.#encode ??= this.#loadEncode();
		const encode = await this.#encode;
		const cache = this.#caches.get(request.model) ?? new PromptCache(encode, this.#cacheRules);
		this.#caches.set(request.model, cache);
		const { promptTokens, cachedTokens, writtenTokens } = cache.measure(request);
		const reasoningTokens = countTokens(encode(reasoning));
		const completionTokens = countTokens(encode(output)) + reasoningTokens;
		return {
			prompt_tokens: promptTokens,
			completion_tokens: completionTokens,
			total_tokens: promptTokens + completionTokens,
			prompt_tokens_details: {
				cached_tokens: cachedTokens,
				...(writtenTokens !== undefined && { cache_write_tokens: writtenTokens }),
			},
			completion_tokens_details: { reasoning_tokens: reasoningTokens },
		};
	}
}
