import type { Overflow } from "./port.ts";

/** A number as people write it, with commas or without. */
const N = "(\\d[\\d,]*)";

/** Whether the numbers come as limit and request, or the other way round. */
type Order = "limit first" | "request first";

/**
 * How services put it, where they name both numbers. The request is the whole of it, the answer's room included where the
 * service counts that in. The first that matches counts.
 */
const BOTH: readonly [RegExp, Order][] = [
	// OpenAI, DeepSeek, OpenRouter: "maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in …)".
	// vLLM: "… However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of …".
	[pattern(`maximum context length is ${N} tokens.*for a total of (?:at least )?${N}`), "limit first"],
	[pattern(`maximum context length is ${N} tokens.*?(?:requested|resulted in)(?: about)? ${N}`), "limit first"],
	// Anthropic: "prompt is too long: 213462 tokens > 200000 maximum".
	[pattern(`${N} tokens? > ${N}`), "request first"],
	// Anthropic: "input length and `max_tokens` exceed context limit: 188000 + 20000 > 200000" is read below.
	// Gemini: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)".
	[pattern(`input token count ?\\(?${N}\\)? exceeds the maximum number of tokens allowed ?\\(?${N}`), "request first"],
	// llama.cpp: "request (66202 tokens) exceeds the available context size (65536 tokens)".
	[pattern(`${N} tokens\\) exceeds the available context size \\(${N}`), "request first"],
	// Together: "input (9000 tokens) is longer than the model's context length (8192 tokens)".
	[pattern(`${N} tokens\\) is longer than .*?\\(${N}`), "request first"],
	// xAI: "This model's maximum prompt length is 131072 but the request contains 537812 tokens".
	[pattern(`maximum prompt length is ${N} but the request contains ${N}`), "limit first"],
	// DS4, LocalAI: "prompt has 9000 tokens, but the configured context size is 8192 tokens".
	[pattern(`prompt has ${N} tokens?,? but the configured context size is ${N}`), "request first"],
	// Mistral: "Prompt contains 66000 tokens … too large for model with 32768 maximum context length".
	[pattern(`contains ${N} tokens.*too large for model with ${N}`), "request first"],
	// OpenAI and Groq, of a request beyond what a whole minute allows: "Request too large … Limit 6000, Requested 9000".
	[pattern(`request too large.*\\blimit:? ${N},? requested:? ${N}`), "limit first"],
];

/** "188000 + 20000 > 200000": prompt, answer, window. */
const SUM = pattern(`${N} \\+ ${N} > ${N}`);

/** The limit alone. */
const LIMIT: readonly RegExp[] = [
	pattern(`maximum context length (?:is |of |\\()${N}`),
	pattern(`maximum allowed input length of ${N}`),
	pattern(`exceed(?:s|ed)? (?:the |model )?(?:token )?limit(?: of|:) ${N}`),
	pattern(`with ${N} maximum context length`),
	pattern(`maximum prompt length is ${N}`),
];

/** By how much a service says that a request was too long. Members are left out where its text names no number, or nonsense. */
export function readOverflow(text: string): Overflow {
	const sum = numbers(SUM, text);
	if (sum) return overflow(sum[2], (sum[0] ?? 0) + (sum[1] ?? 0));
	for (const [words, order] of BOTH) {
		const found = numbers(words, text);
		if (found) return order === "limit first" ? overflow(found[0], found[1]) : overflow(found[1], found[0]);
	}
	const limit = LIMIT.map((words) => numbers(words, text)).find((found) => found !== undefined);
	return overflow(limit?.[0], undefined);
}

function overflow(limitTokens: number | undefined, requestTokens: number | undefined): Overflow {
	if (!limitTokens) return {};
	// "requested 0 output tokens", or a count of what came on top: no figure to go by.
	return requestTokens !== undefined && requestTokens > limitTokens ? { limitTokens, requestTokens } : { limitTokens };
}

function numbers(words: RegExp, text: string): number[] | undefined {
	return words
		.exec(text)
		?.slice(1)
		.map((digits) => Number(digits.replaceAll(",", "")));
}

function pattern(source: string): RegExp {
	return new RegExp(source, "is");
}
