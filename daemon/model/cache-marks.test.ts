import { describe, expect, it } from "vitest";
import { markMessages } from "./cache-marks.ts";
import type { ChatMessage } from "./port.ts";

const system: ChatMessage = { role: "system", content: "You are Steward." };
const user = (content: string): ChatMessage => ({ role: "user", content });
const call = (id: string): ChatMessage => ({
	...{ role: "assistant", content: null },
	tool_calls: [{ id, type: "function", function: { name: "read_file", arguments: "{}" } }],
});
const result = (id: string, content = "text"): ChatMessage => ({ role: "tool", tool_call_id: id, content });
const status = user("<agent_status>\n</agent_status>");

/** Two turns, the second with two rounds of calls, then the status block. */
const conversation: ChatMessage[] = [
	system,
	user("first"), // 1: the first request ended here
	call("a"),
	result("a"), // 3: the second
	call("b"),
	result("b"),
	user("second"),
	user("third"), // 7: the third
	call("c"),
	result("c1"),
	result("c2"), // 10: this one ends
	status,
];

const marked = (
	messages: ChatMessage[],
	style: "cache_control" | "prompt_cache_breakpoint" = "cache_control",
	placement: "message" | "tool-result" = "message",
	stable = messages.length - 1,
): number[] =>
	markMessages(messages, stable, style, placement).flatMap(({ content }, at) =>
		Array.isArray(content) && content.some((part) => part[style] !== undefined) ? [at] : [],
	);

describe("marks for the cache", () => {
	it("stand behind the system message and where the last three requests ended, and there are no more than four", () => {
		expect(marked(conversation)).toEqual([0, 3, 7, 10]);
	});

	it("stand where every request ended, for OpenAI, which stores only the latest", () => {
		expect(marked(conversation, "prompt_cache_breakpoint")).toEqual([0, 1, 3, 7, 10]);
	});

	it("say what they are, and leave the status block and what the model said as they were", () => {
		const [first, , third, , , , , , , , last, block] = markMessages(conversation, 11, "cache_control", "message");
		expect(first).toEqual({
			role: "system",
			content: [{ type: "text", text: "You are Steward.", cache_control: { type: "ephemeral" } }],
		});
		expect(third).toBe(conversation[2]);
		expect(last).toMatchObject({ role: "tool", tool_call_id: "c2" });
		expect(block).toBe(status);
		const [openAi] = markMessages(conversation, 11, "prompt_cache_breakpoint", "message");
		expect(openAi?.content).toEqual([
			{ type: "text", text: "You are Steward.", prompt_cache_breakpoint: { mode: "explicit" } },
		]);
	});

	it("move on without any other change to what they leave", () => {
		const before = markMessages(conversation, 11, "cache_control", "message").slice(0, 11);
		const longer = [...conversation.slice(0, 11), call("d"), result("d"), status];
		const after = markMessages(longer, 13, "cache_control", "message").slice(0, 11);
		const withoutMarks = (messages: unknown) =>
			JSON.stringify(messages).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
		expect(withoutMarks(after)).toBe(withoutMarks(before));
		expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
	});

	it.each([10, 11, 13, 40])("stand where the request before left one, after %i results at once", (results) => {
		const first = [system, user("go"), status];
		const then = [system, user("go"), call("a"), ...Array.from({ length: results }, (_, n) => result(`${n}`)), status];
		for (const at of marked(first)) expect(marked(then)).toContain(at);
	});

	it("leave out a result that carried the status block, since the next request has another there", () => {
		const withStatus = [...conversation.slice(0, 10), result("c2", "text\n\n<agent_status>\n</agent_status>")];
		// Behind 3 stood a status block, and so did the one at the end.
		expect(marked(withStatus, "prompt_cache_breakpoint", "tool-result")).toEqual([0, 1, 7, 9]);
	});

	it("stand before an empty text, which can't carry one", () => {
		const messages = [system, user("go"), call("a"), result("a", ""), status];
		expect(marked(messages)).toEqual([0, 1]);
		expect(markMessages(messages, 4, "cache_control", "message")[3]).toBe(messages[3]);
	});

	it("stand at the very end where the next request repeats everything", () => {
		expect(marked([system, user("go")], "cache_control", "message", 2)).toEqual([0, 1]);
	});

	it("cope with a single message, with none, and with no system message", () => {
		expect(marked([user("Hi")])).toEqual([]);
		expect(marked([])).toEqual([]);
		expect(marked([user("a"), call("a"), result("a"), status])).toEqual([0, 2]);
		expect(marked([system, status])).toEqual([0]);
	});

	it("are no more than 50 for OpenAI", () => {
		const rounds = Array.from({ length: 80 }, (_, n) => [call(`${n}`), result(`${n}`)]).flat();
		const all = marked([system, user("go"), ...rounds, status], "prompt_cache_breakpoint");
		expect(all).toHaveLength(50);
		expect(all[0]).toBe(0);
		expect(all.at(-1)).toBe(161);
	});
});
