import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { startModelServer } from "./server.ts";
import { parseRequest } from "./validate.ts";

const user = { role: "user", content: "Hello" };
const call = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });
const asks = (...ids: string[]) => ({ role: "assistant", content: null, tool_calls: ids.map(call) });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "seen" });
const tool = (name: string, parameters: object = { type: "object" }) => ({
	type: "function",
	function: { name, parameters },
});

/** Undefined where the request is fine. */
function faultOf(messages: unknown, tools?: unknown): string | undefined {
	const parsed = parseRequest(JSON.stringify({ model: "m", messages, tools }));
	return "fault" in parsed ? parsed.fault.message : undefined;
}

describe("messages", () => {
	it("accepts calls that are each answered before the next message", () => {
		expect(faultOf([user, asks("a", "b"), result("b"), result("a"), user])).toBeUndefined();
	});

	it.each([
		["a call without a result", [user, asks("a", "b"), result("a"), user], "did not have response messages: b"],
		["a call without a result at the end", [user, asks("a")], "did not have response messages: a"],
		["a result without a call", [user, result("a")], "must be a response to a preceding message"],
		["a second result for one call", [user, asks("a"), result("a"), result("a")], "must be a response"],
		["a result after another message", [asks("a"), result("a"), user, result("a")], "must be a response"],
		["an id that was used before", [asks("a"), result("a"), asks("a"), result("a")], "Duplicate tool call id 'a'"],
		["an unknown role", [{ role: "robot", content: "Hi" }], "messages.[0].role"],
		["an empty user message", [{ role: "user", content: "" }], "must not be empty"],
		["an assistant who says nothing", [user, { role: "assistant", content: null }], "content or tool_calls"],
		["an empty list of calls", [user, { role: "assistant", content: "x", tool_calls: [] }], "messages.[1].tool_calls"],
		["a content of the wrong type", [{ role: "user", content: 7 }], "messages.[0].content"],
		["half of a surrogate pair", [{ role: "user", content: "\ud83d" }], "not valid Unicode"],
		["no messages", [], "messages"],
	])("refuses %s", (_, messages, message) => {
		expect(faultOf(messages)).toContain(message);
	});
});

describe("marks for the cache", () => {
	const text = (of: object, content = "Hello") => ({
		role: "system",
		content: [{ type: "text", text: content, ...of }],
	});
	const anthropic = text({ cache_control: { type: "ephemeral" } });
	const openAi = text({ prompt_cache_breakpoint: { mode: "explicit" } });

	it("accepts four of Anthropic's, and more of OpenAI's", () => {
		expect(faultOf([anthropic, anthropic, anthropic, anthropic, user])).toBeUndefined();
		expect(faultOf(Array(20).fill(openAi))).toBeUndefined();
	});

	it.each([
		["a fifth of Anthropic's", Array(5).fill(anthropic), "A maximum of 4 blocks"],
		["one on an empty text", [text({ cache_control: { type: "ephemeral" } }, ""), user], "empty text blocks"],
		["one of another kind", [text({ cache_control: { type: "persistent" } }), user], "messages.[0].content"],
	])("refuses %s", (_, messages, message) => {
		expect(faultOf(messages)).toContain(message);
	});
});

describe("tools", () => {
	it.each([
		["a name with a dot", [tool("files.read")], "does not match pattern"],
		["a name of 65 characters", [tool("x".repeat(65))], "does not match pattern"],
		["the same name twice", [tool("look"), tool("look")], "must be unique"],
		["parameters that are no object", [tool("look", { type: "string" })], "got 'type: \"string\"'"],
		["more than 128", Array.from({ length: 129 }, (_, index) => tool(`t${index}`)), "array too long"],
		["an empty list", [], "tools"],
	])("refuses %s", (_, tools, message) => {
		expect(faultOf([user], tools)).toContain(message);
	});

	it("accepts 128", () => {
		const tools = Array.from({ length: 128 }, (_, index) => tool(`t${index}`));
		expect(faultOf([user], tools)).toBeUndefined();
	});
});

it("answers 400 as OpenAI does, keeps the step, and records what was wrong", async () => {
	const server = await startModelServer({ script: [{ kind: "say", text: "Hi" }] });
	onTestFinished(() => server.close());
	const client = new OpenAI({ baseURL: server.baseUrl, apiKey: "any", maxRetries: 0 });
	const asking = client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "" }] });
	await expect(asking).rejects.toMatchObject({ status: 400, param: "messages.[0].content", code: "invalid_value" });
	expect(server.violations).toMatchObject([{ request: 1, param: "messages.[0].content" }]);
	expect(server.queued).toBe(1);
});
