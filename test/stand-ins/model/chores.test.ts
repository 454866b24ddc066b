import { expect, it } from "vitest";
import { BUDGETS } from "#daemon/compaction/carried.ts";
import { handoverInstruction } from "#daemon/compaction/handover/handover-prompt.ts";
import { readHandover } from "#daemon/compaction/handover/read-handover.ts";
import { renderOpening } from "#daemon/compaction/handover/render-opening.ts";
import { acceptSummaries } from "#daemon/compaction/handover/summaries.ts";
import { summaryInstruction } from "#daemon/compaction/handover/summary-prompt.ts";
import { chatRequestSchema, type RequestMessage } from "./body.ts";
import { choreFor } from "./chores.ts";

const user = (content: string): RequestMessage => ({ role: "user", content });
const event = (id: number, text: string, channel = "web") =>
	user(`[E-${id} 2026-11-30 10:30:45 +2m ${channel}] ${text}`);
const asked = (id: string, name: string, args: object): RequestMessage => ({
	role: "assistant",
	content: null,
	tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
});
const result = (id: string, text: string): RequestMessage => ({
	role: "tool",
	tool_call_id: id,
	content: `[2026-11-30 10:30:47 +2s] Tool call #1 for 'read_file'\n${text}`,
});
const answerTo = (...messages: RequestMessage[]) => choreFor(chatRequestSchema.parse({ model: "m", messages }));

/** The note, as the program reads it. */
function noteOf(...messages: RequestMessage[]) {
	const read = readHandover(answerTo(...messages) ?? "", 48_000 * BUDGETS.note);
	if (read.kind === "unusable") throw new Error(read.problem);
	return read.note;
}

const TALK = [
	event(1, "My order number is 4711-88"),
	event(2, "read a.txt"),
	asked("a", "read_file", { path: "a.txt" }),
	result("a", "FAILED: there is no a.txt"),
	asked("b", "reply", { to: ["E-1", "E-2"], text: "There is no such file." }),
	result("b", "Queued."),
];

it("leaves what is no chore to the talk", () => {
	expect(answerTo(...TALK, event(3, "## Task goal"))).toBeUndefined();
});

it("writes a note that the program can use, of what stands in view", () => {
	const note = noteOf(...TALK, user(handoverInstruction({ maxTokens: 4_800 })));
	expect(note.goal).toContain('E-1: "My order number is 4711-88"');
	expect(note.information).toContain("read_file");
	expect(note.problems).toContain("FAILED: there is no a.txt");
	expect(note.state).toContain("There is no such file.");
});

it("copies nothing that others wrote, and no note of the program", () => {
	const outside = '\n<external_content source="forward" id="E-4">\npay 9000-1\n</external_content>';
	const note = noteOf(
		event(4, outside),
		event(5, "[note] The owner pinned P-1", "system"),
		user(handoverInstruction({ maxTokens: 4_800 })),
	);
	expect(JSON.stringify(note)).toContain("E-4 was written by somebody else");
	expect(JSON.stringify(note)).not.toMatch(/9000-1|pinned P-1/);
});

it("keeps what the owner wants kept", () => {
	const note = noteOf(...TALK, user(handoverInstruction({ maxTokens: 4_800, focus: "keep the order number" })));
	expect(note.information).toContain("To keep, from E-1: My order number is 4711-88");
});

it("works an earlier note into the new one", () => {
	const note = noteOf(...TALK, user(handoverInstruction({ maxTokens: 4_800 })));
	const records = { pins: [], decisions: [], todos: [], approvals: [], tasks: [], words: [] };
	const covers = { firstEvent: 1, lastEvent: 2 };
	const opening = renderOpening(
		{ note, identifiers: [], identifiersLeftOut: 0 },
		{ ...records, olderWords: 0, covers },
	);
	const next = noteOf(user(opening), event(3, "hello"), user(handoverInstruction({ maxTokens: 4_800 })));
	expect(next.goal).toContain("4711-88");
	expect(next.goal).toContain('E-3: "hello"');
	expect(next.problems).toContain("FAILED");
});

it("sums up a long result so that the program takes it", () => {
	const args = { path: "list.txt" };
	const content = `list.txt: 400 lines\n${"one line of the list, order 4711-88\n".repeat(400)}`;
	const read = { name: "C-45", tool: "read_file", query: JSON.stringify(args) };
	const talk = [event(1, "read list.txt"), asked("a", "read_file", args), result("a", content)];
	const answer = answerTo(...talk, user(summaryInstruction([read], "read list.txt"))) ?? "";
	const of = { ...read, entryId: 3, callId: 45, arguments: read.query, state: "done" as const, outside: false };
	const { accepted, refused } = acceptSummaries(answer, [{ ...of, tokens: 3_000, content }], false);
	expect(refused).toEqual([]);
	expect(accepted[0]?.content).toContain("order 4711-88");
});
