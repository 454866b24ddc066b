import { describe, expect, it } from "vitest";
import { handTool } from "#test/hand-tool.ts";
import { startDrivers } from "./drivers-fixture.ts";
import { calling, replying, unreachable } from "./scripted-model-fixture.ts";
import { settle } from "./workbench-rows-fixture.ts";

describe("a driver", () => {
	it("runs one turn after the other and rests when nothing is left, without a timer", async () => {
		const { say, model, untilState, notes, clock, said, turns } = startDrivers();
		await untilState("idle");
		model.answer(replying(["E-1"], "Hello"));
		say("hi");
		await untilState("idle");
		model.answer(replying(["E-2"], "Hello again"));
		say("hi again");
		await untilState("idle");
		expect(said()).toEqual(["Hello", "Hello again"]);
		expect([turns.find(1)?.endKind, turns.find(2)?.endKind]).toEqual(["done", "done"]);
		expect(notes.filter((note) => note === "taken")).toHaveLength(2);
		expect([notes[0], notes.at(-1)]).toEqual(["idle", "idle"]);
		expect(clock.nextDelayMs).toBeUndefined();
	});

	it("goes on with the turn that an earlier process left", async () => {
		const first = startDrivers();
		first.say("hi");
		await first.untilState("thinking");
		await first.drivers.close();
		const second = startDrivers({ after: first.bench });
		second.model.answer(replying(["E-1"], "Hello"));
		await second.untilState("idle");
		expect([second.said(), second.turns.latest()?.id]).toEqual([["Hello"], 1]);
	});

	it("leaves the rows as they are where the program ends amid a call", async () => {
		const { tool, run } = handTool({ mode: "sync" });
		const { say, model, drivers, calls, turns } = startDrivers({ tools: [tool] });
		model.answer(calling(["do_work", { what: "it" }]));
		say("work");
		const work = await run(1);
		await drivers.close();
		expect(work.signal.aborted).toBe(true);
		expect([calls.find(1)?.state, turns.find(1)?.state]).toEqual(["running", "running"]);
	});

	it("lets a turn give way to something pressing of another trust, and goes on with it after that", async () => {
		const { say, model, untilState, asked, turns, said } = startDrivers();
		say("look at this", { trust: "system", kind: "timer" });
		await untilState("thinking");
		say("quick question");
		model.answer(calling(["glob", {}]), replying(["E-2"], "Quick answer"), replying(["E-1"], "Looked at it"));
		await untilState("idle");
		expect(said()).toEqual(["Quick answer", "Looked at it"]);
		expect([turns.find(1)?.authority, turns.find(2)?.authority]).toEqual(["system", "owner"]);
		expect(asked(2)).toContain("quick question");
	});

	it("interrupted by the same trust shows what interrupts in the same turn", async () => {
		const { say, drivers, model, untilState, asked, turns } = startDrivers();
		say("think");
		await untilState("thinking");
		const id = say("no, this first", { strategy: { kind: "cancel", reason: "" } });
		drivers.interrupt(id);
		await settle();
		model.answer(replying(["E-1", "E-2"], "Both"));
		await untilState("idle");
		expect(model.requests).toHaveLength(2);
		expect(asked(2)).toContain("no, this first");
		expect(turns.latest()?.id).toBe(1);
	});

	it("interrupted by another trust works on that first, then on what it left", async () => {
		const { say, drivers, model, untilState, said } = startDrivers();
		say("think");
		await untilState("thinking");
		const id = say("alarm", { trust: "system", kind: "timer", urgency: "interrupt" });
		drivers.interrupt(id);
		await settle();
		model.answer(replying(["E-2"], "Saw the alarm"), replying(["E-1"], "Thought"));
		await untilState("idle");
		expect(said()).toEqual(["Saw the alarm", "Thought"]);
	});
});

describe("without a model", () => {
	it("says so, does what needs none, and asks again after a while", async () => {
		const { say, model, untilState, drivers, notes, said, clock, turns, recoveries } = startDrivers();
		model.answer(unreachable);
		say("hi");
		await untilState("failed");
		expect([drivers.main.isModelMissing, drivers.main.state.problem]).toEqual([true, "nothing answers."]);
		expect(notes).toContain("without a model: turn 1");
		expect([said(), recoveries.ofTurn(1)]).toEqual([
			[expect.stringContaining("I can't think right now: nothing answers.")],
			{ "model-outage": 1 },
		]);
		model.answer(replying(["E-1"], "Hello"));
		await clock.advance(4_999);
		expect(model.requests).toHaveLength(1);
		await clock.advance(1);
		await untilState("idle");
		expect([drivers.main.isModelMissing, turns.find(1)?.endKind]).toEqual([false, "done"]);
	});

	it("asks at once when something has changed that may bring one back", async () => {
		const { say, model, untilState, drivers } = startDrivers();
		model.answer(unreachable, replying(["E-1"], "Hello"));
		say("hi");
		await untilState("failed");
		drivers.reconsiderModel();
		expect(drivers.main.isModelMissing).toBe(false);
		await untilState("idle");
		expect(model.requests).toHaveLength(2);
	});

	it("ends the turn where the program could answer everything", async () => {
		const { say, model, events, turns, untilState, drivers } = startDrivers();
		model.answer(unreachable);
		const id = say("hi");
		await untilState("failed");
		events.settle(id, "handled");
		drivers.wake();
		await untilState("idle");
		expect(turns.find(1)).toMatchObject({ endKind: "done", endDetail: "answered without a model" });
	});

	it("stops waiting when the owner says stop", async () => {
		const { say, model, untilState, drivers, turns, events } = startDrivers();
		model.answer(unreachable);
		const id = say("hi");
		await untilState("failed");
		expect(drivers.stop(false).turn).toBe(true);
		await untilState("idle");
		expect([turns.find(1)?.endKind, events.find(id)?.outcome]).toEqual(["stopped", "stopped"]);
		expect(model.requests).toHaveLength(1);
	});
});

it("where the disk takes no rows a driver says so, and takes the turn up again from its rows", async () => {
	const disk = { isFull: false };
	const beforeCommit = () => {
		if (disk.isFull) throw new Error("the disk is full");
	};
	const { say, model, untilState, drivers, clock, said, logged, trajectories } = startDrivers({
		hooks: { beforeCommit },
	});
	let told = 0;
	trajectories.subscribe(() => {
		told += 1;
	});
	say("hi");
	await untilState("thinking");
	const before = told;
	disk.isFull = true;
	model.answer(replying(["E-1"], "lost"), replying(["E-1"], "Hello"));
	await settle();
	expect(drivers.main.state).toMatchObject({ state: "failed", problem: "the disk is full", since: clock.now() });
	expect(told).toBeGreaterThan(before);
	const since = clock.now();
	await clock.advance(5_000);
	expect(drivers.main.state.since).toBe(since);
	disk.isFull = false;
	await clock.advance(5_000);
	await untilState("idle");
	expect([said(), drivers.main.state.problem]).toEqual([["Hello"], undefined]);
	expect(logged.join("")).toContain("trying again from its rows");
});
