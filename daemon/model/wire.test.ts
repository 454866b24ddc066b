import { describe, expect, it } from "vitest";
import { entryFor, expectKind, modelWith, serverWith, sse, wireChunk } from "./model-fixture.ts";
import type { ChatMessage, ToolDefinition } from "./port.ts";

const tools: ToolDefinition[] = [
	{
		type: "function",
		function: { name: "read_file", description: "Reads", parameters: { type: "object", b: 1, a: 2 } },
	},
];
const messages: ChatMessage[] = [
	{ role: "system", content: "You are Steward. Ünïcödé \u2028 </script> 😀" },
	{ content: "keys in another order", role: "user" },
	{
		role: "assistant",
		content: null,
		tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: '{"path": "a.md"}' } }],
	},
	{ role: "tool", tool_call_id: "c1", content: "text" },
];

describe("the request", () => {
	it("has its messages last and exactly as given", async () => {
		const server = await serverWith({ kind: "say", text: "ok" });
		const { ask } = modelWith([entryFor(server.baseUrl, { maxOutputTokens: 500 })]);
		expectKind(await ask({ messages, tools }), "complete");
		expect(server.requests[0]?.rawBody).toBe(
			`{"model":"stand-in","tools":${JSON.stringify(tools)},"stream":true,"stream_options":{"include_usage":true},` +
				`"max_completion_tokens":500,"messages":${JSON.stringify(messages)}}`,
		);
		expect(server.violations).toEqual([]);
	});

	it("repeats the bytes of the one that it continues, but for that one's last two", async () => {
		const server = await serverWith({ kind: "say", text: "ok" }, { kind: "say", text: "ok" });
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		await ask({ messages, tools });
		await ask({ messages: [...messages, { role: "user", content: "More" }], tools });
		const [first = "", second = ""] = server.requests.map((request) => request.rawBody);
		expect(second.startsWith(first.slice(0, -"]}".length))).toBe(true);
	});

	it("leaves out what is not there", async () => {
		const server = await serverWith({ kind: "say", text: "ok" });
		await modelWith([entryFor(server.baseUrl)]).ask();
		expect(Object.keys(JSON.parse(server.requests[0]?.rawBody ?? ""))).toEqual([
			"model",
			"stream",
			"stream_options",
			"messages",
		]);
	});

	it("carries the entry's key, or none, and nothing from the environment", async () => {
		const names = ["OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_BASE_URL"];
		for (const name of names) process.env[name] = "from-the-environment";
		try {
			const server = await serverWith({ kind: "say", text: "ok" }, { kind: "say", text: "ok" });
			const { apiKey: _, ...keyless } = entryFor(server.baseUrl);
			await modelWith([entryFor(server.baseUrl, { apiKey: "sk-of-this-entry" })]).ask();
			await modelWith([keyless]).ask();
			expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
				"Bearer sk-of-this-entry",
				undefined,
			]);
			for (const { headers } of server.requests) expect(JSON.stringify(headers)).not.toContain("from-the-environment");
		} finally {
			for (const name of names) delete process.env[name];
		}
	});
});

describe("the answer", () => {
	it("is put together from text and calls, however the bytes are cut", async () => {
		const server = await serverWith({
			kind: "call",
			text: "Grüße 😀",
			calls: [
				{ tool: "read_file", arguments: { path: "ä.md" } },
				{ tool: "write_file", arguments: '{"path": "b.md",}' },
				{ tool: "write_file", arguments: '{"path": "b.md", "content": "half' },
			],
			chunkSize: 5,
			writeSizeBytes: 7,
		});
		const outcome = expectKind(await modelWith([entryFor(server.baseUrl)]).ask(), "complete");
		expect(outcome.text).toBe("Grüße 😀");
		expect(outcome.calls).toMatchObject([
			{ kind: "parsed", tool: "read_file", arguments: { path: "ä.md" }, repaired: false },
			{
				kind: "parsed",
				tool: "write_file",
				arguments: { path: "b.md" },
				repaired: true,
				rawArguments: '{"path": "b.md",}',
			},
			{ kind: "malformed", tool: "write_file", problem: expect.stringContaining("break off at character") },
		]);
	});

	it("gives each call an id of its own where the provider doesn't", async () => {
		const call = (id: string, index: number) => ({ index, id, function: { name: "read", arguments: "{}" } });
		const bytes = sse(
			wireChunk({ tool_calls: [call("a", 0), call("a", 1), call("", 2), call("", 3)] }),
			wireChunk({}, "stop"),
		);
		const server = await serverWith({ kind: "garbage", bytes });
		const outcome = expectKind(await modelWith([entryFor(server.baseUrl)]).ask(), "complete");
		expect(outcome.calls.map(({ id }) => id)).toEqual(["a", "call_ID1", "call_ID2", "call_ID3"]);
	});

	it("tells what the model is doing, each time that changes", async () => {
		const server = await serverWith({
			kind: "call",
			reasoning: "I should look into both files first",
			text: "Let me look into both files",
			calls: [
				{ tool: "read_file", arguments: { path: "a-rather-long-name.md" } },
				{ tool: "search", arguments: {} },
			],
		});
		const { ask, progress } = modelWith([entryFor(server.baseUrl)]);
		expectKind(await ask(), "complete");
		expect(progress).toEqual([
			{ kind: "thinking" },
			{ kind: "text" },
			{ kind: "calling", tool: "read_file" },
			{ kind: "calling", tool: "search" },
		]);
	});

	it("doesn't wait for a server that never closes the connection after its last word", async () => {
		const bytes = new TextEncoder().encode(sse(wireChunk({ content: "Hello" }), wireChunk({}, "stop")));
		const body = new ReadableStream({ start: (controller) => controller.enqueue(bytes) });
		const open = new Response(body, { headers: { "content-type": "text/event-stream" } });
		const { ask, pass } = modelWith([entryFor("http://stand-in.invalid/v1")], async () => open);
		const asked = ask();
		await pass(2_000);
		expect(await asked).toMatchObject({ kind: "complete", text: "Hello" });
	});
});

describe("the ledger", () => {
	it("gets what the provider counted, for the turn that it was for", async () => {
		const server = await serverWith({ kind: "say", text: "Hello" });
		const { ask, records, clock } = modelWith([entryFor(server.baseUrl)]);
		const outcome = expectKind(await ask({ turnId: 7, modelCallId: 12 }), "complete");
		const usage = server.requests[0]?.usage;
		expect(records).toEqual([
			{
				...{
					model: "stand-in",
					purpose: "turn",
					turnId: 7,
					modelCallId: 12,
					startedAt: clock.now(),
					durationMs: 0,
					outcome: "complete",
				},
				...{
					inputTokens: usage?.prompt_tokens,
					cachedTokens: 0,
					outputTokens: usage?.completion_tokens,
					estimated: false,
					// A server on this machine.
					cost: 0,
				},
			},
		]);
		expect(outcome.usage).toMatchObject({ inputTokens: usage?.prompt_tokens, estimated: false });
	});

	it("has an estimate, of reasoning too, where the provider counted nothing", async () => {
		const server = await serverWith({ kind: "say", text: "12345678", reasoning: "1234", withoutUsage: true });
		const { ask, records } = modelWith([entryFor(server.baseUrl)]);
		await ask();
		expect(records).toMatchObject([{ outputTokens: 4, estimated: true, cachedTokens: 0 }]);
		expect(records[0]?.inputTokens).toBeGreaterThan(0);
	});

	it("has each attempt that was answered at all, and no other", async () => {
		const server = await serverWith(
			{ kind: "status", code: 500 },
			{ kind: "cut", text: "Hello", afterChunks: 2 },
			{ kind: "call", calls: [{ tool: "", arguments: {} }] },
		);
		const { ask, pass, records } = modelWith([entryFor(server.baseUrl)]);
		const asked = ask();
		await pass(500);
		await pass(1000);
		expectKind(await asked, "malformed");
		expect(records.map(({ outcome, estimated }) => [outcome, estimated])).toEqual([
			["failed", true],
			["malformed", false],
		]);
	});

	it("has what each attempt cost, by the price of the model that answered", async () => {
		const server = await serverWith({ kind: "say", text: "Hello" });
		const price = { inputPerMillion: 2, outputPerMillion: 10 };
		const { ask, records } = modelWith([entryFor(server.baseUrl, { price })]);
		await ask();
		const { inputTokens = 0, outputTokens = 0 } = records[0] ?? {};
		expect(inputTokens).toBeGreaterThan(0);
		expect(records[0]?.cost).toBeCloseTo((2 * inputTokens + 10 * outputTokens) / 1_000_000, 12);
	});
});
