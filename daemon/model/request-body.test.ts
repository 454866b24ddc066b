import { describe, expect, it } from "vitest";
import type { ModelEntry } from "#config/schema.ts";
import { entryFor, modelWith, serverWith } from "./model-fixture.ts";
import type { ChatMessage, ModelRequest, ToolDefinition } from "./port.ts";
import { replaySource } from "./replay.ts";
import { requestBody, wireBody } from "./request-body.ts";

const tools: ToolDefinition[] = [
	{ type: "function", function: { name: "read_file", description: "Reads", parameters: { type: "object", b: 1 } } },
];

const conversation = (entry: ModelEntry): ChatMessage[] => [
	{ role: "system", content: "You are Steward. Ünïcödé \u2028 </script> 😀" },
	{ content: "members in another order", role: "user" },
	{
		role: "assistant",
		content: null,
		tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: '{"path": "a.md"}' } }],
		replay: {
			source: replaySource(entry),
			message: { reasoning_content: "I should read it." },
			calls: [{ extra_content: { google: { thought_signature: "s1" } } }],
		},
	},
	{ role: "tool", tool_call_id: "c1", content: "text" },
	{ role: "assistant", content: "Well", replay: { source: "another", message: { reasoning_content: "secret" } } },
	{ role: "user", content: "<agent_status>\n</agent_status>" },
];

const ask = async (changes: Partial<ModelEntry>, of: Partial<ModelRequest>) => {
	const server = await serverWith({ kind: "say", text: "ok" });
	const entry = entryFor(server.baseUrl, changes);
	const request: ModelRequest = { messages: conversation(entry), tools, purpose: "turn", ...of };
	await modelWith([entry]).ask(request);
	expect(server.violations).toEqual([]);
	return { sent: server.requests[0]?.rawBody ?? "", written: wireBody(entry, request) };
};

describe("the body as it leaves", () => {
	it.each<[string, Partial<ModelEntry>, Partial<ModelRequest>]>([
		["with replay fields and tools", {}, {}],
		["without tools", {}, { tools: [] }],
		["with a limit for the output", { maxOutputTokens: 500 }, {}],
		["with marks", { promptCache: "breakpoints" }, { cacheKey: "k" }],
		["with marks behind all of it", { promptCache: "breakpoints" }, { stableMessages: 6 }],
		["with a key", { promptCache: "key" }, { cacheKey: "steward-1" }],
		["with a key wanted and none given", { promptCache: "key" }, {}],
		[
			"with counts that are not for the service",
			{},
			{ turnId: 3, modelCallId: 4, estimatedTokens: 900, cacheKey: "k" },
		],
	])("is what is received, byte for byte: %s", async (_, changes, of) => {
		const { sent, written } = await ask(changes, of);
		expect(written).toBe(sent);
		expect(sent).toContain("I should read it.");
		expect(sent).not.toContain("secret");
	});

	it("carries the key before the messages, and nothing else of it", async () => {
		const { sent } = await ask({ promptCache: "key" }, { cacheKey: "steward-1" });
		expect(sent).toContain('"prompt_cache_key":"steward-1","messages":[');
		expect((await ask({}, { cacheKey: "steward-1" })).sent).not.toContain("steward-1");
	});

	it("turns OpenAI's own mark off where it carries ours", () => {
		const entry = entryFor("https://api.openai.com/v1", { model: "gpt-5.6" });
		const request = { messages: conversation(entry), tools, purpose: "turn", cacheKey: "k" };
		expect(requestBody(entry, request)).toMatchObject({
			prompt_cache_key: "k",
			prompt_cache_options: { mode: "explicit" },
		});
		const older = wireBody({ ...entry, model: "gpt-5.5" }, request);
		expect(older).toContain('"prompt_cache_key":"k"');
		expect(older).not.toMatch(/prompt_cache_options|prompt_cache_breakpoint|cache_control/);
	});

	it("carries a session for OpenRouter", () => {
		const entry = entryFor("https://openrouter.ai/api/v1", { model: "anthropic/claude-sonnet-5" });
		const body = wireBody(entry, { messages: conversation(entry), tools, purpose: "turn", cacheKey: "k" });
		expect(body).toContain('"session_id":"k","messages":[');
		expect(body.match(/"cache_control"/g)).toHaveLength(3);
	});
});
