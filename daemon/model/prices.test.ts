import { describe, expect, it } from "vitest";
import { entryFor } from "./model-fixture.ts";
import { PRICE_LIST } from "./price-list.ts";
import { findPrice, isFree, priceOf } from "./prices.ts";

const OPENAI = "https://api.openai.com/v1";
const ROUTER = "https://openrouter.ai/api/v1";
const at = (baseUrl: string, model: string) => findPrice(entryFor(baseUrl, { model }));

describe("what a model costs", () => {
	it("is what the owner wrote, whatever else is known", () => {
		const price = { inputPerMillion: 1, outputPerMillion: 2 };
		for (const [baseUrl, model] of [
			[OPENAI, "gpt-5.6"],
			["http://localhost:11434/v1", "qwen3:30b"],
			[ROUTER, "anything:free"],
		] as const)
			expect(findPrice(entryFor(baseUrl, { model, price }))).toEqual({ price, from: "config.yaml" });
	});

	it.each([
		[OPENAI, "gpt-5.6", "gpt-5-6"],
		[OPENAI, "gpt-5.6-luna-2026-07-09", "gpt-5-6-luna"],
		[ROUTER, "openai/gpt-5.6-terra", "gpt-5-6-terra"],
		[ROUTER, "anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
		[ROUTER, "anthropic/claude-haiku-4-5-20251001", "claude-haiku-4-5"],
		[ROUTER, "Anthropic/Claude-Opus-5.5:thinking", "claude-opus-5-5"],
		["https://generativelanguage.googleapis.com/v1beta/openai", "models/gemini-2.5-flash", "gemini-2-5-flash"],
		["https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-pro-preview-05-2026", "gemini-2-5-pro"],
		["https://api.deepseek.com", "deepseek-v4-flash", "deepseek-flash"],
		[ROUTER, "moonshotai/kimi-k3", "kimi-k3"],
	])("at %s as %s is found in the list, with the day it is from", (baseUrl, model, listed) => {
		const found = at(baseUrl, model);
		expect(found).toMatchObject({ from: "list", asOf: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) });
		expect(found?.price).toEqual(PRICE_LIST.get(listed)?.price);
	});

	it("is not guessed from a name that only begins like a known one", () => {
		for (const model of ["gpt-5.6-mega", "claude-sonnet-4", "openai/gpt-5.6/other", "scripted", ""])
			expect(at(ROUTER, model)).toBeUndefined();
		expect(priceOf(entryFor(OPENAI, { model: "gpt-9" }))).toBeUndefined();
	});

	it.each([
		"http://localhost:11434/v1",
		"http://127.0.0.1:8080/v1",
		"http://[::1]:8080/v1",
		"http://192.168.1.20:1234/v1",
		"http://10.0.0.5/v1",
		"http://172.20.0.2/v1",
		"http://gpu.local:8000/v1",
		"http://host.docker.internal:11434/v1",
	])("is nothing at %s", (baseUrl) => {
		expect(at(baseUrl, "qwen3:30b")).toEqual({ from: "local", price: { inputPerMillion: 0, outputPerMillion: 0 } });
		expect(at(baseUrl, "deepseek-v4-flash")?.from).toBe("local");
	});

	it.each(["http://172.32.0.1/v1", "https://localhost.example.com/v1", "https://10.example.com/v1"])(
		"is not nothing at %s, which is somebody else's",
		(baseUrl) => expect(at(baseUrl, "qwen3:30b")).toBeUndefined(),
	);

	it("is the maker's price behind a proxy of one's own, where only the maker has the model", () => {
		expect(at("http://localhost:4000/v1", "openai/gpt-5.6")?.from).toBe("list");
		expect(at("http://localhost:4000/v1", "anthropic/claude-opus-5.5")?.from).toBe("list");
	});

	it("is nothing for a router's free variant, and only there", () => {
		expect(at(ROUTER, "deepseek/deepseek-v4-pro:free")?.from).toBe("free");
		expect(at(ROUTER, "deepseek/deepseek-v4-pro:nitro")?.from).toBe("list");
		expect(at("https://example.com/v1", "deepseek/deepseek-v4-pro:free")?.from).toBe("list");
		expect(at("https://notopenrouter.ai/v1", "x:free")).toBeUndefined();
	});
});

it("lists prices that can be: cached input is no dearer than other input, writing no cheaper", () => {
	for (const { model, price } of PRICE_LIST.values()) {
		const { inputPerMillion: input, cachedPerMillion = input, cacheWritePerMillion = input } = price;
		expect(input, model).toBeGreaterThan(0);
		expect(price.outputPerMillion, model).toBeGreaterThan(input);
		expect(cachedPerMillion, model).toBeLessThanOrEqual(input);
		expect(cacheWritePerMillion, model).toBeGreaterThanOrEqual(input);
	}
});

it("knows what costs nothing from what has no price", () => {
	expect(isFree(entryFor("http://localhost:11434/v1", { model: "qwen3:30b" }))).toBe(true);
	expect(isFree(entryFor(OPENAI, { model: "gpt-9" }))).toBe(false);
	expect(isFree(entryFor(OPENAI, { model: "gpt-5.6" }))).toBe(false);
	const price = { inputPerMillion: 0, outputPerMillion: 1 };
	expect(isFree(entryFor(OPENAI, { price }))).toBe(false);
});
