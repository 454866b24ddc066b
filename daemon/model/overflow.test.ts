import { APIError } from "openai";
import { describe, expect, it } from "vitest";
import { classifyFault } from "./classify.ts";
import { entryFor } from "./model-fixture.ts";

const entry = entryFor("https://api.example.com/v1", { model: "large-1" });
const refused = (status: number | undefined, error: object, headers: Record<string, string> = {}) => {
	// Without a status it came inside a stream.
	const thrown = new APIError(status, error, undefined, new Headers(headers));
	return classifyFault({ kind: "thrown", error: thrown, answered: false }, entry, 0);
};

describe("a request that a service finds too long", () => {
	it.each([
		[
			"OpenAI, by what the messages are",
			"This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.",
			[8_192, 8_227],
		],
		[
			"OpenAI and OpenRouter, with the answer's room",
			"This model's maximum context length is 8192 tokens, however you requested 8977 tokens (7977 in your prompt; 1000 for the completion).",
			[8_192, 8_977],
		],
		[
			"OpenRouter, about",
			"This endpoint's maximum context length is 131072 tokens. However, you requested about 140500 tokens (136404 of text input, 4096 in the output).",
			[131_072, 140_500],
		],
		[
			"vLLM, by the total",
			"This model's maximum context length is 202752 tokens. However, you requested 65536 output tokens and your prompt contains at least 137217 input tokens, for a total of at least 202753 tokens. Please reduce the length of the input prompt.",
			[202_752, 202_753],
		],
		["Anthropic", "prompt is too long: 213462 tokens > 200000 maximum", [200_000, 213_462]],
		[
			"Anthropic, with the answer's room",
			"input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens`",
			[200_000, 209_573],
		],
		[
			"Gemini",
			"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
			[1_048_575, 1_196_265],
		],
		[
			"llama.cpp",
			"request (66202 tokens) exceeds the available context size (65536 tokens), try increasing it",
			[65_536, 66_202],
		],
		["Together", "input (9001 tokens) is longer than the model's context length (8192 tokens)", [8_192, 9_001]],
		[
			"xAI",
			"This model's maximum prompt length is 131,072 but the request contains 537,812 tokens.",
			[131_072, 537_812],
		],
		[
			"Mistral",
			"Prompt contains 66000 tokens, too large for model with 32768 maximum context length",
			[32_768, 66_000],
		],
		["a limit alone", "exceeds the model's maximum context length of 32,768 tokens", [32_768, undefined]],
		["Copilot", "prompt token count exceeds the limit of 64000", [64_000, undefined]],
		["no number", "Input exceeds the context window of this model", [undefined, undefined]],
		["LM Studio", "The number of tokens to keep is greater than the context length", [undefined, undefined]],
		["Bedrock", "Input is too long for requested model.", [undefined, undefined]],
		["Kimi", "Your request exceeded model token limit: 262144", [262_144, undefined]],
		["z.ai", "Prompt exceeds max length", [undefined, undefined]],
	])("is known, with the figures that it names: %s", (_, message, [limitTokens, requestTokens]) => {
		for (const status of [400, 500, undefined]) {
			const failure = refused(status, { message });
			expect(failure).toMatchObject({ cause: "too-long", passing: false, lasting: false });
			expect([failure.limitTokens, failure.requestTokens]).toEqual([limitTokens, requestTokens]);
			expect(failure.remedy).toContain("contextTokens");
		}
	});

	it.each([
		[400, { code: "context_length_exceeded", message: "no" }],
		[400, { type: "exceed_context_size_error", message: "no" }],
		[413, { message: "Payload Too Large" }],
	])("is known without its words: %i %j", (status, error) => {
		expect(refused(status, error)).toMatchObject({ cause: "too-long" });
	});

	it("is not waited for, though some call it a rate limit", () => {
		const message = "Request too large for gpt-x on tokens per min (TPM): Limit 6000, Requested 9500.";
		const failure = refused(429, { code: "rate_limit_exceeded", message }, { "retry-after": "60" });
		expect(failure).toMatchObject({ cause: "too-long", passing: false, limitTokens: 6_000, requestTokens: 9_500 });
		expect(failure).not.toHaveProperty("retryAfterMs");
	});

	it.each([
		[
			429,
			{
				code: "rate_limit_exceeded",
				message: "Rate limit reached for tokens per min: Limit 6000, Used 5500, Requested 900",
			},
		],
		[429, { message: "Too many tokens, please wait before trying again." }],
		[undefined, { message: "ThrottlingException: Too many tokens, please wait before trying again." }],
		[402, { message: "This request requires more credits, or fewer max_tokens; the prompt is too long for them." }],
		[401, { message: "context window" }],
	])("is not taken for what passes or has to be paid: %s %j", (status, error) => {
		expect(refused(status, error).cause).not.toBe("too-long");
	});

	it("believes no request that is smaller than its limit", () => {
		const message = "This model's maximum context length is 8192 tokens. However, you requested 500 tokens more.";
		expect(refused(400, { message })).toMatchObject({ limitTokens: 8_192 });
		expect(refused(400, { message })).not.toHaveProperty("requestTokens");
	});
});
