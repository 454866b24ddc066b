import { describe, expect, it } from "vitest";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { handTool } from "#test/hand-tool.ts";
import { startDrivers } from "./drivers-fixture.ts";
import { usage } from "./round-fixture.ts";
import { replying, unreachable } from "./scripted-model-fixture.ts";
import { arrive, settle } from "./workbench-rows-fixture.ts";

/** The main loop thinks about the owner's task, and a question comes that is to be answered beside it. */
async function openBusy(options: Parameters<typeof startDrivers>[0] = {}) {
	const started = startDrivers(options);
	started.say("a long task");
	await started.untilState("thinking");
	const question = arrive(started.bench, "what time is it?", { strategy: { kind: "parallel", reason: "light" } });
	return { ...started, question };
}

describe("an answer beside the main task", () => {
	it("begins when the model has been thinking for 3 s, from what the main trajectory has seen", async () => {
		const { drivers, question, clock, model, asked } = await openBusy();
		await clock.advance(1_000);
		expect(drivers.answerInParallel(question)).toBe(true);
		await clock.advance(1_999);
		expect(model.requests).toHaveLength(1);
		await clock.advance(1);
		await settle();
		expect(model.requests).toHaveLength(2);
		const [main, fork] = model.requests;
		const shared = main?.messages.slice(0, -1) ?? [];
		expect(JSON.stringify(fork?.messages.slice(0, shared.length))).toBe(JSON.stringify(shared));
		expect(asked(2)).toMatch(/what time is it\?[\s\S]*You answer this event beside your main task/);
	});

	it("is told to the owner, and to the main trajectory as done, which is woken by none of it", async () => {
		const { drivers, question, clock, model, events, said, say, asked, untilState } = await openBusy();
		drivers.answerInParallel(question);
		await clock.advance(3_000);
		await settle();
		model.answerNewest(replying(["E-2"], "Half past ten."));
		await settle();
		expect([events.find(question)?.outcome, said()]).toEqual(["replied", ["Half past ten."]]);
		expect([model.requests.length, events.countWaiting()]).toEqual([2, 0]);
		model.answer(replying(["E-1"], "Done."));
		await untilState("idle");
		say("and now?");
		await untilState("thinking");
		expect(asked(3)).toContain('E-2 said "what time is it?" and was answered: Half past ten.');
	});

	it("may only look and reply", async () => {
		const writing = handTool({ name: "write", mode: "sync", effect: "write" });
		const { turns, drivers, question, clock } = await openBusy({ tools: [writing.tool] });
		drivers.answerInParallel(question);
		await clock.advance(3_000);
		await settle();
		expect(turns.find(2)).toMatchObject({ restricted: true, authority: "owner" });
	});

	it("is not begun twice, nor where the main loop does not wait for the model", async () => {
		const { bench, drivers, question, model, untilState } = await openBusy();
		expect([drivers.answerInParallel(question), drivers.answerInParallel(question)]).toEqual([true, false]);
		model.answer(replying(["E-1"], "Done."), replying(["E-2"], "Half past ten."));
		await untilState("idle");
		expect(drivers.answerInParallel(arrive(bench, "and now?"))).toBe(false);
	});

	it("is left to the main loop, which has moved on before it was worth it", async () => {
		const { drivers, question, clock, model, events, untilState, said } = await openBusy();
		drivers.answerInParallel(question);
		await clock.advance(2_000);
		model.answer(replying(["E-1"], "Done."), replying(["E-2"], "Half past ten."));
		await settle();
		await clock.advance(1_000);
		await untilState("idle");
		expect(said()).toEqual(["Done.", "Half past ten."]);
		expect(events.find(question)).toMatchObject({ trajectoryId: 1, strategy: { kind: "queue" } });
	});

	it.each<[string, ModelOutcome]>([
		["no model answers", unreachable],
		["the model refuses", { kind: "refusal", text: "no", usage, model: "scripted" }],
	])("goes back into the queue where %s", async (_why, outcome) => {
		const { bench, drivers, question, clock, events, notes, turns } = await openBusy();
		drivers.answerInParallel(question);
		await clock.advance(3_000);
		await settle();
		bench.model.answerNewest(outcome);
		await settle();
		expect(events.find(question)).toMatchObject({ state: "waiting", trajectoryId: 1, strategy: { kind: "queue" } });
		expect([turns.find(2)?.state, notes]).toEqual(["ended", expect.arrayContaining(["returned"])]);
	});

	it("ends with a stop, as stopped, and does not come back", async () => {
		const { drivers, question, clock, events, untilState } = await openBusy();
		drivers.answerInParallel(question);
		await clock.advance(3_000);
		await settle();
		drivers.stop(false);
		await untilState("idle");
		expect(events.find(question)?.outcome).toBe("stopped");
	});
});

describe("an answer that the end of the program cut off", () => {
	it("is given up by the next start, and its question goes back into the queue", async () => {
		const first = await openBusy();
		first.drivers.answerInParallel(first.question);
		await first.clock.advance(3_000);
		await settle();
		await first.drivers.close();
		expect(first.events.find(first.question)?.state).toBe("taken");
		const second = startDrivers({ after: first.bench });
		second.model.answer(replying(["E-1", "E-2"], "Done."));
		await second.untilState("idle");
		expect([second.said(), second.turns.find(2)?.endKind]).toEqual([["Done."], "failed"]);
		expect(second.events.find(first.question)?.strategy?.reason).toBe("the answer beside the main task was cut off");
	});

	it("begins no more while the program closes", async () => {
		const { drivers, parallel, question, clock, model } = await openBusy();
		drivers.answerInParallel(question);
		await drivers.close();
		await clock.advance(10_000);
		expect([model.requests.length, parallel.answer(question)]).toEqual([1, false]);
	});
});

it("a fork that the disk refused leaves no view behind for the next trajectory of that number", async () => {
	const disk = { isFull: false };
	const beforeCommit = () => {
		if (disk.isFull) throw new Error("the disk is full");
	};
	const { drivers, question, clock, trajectories, views } = await openBusy({ hooks: { beforeCommit } });
	drivers.answerInParallel(question);
	disk.isFull = true;
	await clock.advance(3_000);
	await settle();
	disk.isFull = false;
	const side = trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
	expect(views.of(side).lastEntryId).toBe(0);
});

it("an answer whose end the disk refused goes back into the queue when it takes rows again", async () => {
	const disk = { isFull: false };
	const beforeCommit = () => {
		if (disk.isFull) throw new Error("the disk is full");
	};
	const { drivers, question, clock, events, model } = await openBusy({ hooks: { beforeCommit } });
	drivers.answerInParallel(question);
	await clock.advance(3_000);
	disk.isFull = true;
	model.answerNewest(replying(["E-2"], "Half past ten."));
	await clock.advance(6_000);
	expect(events.find(question)?.state).toBe("taken");
	disk.isFull = false;
	await clock.advance(5_000);
	expect(events.find(question)).toMatchObject({ state: "waiting", trajectoryId: 1 });
});
