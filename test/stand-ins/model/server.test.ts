import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createGate } from "#test/stand-ins/gate.ts";
import { startModelServer } from "./server.ts";
import type { ModelServer, ModelServerOptions } from "./types.ts";

async function start(options: ModelServerOptions = {}): Promise<{ server: ModelServer; client: OpenAI }> {
	const server = await startModelServer({ countTokens: false, ...options });
	onTestFinished(() => server.close());
	return { server, client: new OpenAI({ baseURL: server.baseUrl, apiKey: "any", maxRetries: 0, logLevel: "off" }) };
}

const hello: ChatCompletionMessageParam[] = [{ role: "user", content: "Hello" }];

const streamed = (client: OpenAI, messages = hello, signal?: AbortSignal) =>
	client.chat.completions.create(
		{ model: "stand-in", messages, stream: true, stream_options: { include_usage: true } },
		signal ? { signal } : {},
	);

async function readAll(client: OpenAI, messages = hello) {
	const chunks = [];
	for await (const chunk of await streamed(client, messages)) chunks.push(chunk);
	return chunks;
}

const textOf = (chunks: Awaited<ReturnType<typeof readAll>>) =>
	chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");

describe("a streamed answer", () => {
	it("brings the role, the text in pieces, a finish reason and the usage, in this order", async () => {
		const { client } = await start({ script: [{ kind: "say", text: "Good morning", chunkSize: 5 }] });
		const chunks = await readAll(client);
		expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: "assistant", content: "" });
		expect(chunks.slice(1, 4).map((chunk) => chunk.choices[0]?.delta.content)).toEqual(["Good ", "morni", "ng"]);
		expect(chunks[4]?.choices[0]?.finish_reason).toBe("stop");
		expect(chunks[5]).toMatchObject({ choices: [], usage: { completion_tokens: 3 } });
		expect(chunks).toHaveLength(6);
	});

	it("brings tool calls as a named fragment and pieces of arguments for each index", async () => {
		const calls = [
			{ tool: "read_file", arguments: { path: "notes.md" } },
			{ tool: "reply", arguments: '{"to":', id: "own" },
		];
		const { client } = await start({ script: [{ kind: "call", calls, text: "Looking.", chunkSize: 4 }] });
		const completion = await client.chat.completions.stream({ model: "m", messages: hello }).finalChatCompletion();
		expect(completion.choices[0]?.finish_reason).toBe("tool_calls");
		expect(completion.choices[0]?.message.content).toBe("Looking.");
		expect(completion.choices[0]?.message.tool_calls).toMatchObject([
			{ id: "call_1_0", function: { name: "read_file", arguments: '{"path":"notes.md"}' } },
			{ id: "own", function: { name: "reply", arguments: '{"to":' } },
		]);
	});

	it("survives bytes that are cut inside characters", async () => {
		const text = "Grüße 👋🏽 aus Łódź";
		const { client } = await start({ script: [{ kind: "say", text, chunkSize: 3, writeSizeBytes: 1 }] });
		const chunks = await readAll(client);
		expect(textOf(chunks)).toBe(text);
		for (const chunk of chunks) expect(chunk.choices[0]?.delta.content ?? "").not.toMatch(/\p{Surrogate}/u);
	});

	it("leaves usage out where the step says so, but counts it for the test", async () => {
		const { server, client } = await start({ script: [{ kind: "say", text: "Hi", withoutUsage: true }] });
		const chunks = await readAll(client);
		expect(chunks.every((chunk) => !("usage" in chunk))).toBe(true);
		expect(server.requests[0]?.usage?.completion_tokens).toBe(1);
	});

	it("refuses, runs out and ends empty with OpenAI's finish reasons", async () => {
		const { client } = await start({
			script: [
				{ kind: "refuse" },
				{ kind: "refuse", contentFilter: true },
				{ kind: "length", text: "Once upon" },
				{ kind: "empty" },
			],
		});
		const endOf = async () => (await readAll(client)).find((chunk) => chunk.choices[0]?.finish_reason)?.choices[0];
		const refusal = await readAll(client);
		expect(refusal.map((chunk) => chunk.choices[0]?.delta.refusal ?? "").join("")).toContain("can't help");
		expect((await endOf())?.finish_reason).toBe("content_filter");
		expect((await endOf())?.finish_reason).toBe("length");
		expect(textOf(await readAll(client))).toBe("");
	});
});

describe("a test that acts while the model streams", () => {
	it("is let in between two chunks", async () => {
		const gate = createGate();
		const { client } = await start({ script: [{ kind: "say", text: "one two", chunkSize: 4, hold: gate.opened }] });
		const seen: string[] = [];
		const reading = (async () => {
			for await (const chunk of await streamed(client)) seen.push(chunk.choices[0]?.delta.content ?? "");
		})();
		await vi.waitFor(() => expect(seen).toContain("one "));
		// While this goes there and back, the rest would have arrived.
		await client.models.list();
		expect(seen).toEqual(["", "one "]);
		gate.open();
		await reading;
		expect(seen).toContain("two");
	});

	it("sees that the client went away", async () => {
		const { server, client } = await start({ script: [{ kind: "stall", afterChunks: 2 }] });
		const controller = new AbortController();
		const reading = (async () => {
			for await (const _ of await streamed(client, hello, controller.signal)) controller.abort();
		})();
		await Promise.allSettled([reading]);
		const request = await server.untilRequest(1);
		await request.ended;
		expect(request.clientWentAway).toBe(true);
	});
});

describe("a provider that misbehaves", () => {
	it("breaks the connection after some chunks, which is not the client's doing", async () => {
		const { server, client } = await start({ script: [{ kind: "cut", afterChunks: 3, text: "never the whole" }] });
		await expect(readAll(client)).rejects.toThrow();
		await server.requests[0]?.ended;
		expect(server.requests[0]?.clientWentAway).toBe(false);
	});

	it("breaks the connection before any header", async () => {
		const { client } = await start({ script: [{ kind: "cut", afterChunks: 0 }] });
		await expect(streamed(client)).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
	});

	it("answers with a status, headers and OpenAI's error body", async () => {
		const { client } = await start({ script: [{ kind: "status", code: 429, headers: { "retry-after": "7" } }] });
		const error = await streamed(client).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(OpenAI.RateLimitError);
		expect(error).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
		expect(error instanceof OpenAI.APIError && error.headers?.get("retry-after")).toBe("7");
	});

	it("sends bytes that are no JSON, or a page instead of a stream", async () => {
		const { server, client } = await start({ script: [{ kind: "garbage" }] });
		await expect(readAll(client)).rejects.toThrow();
		server.enqueue({ kind: "wrong-content-type" });
		const response = await streamed(client).asResponse();
		expect(response.headers.get("content-type")).toContain("text/html");
	});

	it("says which request had no step, so that a test fails loudly", async () => {
		const { client } = await start();
		await expect(streamed(client)).rejects.toThrow("no step for request 1");
	});
});

describe("a request without streaming", () => {
	it("gets the whole completion", async () => {
		const { client } = await start({ script: [{ kind: "call", calls: [{ tool: "look", arguments: {} }] }] });
		const completion = await client.chat.completions.create({ model: "m", messages: hello });
		expect(completion).toMatchObject({
			model: "m",
			choices: [{ finish_reason: "tool_calls", message: { content: null, tool_calls: [{ id: "call_1_0" }] } }],
		});
		expect(completion.usage?.prompt_tokens).toBeGreaterThan(0);
	});
});

it("lists its models, and asks for the key where one is set", async () => {
	const { server, client } = await start({ models: ["big", "small"], apiKey: "right" });
	await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
	const admitted = new OpenAI({ baseURL: server.baseUrl, apiKey: "right" });
	expect((await admitted.models.list()).data.map((model) => model.id)).toEqual(["big", "small"]);
});

it("lets a function decide, from the request", async () => {
	const { server, client } = await start();
	server.script = ({ body, number }) => ({ kind: "say", text: `${number}: ${body.messages.length}` });
	expect(textOf(await readAll(client))).toBe("1: 1");
	server.enqueue({ kind: "say", text: "the queue goes first" });
	expect(textOf(await readAll(client))).toBe("the queue goes first");
});
