import { expect, it } from "vitest";
import { renderBody } from "./render-body.ts";
import { wrapText } from "./wrap-text.ts";

const body = JSON.stringify({
	model: "scripted",
	tools: [{ type: "function", function: { name: "read_file", description: "Use to read. ".repeat(20) } }],
	messages: [
		{ role: "system", content: "You are Steward." },
		{ role: "user", content: [{ type: "text", text: "in parts", cache_control: { type: "ephemeral" } }] },
		{
			...{ role: "assistant", content: null, reasoning_content: "a private thought" },
			tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"a.md"}' } }],
		},
		{ role: "tool", tool_call_id: "c1", content: "two\nlines" },
	],
});

it("shows every tool and message with nothing left out, in lines that fit", () => {
	const lines = renderBody(body, 60).split("\n");
	expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
	const text = lines.join("");
	for (const part of [
		'"model":"scripted"',
		"Use to read. ".repeat(20),
		"tool 1 of 1",
		"message 4 of 4: tool",
		"in parts",
		"ephemeral",
	])
		expect(text).toContain(part);
	expect(text).toContain('calls read_file {"path":"a.md"} {"id":"c1","type":"function"}');
	for (const part of ['reasoning_content: "a private thought"', 'tool_call_id: "c1"', "two"])
		expect(text).toContain(part);
});

it.each([
	"",
	"short",
	"a b ".repeat(50),
	"x".repeat(200),
	`${"x".repeat(59)}🙂🙂`,
	"one\n\ntwo ".repeat(20),
	" ".repeat(100),
])("wraps %j so that nothing is lost", (text) => {
	const wrapped = wrapText(text, 60);
	expect(wrapped.replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
	for (const line of wrapped.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
	expect(wrapped).not.toMatch(/[\uD800-\uDBFF]\n/);
});
