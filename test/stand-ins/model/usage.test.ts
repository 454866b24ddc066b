import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { expect, it, onTestFinished } from "vitest";
import { startModelServer } from "./server.ts";

async function start() {
	const server = await startModelServer({ script: () => ({ kind: "say", text: "Understood." }) });
	onTestFinished(() => server.close());
	const client = new OpenAI({ baseURL: server.baseUrl, apiKey: "any", maxRetries: 0 });
	return async (messages: ChatCompletionMessageParam[], model = "m") => {
		const { usage } = await client.chat.completions.create({ model, messages });
		return { prompt: usage?.prompt_tokens ?? 0, cached: usage?.prompt_tokens_details?.cached_tokens };
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
