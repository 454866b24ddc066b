import { describe, expect, it } from "vitest";
import { decideCacheHint } from "./cache-hint.ts";
import { entryFor } from "./model-fixture.ts";

const OPENAI = "https://api.openai.com/v1";
const OPENROUTER = "https://openrouter.ai/api/v1";
const LOCAL = "http://127.0.0.1:11434/v1";

const key = { key: "prompt_cache_key" };
const session = { key: "session_id" };

describe("what a service is told to cache", () => {
	it.each([
		["OpenAI gets a key", OPENAI, "gpt-5.5", key],
		["… in Europe too", "https://eu.api.openai.com/v1", "gpt-4o-mini", key],
		["… and marks where it needs them", OPENAI, "gpt-5.6", { ...key, marks: "prompt_cache_breakpoint" }],
		["… also in a variant", OPENAI, "gpt-5.10-mini-2026-12-01", { ...key, marks: "prompt_cache_breakpoint" }],
		["… and in what comes after", OPENAI, "gpt-6", { ...key, marks: "prompt_cache_breakpoint" }],
		["OpenRouter gets a session", OPENROUTER, "deepseek/deepseek-v4", session],
		["… and for Gemini no marks: it keeps by itself", OPENROUTER, "google/gemini-2.5-flash", session],
		["… marks for Anthropic", OPENROUTER, "anthropic/claude-sonnet-5", { ...session, marks: "cache_control" }],
		["… marks for Alibaba", OPENROUTER, "qwen/qwen3-max", { ...session, marks: "cache_control" }],
		["… marks for a new OpenAI", OPENROUTER, "openai/gpt-5.6", { ...session, marks: "cache_control" }],
		["… none for an old one", OPENROUTER, "openai/gpt-5.5", session],
		["anybody else is told nothing", LOCAL, "qwen3:30b", {}],
		["… whatever its model is called", "https://api.deepseek.com", "anthropic/gpt-5.6", {}],
		["… nor a host that only looks like it", "https://api.openai.com.example.net/v1", "gpt-5.6", {}],
	])("%s", (_, baseUrl, model, hint) => {
		expect(decideCacheHint(entryFor(baseUrl, { model }))).toEqual(hint);
	});

	it.each([
		["automatic", OPENAI, {}],
		["automatic", OPENROUTER, {}],
		["key", LOCAL, key],
		["key", OPENAI, key],
		["key", OPENROUTER, session],
		["breakpoints", LOCAL, { marks: "cache_control" }],
		["breakpoints", OPENAI, { ...key, marks: "prompt_cache_breakpoint" }],
		["breakpoints", OPENROUTER, { ...session, marks: "cache_control" }],
	] as const)("is what the owner set: %s at %s", (promptCache, baseUrl, hint) => {
		expect(decideCacheHint(entryFor(baseUrl, { model: "gpt-5.6", promptCache }))).toEqual(hint);
	});
});
