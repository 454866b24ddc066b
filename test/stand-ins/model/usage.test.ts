import { encode as encodeForGpt4 } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeForGpt3 } from "gpt-tokenizer/encoding/r50k_base";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { expect, it, onTestFinished } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { startModelServer } from "./server.ts";
import type { ModelServerOptions } from "./types.ts";

async function start(options: ModelServerOptions = {}) {
	const server = await startModelServer({ script: () => ({ kind: "say", text: "Understood." }), ...options });
	onTestFinished(() => server.close());
	const client = new OpenAI({ baseURL: server.baseUrl, apiKey: "any", maxRetries: 0 });
	return async (messages: ChatCompletionMessageParam[], model = "m") => {
		const { usage } = await client.chat.completions.create({ model, messages });
		const details = usage?.prompt_tokens_details;
		return { prompt: usage?.prompt_tokens ?? 0, cached: details?.cached_tokens, written: details?.cache_write_tokens };
	};
}

const words = (count: number) => "word ".repeat(count);

it("counts tokens as o200k_base does", async () => {
	const server = await startModelServer({ script: [{ kind: "say", text: "Hello, <|endoftext|> world!" }] });
	onTestFinished(() => server.close());
	const client = new OpenAI({ baseURL: server.baseUrl, apiKey: "any" });
	const { usage } = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });
	// "Hello" "," " <" "|" "endo" "ft" "ext" "|" ">" " world" "!" in some such split: far from length / 4, which is 7.
	expect(usage?.completion_tokens).toBeGreaterThan(8);
});

it("finds the prefix that an earlier request had, in steps of 128", async () => {
	const ask = await start();
	const system: ChatCompletionMessageParam = { role: "system", content: words(2000) };
	expect(await ask([system, { role: "user", content: "first" }])).toMatchObject({ cached: 0 });
	const second = await ask([system, { role: "user", content: "second" }]);
	expect(second.cached).toBe(1920);
	expect(await ask([system, { role: "user", content: "second" }], "another")).toMatchObject({ cached: 0 });
});

it("counts a prefix that ends inside a message, and nothing behind a change", async () => {
	const ask = await start();
	await ask([
		{ role: "system", content: `${words(1500)}A` },
		{ role: "user", content: words(2000) },
	]);
	const changed = await ask([
		{ role: "system", content: `${words(1500)}B` },
		{ role: "user", content: words(2000) },
	]);
	expect(changed.prompt).toBeGreaterThan(3500);
	expect(changed.cached).toBe(1408);
});

it("caches nothing below 1024 tokens", async () => {
	const ask = await start();
	const messages: ChatCompletionMessageParam[] = [{ role: "user", content: words(900) }];
	await ask(messages);
	expect(await ask(messages)).toMatchObject({ cached: 0 });
});

it.each([
	["cl100k_base", encodeForGpt4],
	["r50k_base", encodeForGpt3],
] as const)("counts with %s where it is told to", async (tokenizer, encode) => {
	const text = "明天下午三点开会，记得带上报告。";
	const server = await startModelServer({ tokenizer, script: [{ kind: "say", text }] });
	onTestFinished(() => server.close());
	const client = new OpenAI({ baseURL: server.baseUrl, apiKey: "any" });
	const { usage } = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });
	expect(usage?.completion_tokens).toBe(encode(text).length);
	expect(usage?.completion_tokens).toBeGreaterThan(14); // as o200k_base counts
});

it("takes 4 characters for a token where it need not be exact, and caches as ever", async () => {
	const ask = await start({ countTokens: false });
	const system: ChatCompletionMessageParam = { role: "system", content: "x".repeat(8_000) };
	const first = await ask([system, { role: "user", content: "first" }]);
	expect(first.prompt).toBe(Math.ceil((8_000 + 30) / 4) + Math.ceil(33 / 4));
	expect((await ask([system, { role: "user", content: "second" }])).cached).toBe(1920);
});

it("forgets what was not used for its time, and keeps what was", async () => {
	const clock = new FakeClock();
	const ask = await start({ countTokens: false, promptCache: { clock, ttlMs: 300_000 } });
	const messages: ChatCompletionMessageParam[] = [{ role: "user", content: "x".repeat(8_192) }];
	const cachedAfter = async (waitedMs: number) => {
		await clock.advance(waitedMs);
		return (await ask(messages)).cached;
	};
	expect(await cachedAfter(0)).toBe(0);
	expect(await cachedAfter(299_999)).toBe(2048);
	expect(await cachedAfter(299_999)).toBe(2048);
	expect(await cachedAfter(300_000)).toBe(0);
	expect(await cachedAfter(0)).toBe(2048);
});

it("forgets what came after a part, and not the part, where only that was used", async () => {
	const clock = new FakeClock();
	const ask = await start({ countTokens: false, promptCache: { clock, ttlMs: 300_000 } });
	const system: ChatCompletionMessageParam = { role: "system", content: "x".repeat(8_000) };
	const long: ChatCompletionMessageParam[] = [system, { role: "user", content: "y".repeat(8_000) }];
	await ask(long);
	await clock.advance(200_000);
	await ask([system, { role: "user", content: "short" }]);
	await clock.advance(200_000);
	expect((await ask(long)).cached).toBe(1920);
});

it("keeps only what is marked, where the provider needs marks, and says how much", async () => {
	const ask = await start({ countTokens: false, promptCache: { needsMarks: true } });
	const message = (role: "system" | "user", text: string, marked: boolean) => ({
		role,
		content: [{ type: "text" as const, text, ...(marked && { cache_control: { type: "ephemeral" } }) }],
	});
	const [system, event] = ["x".repeat(8_000), "y".repeat(4_000)];
	const unmarked = [message("system", system, false), message("user", event, false)];
	expect(await ask(unmarked)).toMatchObject({ cached: 0, written: 0 });
	expect(await ask(unmarked)).toMatchObject({ cached: 0, written: 0 });
	const first = await ask([message("system", system, true), message("user", event, true)]);
	expect(first).toEqual({ prompt: first.prompt, cached: 0, written: first.prompt });
	// The mark moved away from the event: what is found is what a mark stands behind.
	expect(await ask([message("system", system, true), message("user", event, false)])).toMatchObject({ cached: 2008 });
	// The same in one piece, without a list.
	const again = await ask([{ role: "system", content: system }, message("user", event, true)]);
	expect(again).toEqual({ prompt: first.prompt, cached: first.prompt, written: 0 });
});
