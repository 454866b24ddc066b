import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { note } from "./answering.ts";
import { afterOpening, isDone, latestTurn, noteRequests, openingOf } from "./compacting.ts";
import { FakeClock } from "./fake-clock.ts";
import { handTool } from "./hand-tool.ts";
import { call, reply } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";
import { until, untilState } from "./watching.ts";

const ORDER = "Order AB-77123 from https://shop.example/p/9 for Bob, 30 € at most.\n\n\tMind the tab 👍";
const found = (name: string, args: Record<string, unknown>) => call("call_tool", { name, arguments: args });

const ALL_DONE = call("todo", {
	update: [
		{ id: 1, state: "completed" },
		{ id: 2, state: "completed" },
	],
});

/** A day with a task that runs, a question to the owner, a list, a pin and a decision; then the owner has it summed up. */
async function summedUp() {
	const work = handTool();
	const fixture = await startFixture({ clock: new FakeClock(), tools: [work.tool] });
	const { model, web } = fixture;
	fixture.put("old.md", "old\n");
	model.enqueue(
		call("do_work", { what: "the accounts" }),
		call("todo", { items: ["Compare the offers", "Order it"] }),
		call("todo", { update: [{ id: 1, state: "in_progress" }] }),
		call("pin", { text: "Bob's shoe size is 43.", kind: "fact" }),
		call("pin", { text: "We buy from the shop in town.", kind: "decision", why: "Bob knows the owner." }),
		found("delete_file", { path: "old.md" }),
		reply("E-1", "I am on it, and asked you something."),
	);
	await web.send(ORDER);
	const run = await work.run(1);
	const card = await web.until(({ kind }) => kind === "approval");
	await web.until(({ text }) => text === "I am on it, and asked you something.");
	model.enqueue(reply("E-2", "Gladly."));
	await web.send("thank you");
	await web.until(({ text }) => text === "Gladly.");
	await untilState(fixture, "waiting-for-approval");
	model.enqueue(note("The order is AB-77123, of which AB-77132 is a copy. Bob pays by card."));
	await web.send("/compact keep what Bob wants");
	await web.until(isDone);
	model.enqueue(reply("E-4", "Still on it."));
	await web.send("how is it going?");
	await web.until(({ text }) => text === "Still on it.");
	const code = card.choices[0]?.command.split(" ")[1] ?? "";
	return { fixture, model, web, run, work, code };
}

describe("after what is in view was summed up", () => {
	it("a request begins with six parts and what is on record, to the letter", async () => {
		const { fixture, code, model } = await summedUp();
		const opening = openingOf(fixture);
		expect([...opening.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
			"Task goal",
			"The owner's words",
			"Key information",
			"Problems and solutions",
			"Current state and next step",
			"Left out",
			"On record",
		]);
		expect(opening).toMatch(/\[E-1 [^\]]*web\] \(open\) Order AB-77123/);
		for (const words of [
			ORDER,
			"- P-1: Bob's shoe size is 43.\n",
			"- D-1: We buy from the shop in town. Reason: Bob knows the owner.\n",
			"- 1. [in_progress] Compare the offers\n- 2. [pending] Order it\n",
			`- ${code}: `,
			"old.md",
			"- T-1 do_work, for E-1\n",
			"- AB-77123 (E-1)\n",
			"- https://shop.example/p/9 (E-1)",
			"Bob pays by card.",
			'call_tool read_conversation {"from":"E-1"}',
			"They were written when E-2 was the newest event.",
		])
			expect(opening).toContain(words);
		expect(latestTurn(fixture)?.rawBody).not.toContain("I am on it, and asked you something.");
		expect(model.violations).toEqual([]);
	});

	it("what the note made up is left out, and so is its analysis", async () => {
		const { fixture } = await summedUp();
		const opening = openingOf(fixture);
		expect(opening).toContain("of which [left out by the program: it occurs nowhere in the conversation] is a copy");
		expect(opening).not.toMatch(/AB-77132|analysis|In the order of time/);
	});

	it("who writes the note is shown the same bytes as the model before, and what the owner wants kept", async () => {
		const { fixture, model } = await summedUp();
		const [asked] = noteRequests(fixture);
		const before = model.requests[(asked?.number ?? 0) - 2];
		const shown = before?.body?.messages.slice(0, -1) ?? [];
		expect(asked?.body?.messages.slice(0, shown.length)).toEqual(shown);
		expect(asked?.body?.tools).toEqual(before?.body?.tools);
		expect(asked?.body?.messages.at(-1)?.content).toContain("keep what Bob wants");
		expect(JSON.stringify(asked?.body?.messages)).not.toContain("</agent_status>");
	});

	it("the question is still open: allowed, it is done by the program, and its outcome is told", async () => {
		const { fixture, web, model, code } = await summedUp();
		expect(existsSync(join(fixture.home, "workspace/old.md"))).toBe(true);
		model.enqueue(ALL_DONE, reply("E-6", "It is gone."));
		await web.decide("approve", code);
		await web.until(({ text }) => text === "It is gone.");
		expect(existsSync(join(fixture.home, "workspace/old.md"))).toBe(false);
		expect(afterOpening(fixture)).toContain("the owner allowed it, and it was done");
		expect(model.violations).toEqual([]);
	});

	it("the task's result arrives and is understood, once", async () => {
		const { fixture, web, model, run, work } = await summedUp();
		model.enqueue(ALL_DONE, reply("E-5", "The accounts are balanced."));
		run.end({ text: "balanced to the cent" });
		await web.until(({ text }) => text === "The accounts are balanced.");
		expect(afterOpening(fixture).match(/Result of task T-1 \(call C-1, do_work/g)).toHaveLength(1);
		expect(work.runs).toHaveLength(1);
		await untilState(fixture, "waiting-for-approval");
		expect(model.violations).toEqual([]);
	});

	it("the old conversation can be read again", async () => {
		const { fixture, web, model } = await summedUp();
		model.enqueue(found("read_conversation", { from: "E-1", entries: 20 }), reply("E-5", "There it is."));
		await web.send("what did I say at first?");
		await web.until(({ text }) => text === "There it is.");
		const shown = afterOpening(fixture);
		expect(shown).toContain("Mind the tab 👍");
		expect(shown).toContain("I am on it, and asked you something.");
		expect(shown).toContain("the accounts");
		expect(model.violations).toEqual([]);
	});

	it("a restart shows the same, and a second summing up works the first note in", async () => {
		const { fixture, model } = await summedUp();
		const opening = openingOf(fixture);
		await untilState(fixture, "waiting-for-approval");
		// What ran when the program ended is told.
		model.enqueue(ALL_DONE, reply("E-5", "The accounts were cut off."));
		await fixture.restart();
		await fixture.web.until(({ text }) => text === "The accounts were cut off.");
		expect(openingOf(fixture)).toBe(opening);
		await untilState(fixture, "waiting-for-approval");
		model.enqueue(note("Bob pays by card. The second note."));
		await fixture.web.send("/compact");
		await until(async () => expect((await fixture.web.history()).filter(isDone)).toHaveLength(2));
		expect(JSON.stringify(noteRequests(fixture).at(-1)?.body?.messages[1])).toContain("Bob pays by card.");
		model.enqueue(reply("E-7", "Yes?"));
		await fixture.web.send("hello");
		await fixture.web.until(({ text }) => text === "Yes?");
		const second = openingOf(fixture);
		expect(second).toContain("The second note.");
		expect(second).toContain(ORDER);
		expect(second).toContain("- AB-77123 (E-1)\n");
		expect(second.match(/^## Task goal$/gm)).toHaveLength(1);
		expect((await fixture.web.history()).filter(({ text }) => text === "Gladly.")).toHaveLength(1);
		expect(model.violations).toEqual([]);
	});
});
