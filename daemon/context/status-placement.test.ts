import { expect, it } from "vitest";
import type { ChatMessage } from "#daemon/model/port.ts";
import { placeStatus } from "./status-placement.ts";

const BLOCK = "<agent_status>\nround: 1 of 25\n</agent_status>";
const said: ChatMessage = { role: "user", content: "[E-1 web] hi" };
const result: ChatMessage = { role: "tool", tool_call_id: "c1", content: "Tool call #1 for 'glob'" };
const status: ChatMessage = { role: "user", content: BLOCK };

it.each<[string, ChatMessage[], "message" | "tool-result", ChatMessage[]]>([
	["a message of its own", [said, result], "message", [said, result, status]],
	[
		"the end of the last result",
		[said, result],
		"tool-result",
		[said, { ...result, content: `Tool call #1 for 'glob'\n\n${BLOCK}` }],
	],
	["a message of its own after what is no result", [result, said], "tool-result", [result, said, status]],
	["a message of its own where there is nothing else", [], "tool-result", [status]],
])("the block is %s", (_, messages, placement, placed) => {
	expect(placeStatus(messages, BLOCK, placement)).toEqual(placed);
});

it("leaves the messages that it was given as they are, so that the next request extends them", () => {
	const messages = [said, result];
	const before = JSON.stringify(messages);
	for (const placement of ["message", "tool-result"] as const) {
		const placed = placeStatus(messages, BLOCK, placement);
		expect(placed).not.toBe(messages);
		expect(placed[0]).toBe(said);
	}
	expect(JSON.stringify(messages)).toBe(before);
});

it("adds nothing where nothing is to be shown", () => {
	expect(placeStatus([said, result], "", "tool-result")).toEqual([said, result]);
});
