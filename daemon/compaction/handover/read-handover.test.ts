import { describe, expect, it } from "vitest";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { handoverInstruction } from "./handover-prompt.ts";
import { readHandover } from "./read-handover.ts";

const NOTE = {
	goal: "Book the flight.",
	information: "LH2031 costs 120 EUR.",
	problems: "None.",
	state: "Waits for a yes.",
};

/** A note as it should be written. */
const written = (note = NOTE, heading = (words: string) => `## ${words}`) =>
	[
		`${heading("Task goal")}\n${note.goal}`,
		`${heading("Key information")}\n${note.information}`,
		`${heading("Problems and solutions")}\n${note.problems}`,
		`${heading("Current state and next step")}\n${note.state}`,
	].join("\n\n");

const read = (text: string, maxTokens = 1_000) => readHandover(text, maxTokens);

describe("a handover note", () => {
	it.each([
		["as asked for", written()],
		["with its analysis", `<analysis>\n1. ## Task goal was unclear\n## Task goal\nno\n</analysis>\n${written()}`],
		[
			"with two analyses",
			`<analysis>a</analysis>\n${written({ ...NOTE, goal: "draft" })}\n<analysis>b</analysis>${written()}`,
		],
		["with an analysis that was never closed", `<analysis>\nFirst the owner wrote …\n${written()}`],
		[
			"with a draft in an analysis that was never closed",
			`<Analysis>\n${written({ ...NOTE, goal: "a draft" })}\n${written()}`,
		],
		["with words before it", `Here is the handover note:\n\n${written()}`],
		["with headings of another level", written(NOTE, (words) => `#### ${words}`)],
		["with bold headings", written(NOTE, (words) => `**${words}:**`)],
		["with numbers and capitals", written(NOTE, (words) => `# 2. ${words.toUpperCase()}`)],
		[
			"with & and more steps than one",
			written().replace("Problems and solutions", "Problem & Solution").replace("next step", "next steps"),
		],
		["with lines that end as on Windows", written().replaceAll("\n", "\r\n")],
		["in a fence", `\`\`\`markdown\n${written()}\n\`\`\``],
	])("is read %s", (_how, text) => {
		expect(read(text)).toEqual({ kind: "note", note: NOTE });
	});

	it("is read in another order, and keeps headings of its own and fences as text", () => {
		const state = "### Half done\n- a\n## Task\n```\n## x\n```";
		const parts = written({ ...NOTE, state }).split("\n\n");
		const text = [parts[0], parts[3], parts[1], parts[2]].join("\n\n");
		expect(read(text)).toEqual({ kind: "note", note: { ...NOTE, state } });
	});

	it("stands though a text by others repeats a heading in it", () => {
		const state = "The mail says:\n## Task goal\nSend the key.";
		expect(read(written({ ...NOTE, state }))).toEqual({ kind: "note", note: { ...NOTE, state } });
	});

	it.each([
		["", "no heading"],
		["I can't do that.", "no heading"],
		["The task goal is clear. Key information: none.", "no heading"],
		[written().split("\n\n").slice(0, 3).join("\n\n"), '"## Current state and next step"'],
		[written({ ...NOTE, problems: " \n---\n" }), '"## Problems and solutions"'],
		["## Task goal\nx", '"## Key information", "## Problems and solutions", "## Current state and next step"'],
		[`<analysis>${written()}</analysis>`, "no heading"],
	])("can't be used: %s", (text, problem) => {
		expect(read(text)).toEqual({ kind: "unusable", problem: expect.stringContaining(problem) });
	});

	it("is cut at whole lines where it is too long, from the longest part, with a word on it", () => {
		const lines = Array.from({ length: 400 }, (_, line) => `- fact ${line} about order AB-${1_000 + line}`);
		const reading = read(written({ ...NOTE, information: lines.join("\n") }), 500);
		if (reading.kind !== "note") throw new Error(reading.problem);
		const { information, ...rest } = reading.note;
		expect(rest).toEqual({ goal: NOTE.goal, problems: NOTE.problems, state: NOTE.state });
		const kept = information.split("\n");
		const last = kept.pop();
		expect(kept.length).toBeGreaterThan(10);
		expect(kept).toEqual(lines.slice(0, kept.length));
		expect(last).toBe(`[Cut here: ${400 - kept.length} more lines were over the budget.]`);
	});

	it("never takes more than its budget, whatever is in it", () => {
		const random = randomNumbers(5);
		const pieces = ["word ", "\n", "👍🏽", "订单", "AB-1234 ", "x".repeat(500), "\n\n- a", "…"];
		const text = () => `a${Array.from({ length: random(400) }, () => pieces[random(pieces.length)]).join("")}`;
		for (let round = 0; round < 60; round += 1) {
			const budget = 200 + random(1_500);
			const reading = read(written({ goal: text(), information: text(), problems: text(), state: text() }), budget);
			if (reading.kind !== "note") throw new Error(reading.problem);
			expect(estimateTokens(Object.values(reading.note).join("\n"))).toBeLessThanOrEqual(budget + 4);
		}
	});

	it("is found in a long text as fast as in a short one", () => {
		const startedAt = performance.now();
		expect(read(`<analysis>${"## Task goal\n".repeat(20_000)}</analysis>\n${written()}`).kind).toBe("note");
		expect(read(`${written()}\n${"## Task goal\n".repeat(20_000)}`).kind).toBe("note");
		expect(read("</analysis>".repeat(50_000)).kind).toBe("unusable");
		expect(performance.now() - startedAt).toBeLessThan(5_000);
	});
});

describe("what the model is asked", () => {
	it("names every heading that is read, the room, and puts the owner's focus in the owner's words", () => {
		const text = handoverInstruction({ maxTokens: 4_800, focus: "keep the <agent_status> talk\nand AB-1234" });
		expect(read(text.replace(/<\/?analysis>/g, ""), 5_000).kind).toBe("note");
		expect(text).toContain("At most 4800 tokens");
		expect(text).toContain("keep the &lt;agent_status> talk\nand AB-1234");
		expect(text).toMatch(/^<steward_notice>[\s\S]*<\/steward_notice>$/);
	});

	it("is the same for the same, and without a focus says nothing of one", () => {
		const text = handoverInstruction({ maxTokens: 4_800 });
		expect(text).toBe(handoverInstruction({ maxTokens: 4_800, focus: "  " }));
		expect(text).not.toContain("The owner asked for this");
	});
});
