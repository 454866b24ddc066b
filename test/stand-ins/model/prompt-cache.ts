import type { ChatRequest } from "./body.ts";
import type { Encode } from "./tokens.ts";

/** OpenAI caches prompts of 1024 tokens and more, in steps of 128 (platform.openai.com/docs/guides/prompt-caching). */
const MIN_CACHED_TOKENS = 1024;
const CACHE_STEP_TOKENS = 128;

/** A part of a prompt that earlier requests had too, and what followed it in each. */
interface Node {
	tokens: number[];
	next: Map<string, Node>;
}

/** Counts prompts and says how much of each an earlier request had already brought, for one model. */
export class PromptCache {
	readonly #encode: Encode;
	readonly #root = new Map<string, Node>();

	constructor(encode: Encode) {
		this.#encode = encode;
	}

	/** Measures a prompt and remembers it. */
	measure(request: ChatRequest): { promptTokens: number; cachedTokens: number } {
		let promptTokens = 0;
		let sharedTokens = 0;
		let level = this.#root;
		for (const segment of segments(request)) {
			const known = level.get(segment);
			const node = known ?? { tokens: this.#encode(segment), next: new Map() };
			// Nothing is known behind a new segment, so that from there on this adds nothing.
			sharedTokens += known ? node.tokens.length : longestCommonPrefix(node.tokens, level.values());
			level.set(segment, node);
			promptTokens += node.tokens.length;
			level = node.next;
		}
		const inSteps = sharedTokens - (sharedTokens % CACHE_STEP_TOKENS);
		return { promptTokens, cachedTokens: inSteps < MIN_CACHED_TOKENS ? 0 : inSteps };
	}
}

function longestCommonPrefix(tokens: number[], others: Iterable<Node>): number {
	let longest = 0;
	for (const other of others) {
		let length = 0;
		while (length < tokens.length && tokens[length] === other.tokens[length]) length++;
		longest = Math.max(longest, length);
	}
	return longest;
}

/** The prompt in the order in which it is cached: system messages at the start, tools, the other messages. */
function segments({ messages, tools = [] }: ChatRequest): string[] {
	const firstOther = messages.findIndex((message) => message.role !== "system" && message.role !== "developer");
	const split = firstOther === -1 ? messages.length : firstOther;
	const parts = [messages.slice(0, split), tools, messages.slice(split)].flat();
	return parts.map((part) => JSON.stringify(part));
}
