import { describe, expect, it } from "vitest";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ModelRequest } from "./port.ts";
import { costOf, usageOf, usageSchema } from "./usage.ts";

const usage = { inputTokens: 3_000_000, cachedTokens: 2_000_000, outputTokens: 500_000, estimated: false };

it("counts cached input by its own price", () => {
	expect(costOf(usage, { inputPerMillion: 2, cachedPerMillion: 0.25, outputPerMillion: 10 })).toEqual({
		cost: 1 * 2 + 2 * 0.25 + 0.5 * 10,
	});
});

it("counts cached input as other input where it has no price of its own", () => {
	expect(costOf(usage, { inputPerMillion: 2, outputPerMillion: 10 })).toEqual({ cost: 3 * 2 + 0.5 * 10 });
});

it("counts what is stored by its own price, or as other input", () => {
	const stored = { ...usage, cachedTokens: 1_000_000, cacheWriteTokens: 1_500_000 };
	const price = { inputPerMillion: 2, cachedPerMillion: 0.25, outputPerMillion: 10 };
	expect(costOf(stored, { ...price, cacheWritePerMillion: 2.5 })).toEqual({ cost: 0.5 * 2 + 0.25 + 1.5 * 2.5 + 5 });
	expect(costOf(stored, price)).toEqual({ cost: 0.5 * 2 + 0.25 + 1.5 * 2 + 5 });
});

it("knows what is free from what has no price", () => {
	expect(costOf(usage, { inputPerMillion: 0, outputPerMillion: 0 })).toEqual({ cost: 0 });
	expect(costOf(usage, undefined)).toEqual({});
});

describe("what a provider reports", () => {
	const plain = { inputTokens: 1_000, cachedTokens: 0, outputTokens: 20 };

	it.each([
		["nothing of a cache", {}, plain],
		["OpenAI", { prompt_tokens_details: { cached_tokens: 900 } }, { ...plain, cachedTokens: 900 }],
		[
			"OpenRouter, and OpenAI from GPT-5.6 on",
			{ prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 } },
			{ ...plain, cachedTokens: 700, cacheWriteTokens: 200 },
		],
		[
			"nothing written",
			{ prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 0 } },
			{ ...plain, cachedTokens: 700 },
		],
		["DeepSeek", { prompt_cache_hit_tokens: 512 }, { ...plain, cachedTokens: 512 }],
		["Kimi", { cached_tokens: 256 }, { ...plain, cachedTokens: 256 }],
		[
			"Anthropic behind a proxy that counts the cache in",
			{ cache_read_input_tokens: 600, cache_creation_input_tokens: 300 },
			{ ...plain, cachedTokens: 600, cacheWriteTokens: 300 },
		],
		[
			"Anthropic behind one that passes its own count on, without the cache",
			{ cache_read_input_tokens: 5_000, cache_creation_input_tokens: 300 },
			{ ...plain, inputTokens: 6_300, cachedTokens: 5_000, cacheWriteTokens: 300 },
		],
		["nonsense beside a good count", { prompt_tokens_details: "none", cached_tokens: -1 }, plain],
	])("is read: %s", (_, of, expected) => {
		expect(usageSchema.parse({ prompt_tokens: 1_000, completion_tokens: 20, ...of })).toEqual(expected);
	});
});

describe("what nobody counted", () => {
	const request: ModelRequest = {
		messages: [{ role: "user", content: "当收到多个连续事件时" }],
		tools: [],
		purpose: "turn",
	};
	const written = "请确保全面考虑所有信息";

	it("is counted by our own estimate, calibrated", () => {
		const input = estimateTokens(JSON.stringify([[], request.messages]));
		const counted = { cachedTokens: 0, estimated: true };
		expect(usageOf(undefined, request, written, 1)).toEqual({
			...{ ...counted, inputTokens: input, outputTokens: estimateTokens(written) },
		});
		expect(usageOf(undefined, request, written, 1.5)).toEqual({
			...{ ...counted, inputTokens: Math.ceil(input * 1.5), outputTokens: Math.ceil(estimateTokens(written) * 1.5) },
		});
	});

	it("is what the caller counted, where it did", () => {
		expect(usageOf(undefined, { ...request, estimatedTokens: 900 }, written, 1.5).inputTokens).toBe(900);
	});

	it("is counted too where a provider says that the request was empty", () => {
		const reported = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
		expect(usageOf(reported, request, written, 1)).toMatchObject({ estimated: true });
		expect(usageOf({ ...reported, inputTokens: 5 }, request, written, 1)).toMatchObject({
			inputTokens: 5,
			estimated: false,
		});
	});
});
