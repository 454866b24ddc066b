import { expect, it } from "vitest";
import { chatRequestSchema } from "./body.ts";
import { type ReplayDemand, replayFault } from "./replay.ts";

const signed = { extra_content: { google: { thought_signature: "s" } } };
const call = (id: string, more = {}) => ({
	id,
	type: "function",
	function: { name: "look", arguments: "{}" },
	...more,
});

it.each<[ReplayDemand, object, string | undefined]>([
	["deepseek", { tool_calls: [call("a")] }, "must be passed back"],
	["deepseek", { content: "Hi" }, "must be passed back"],
	["deepseek", { content: "Hi", reasoning_content: "" }, "must be passed back"],
	["deepseek", { tool_calls: [call("a")], reasoning_content: "hm" }, undefined],
	["kimi", { tool_calls: [call("a")] }, "missing in assistant tool call message at index 1"],
	["kimi", { content: "Hi" }, undefined],
	["kimi", { tool_calls: [call("a")], reasoning_content: "hm" }, undefined],
	["gemini", { tool_calls: [call("a"), call("b", signed)] }, "missing a thought_signature"],
	["gemini", { tool_calls: [call("a", signed), call("b")] }, undefined],
	["gemini", { content: "Hi" }, undefined],
])("as %s, judges %j", (demand, message, fault) => {
	const messages = [
		{ role: "user", content: "Hello" },
		{ role: "assistant", ...message },
	];
	const found = replayFault(chatRequestSchema.parse({ model: "m", messages }), demand);
	if (fault === undefined) expect(found).toBeUndefined();
	else expect(found?.message).toContain(fault);
});
