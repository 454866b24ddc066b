import type { ChatRequest } from "./body.ts";
import { PromptCache } from "./prompt-cache.ts";
import { type Encode, estimateEncode, loadEncode } from "./tokens.ts";

/** As in OpenAI's answers. */
export interface WireUsage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
	prompt_tokens_details: { cached_tokens: number };
	completion_tokens_details: { reasoning_tokens: number };
}

/** Counts what requests and answers cost, with a prompt cache for each model. */
export class UsageMeter {
	readonly #countTokens: boolean;
	readonly #caches = new Map<string, PromptCache>();
	#encode: Promise<Encode> | undefined;

	constructor(countTokens: boolean) {
		this.#countTokens = countTokens;
	}

	/** @param reasoning counted as output too, as providers do */
	async measure(request: ChatRequest, output: string, reasoning: string): Promise<WireUsage> {
		this.#encode ??= this.#countTokens ? loadEncode() : Promise.resolve(estimateEncode);
		const encode = await this.#encode;
		const cache = this.#caches.get(request.model) ?? new PromptCache(encode);
		this.#caches.set(request.model, cache);
		const { promptTokens, cachedTokens } = cache.measure(request);
		const reasoningTokens = encode(reasoning).length;
		const completionTokens = encode(output).length + reasoningTokens;
		return {
			prompt_tokens: promptTokens,
			completion_tokens: completionTokens,
			total_tokens: promptTokens + completionTokens,
			prompt_tokens_details: { cached_tokens: cachedTokens },
			completion_tokens_details: { reasoning_tokens: reasoningTokens },
		};
	}
}
