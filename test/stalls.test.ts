import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { scripts } from "./run-script.ts";
import type { ModelStep } from "./stand-ins/model/types.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";
import { shown, until, untilRest, untilState } from "./watching.ts";

const read = (path: string): ModelStep => call("read_file", { path });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** In which requests, from 1, a text stands for the first time. */
const firstShown = (fixture: Fixture, words: string): number =>
	numbers(fixture.model.requests.length).find((request) => shown(fixture, request).includes(words)) ?? 0;

/** Nothing is asked of the model after the turn has been ended, whatever time passes. */
async function expectNoMoreRequests(fixture: Fixture, count: number, clock?: FakeClock): Promise<void> {
	await untilRest(fixture);
	await clock?.advance(10 * 60_000);
	expect(fixture.model.requests).toHaveLength(count);
	expect(fixture.model.violations).toEqual([]);
}

describe("a turn that goes in circles", () => {
	it("is told so at the third identical call, and ended at the fifth with an account to the owner", async () => {
		const clock = new FakeClock();
		const fixture = await startFixture({ clock });
		fixture.put("list.md", "milk");
		fixture.model.script = () => read("list.md");
		await fixture.web.send("what is on the list?");
		const { text } = await fixture.web.until(({ kind }) => kind === "notice");
		expect(text).toContain("I stopped, since I was going in circles: read_file had the same result 5 times.");
		expect(text).toContain("What I tried: read_file 5 times.");
		expect(firstShown(fixture, "[stall check]")).toBe(4);
		expect(shown(fixture, 4)).toContain(
			"`read_file` was called 3 times with the same arguments and came to the same end.",
		);
		await expectNoMoreRequests(fixture, 5, clock);
		expect(await fixture.web.said()).toHaveLength(1);
	});

	it("by failing each time for the same reason ends with that reason", async () => {
		const fixture = await startFixture();
		fixture.model.script = ({ number }) => read(`missing-${number}.md`);
		await fixture.web.send("find it");
		const { text } = await fixture.web.until(({ kind }) => kind === "notice");
		expect(text).toContain("read_file failed 5 times for the same reason");
		expect(text).toContain("read_file 5 times (5 failed)");
		expect(text).toMatch(/The last problem: .*missing-5\.md/);
		expect(firstShown(fixture, "[stall check]")).toBe(4);
		await expectNoMoreRequests(fixture, 5);
	});

	it("is none where ten different files are read", async () => {
		const fixture = await startFixture();
		for (const n of numbers(10)) fixture.put(`${n}.md`, `file ${n}`);
		fixture.model.enqueue(...numbers(10).map((n) => read(`${n}.md`)), reply("E-1", "All ten."));
		await fixture.web.send("read them all");
		await fixture.web.until(({ text }) => text === "All ten.");
		expect(firstShown(fixture, "[stall check]")).toBe(0);
		await expectNoMoreRequests(fixture, 11);
	});

	it("is still known after a restart in the middle of it", async () => {
		const fixture = await startFixture();
		fixture.put("list.md", "milk");
		fixture.model.enqueue(read("list.md"), read("list.md"), { kind: "stall" });
		await fixture.web.send("what is on the list?");
		await fixture.model.untilRequest(3);
		fixture.model.script = () => read("list.md");
		await fixture.restart();
		await fixture.web.until(({ text }) => text.includes("read_file had the same result 5 times"));
		await expectNoMoreRequests(fixture, 6);
	});
});

describe("open items of the to-do list at the end of a turn", () => {
	const list = call("todo", { items: ["Read the offers", "Compare prices"] });
	const PUT_BACK = /\[exit check\]/g;

	it("are put back twice, then left to the owner, and not brought up again", async () => {
		const fixture = await startFixture();
		const { model, web } = fixture;
		model.enqueue(list, reply("E-1", "I begin."), call("no_reply", { reason: "x" }), call("no_reply", { reason: "y" }));
		await web.send("compare the offers");
		const { text } = await web.until(({ kind }) => kind === "notice");
		expect(text).toMatch(
			/I stopped with this still open on my list:\s+1: Read the offers\s+2: Compare prices\s+Tell me/,
		);
		await untilRest(fixture);
		expect(shown(fixture, 3).match(PUT_BACK)).toHaveLength(1);
		expect(shown(fixture, 4).match(PUT_BACK)).toHaveLength(2);
		model.enqueue(reply("E-2", "You are welcome."));
		await web.send("thanks");
		await web.until(({ text: said }) => said === "You are welcome.");
		await expectNoMoreRequests(fixture, 5);
		expect(await web.said()).toHaveLength(3);
	});

	it("are no reason where the model does them after all", async () => {
		const fixture = await startFixture();
		const { model, web } = fixture;
		const done = { update: [1, 2].map((id) => ({ id, state: "completed" })) };
		model.enqueue(list, reply("E-1", "I begin."), call("todo", done), call("no_reply", { reason: "all is done" }));
		await web.send("compare the offers");
		await expectNoMoreRequests(fixture, 4);
		expect(await web.said()).toEqual(["I begin."]);
	});

	it("are nothing to go back to after a stop", async () => {
		const fixture = await startFixture();
		const { model, web } = fixture;
		model.enqueue(list, reply("E-1", "I begin."), { kind: "stall" });
		await web.send("compare the offers");
		await model.untilRequest(3);
		await web.stop();
		await web.until(({ text }) => text === "Stopped.");
		await untilRest(fixture);
		model.enqueue(reply("E-4", "You are welcome."));
		await web.send("thanks");
		await web.until(({ text }) => text === "You are welcome.");
		await expectNoMoreRequests(fixture, 4);
	});

	it("are not put back more often for a restart", async () => {
		const fixture = await startFixture();
		const { model, web } = fixture;
		model.enqueue(list, reply("E-1", "I begin."), { kind: "stall" });
		await web.send("compare the offers");
		await model.untilRequest(3);
		model.script = () => call("no_reply", { reason: "x" });
		await fixture.restart();
		await fixture.web.until(({ text }) => text.includes("still open on my list"));
		await expectNoMoreRequests(fixture, 5);
	});
});

describe("a turn's limit", () => {
	/** The owner hears of it once, the event has ended, and no request follows. */
	async function expectEnd(fixture: Fixture, limit: string, requests: number, clock?: FakeClock): Promise<void> {
		const { text } = await fixture.web.until(({ kind }) => kind === "notice");
		expect(text).toContain(`I stopped without finishing: this reached the limit of ${limit}`);
		await expectNoMoreRequests(fixture, requests, clock);
		expect(await fixture.web.said()).toHaveLength(1);
	}

	it("of rounds ends it, also over a restart", async () => {
		const fixture = await startFixture({ configuration: "limits: { roundsPerTurn: 4 }" });
		fixture.model.enqueue(read("1.md"), call("glob", { pattern: "*" }), { kind: "stall" });
		await fixture.web.send("look");
		await fixture.model.untilRequest(3);
		fixture.model.script = () => call("grep", { pattern: "a" });
		await fixture.restart();
		await expectEnd(fixture, "4 rounds (limits.roundsPerTurn)", 4);
	});

	it("of tokens ends it, also over a restart", async () => {
		const fixture = await startFixture({ configuration: "limits: { tokensPerTurn: 8000 }" });
		const { model } = fixture;
		model.enqueue(read("1.md"), { kind: "stall" });
		await fixture.web.send("look");
		await model.untilRequest(2);
		model.script = ({ number }) => read(`${number}.md`);
		await fixture.restart();
		await fixture.web.until(({ kind }) => kind === "notice");
		// The one that the restart cut off told nobody what it used.
		const answered = model.requests.filter(({ clientWentAway }) => !clientWentAway);
		const used = answered.map(({ usage }) => (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
		const sum = (some: number[]) => some.reduce((total, tokens) => total + tokens, 0);
		// What was used before the restart counts, or one more would have been asked.
		expect(sum(used)).toBeGreaterThanOrEqual(8_000);
		expect(sum(used.slice(0, -1))).toBeLessThan(8_000);
		await expectEnd(fixture, "8000 tokens (limits.tokensPerTurn)", used.length + 1);
	});

	it("of time ends it after the call that took so long", async () => {
		const clock = new FakeClock();
		const { tool, runs } = scripts(clock, "sync");
		const fixture = await startFixture({ clock, tools: [tool], configuration: "limits: { minutesPerTurn: 1 }" });
		fixture.model.enqueue(call("run_script", { name: "a.sh", percentPerSecond: 1 }));
		await fixture.web.send("run it");
		await until(() => expect(runs).toHaveLength(1));
		await untilState(fixture, "acting");
		await clock.advance(101_000);
		await expectEnd(fixture, "1 minutes (limits.minutesPerTurn)", 1, clock);
		expect(runs).toEqual([{ name: "a.sh", end: "done" }]);
	});

	it("of money ends it, by the price of the model that was used", async () => {
		const fixture = await startFixture();
		const file = join(fixture.home, "config.yaml");
		// 3,000 tokens and more at 100 for a million: 0.3 and more a request.
		const price = "price: { inputPerMillion: 100, outputPerMillion: 0 }, model: scripted";
		writeFileSync(
			file,
			`${readFileSync(file, "utf8").replace("model: scripted", price)}\nlimits: { costPerTurn: 0.5 }\n`,
		);
		await fixture.restart();
		fixture.model.script = ({ number }) => read(`${number}.md`);
		await fixture.web.send("look");
		await expectEnd(fixture, "0.5 in money (limits.costPerTurn)", 2);
		expect(fixture.steward.status().today.cost).toBeGreaterThan(0.5);
	});
});
