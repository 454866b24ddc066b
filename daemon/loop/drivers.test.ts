import { describe, expect, it } from "vitest";
import { handTool } from "#test/hand-tool.ts";
import { startDrivers } from "./drivers-fixture.ts";
import { calling, replying } from "./scripted-model-fixture.ts";
import { mailThread, settle } from "./workbench-rows-fixture.ts";

const mail = (trajectoryId: number) => ({ trust: "system" as const, kind: "timer", trajectoryId });

describe("trajectories beside the main one", () => {
	it("are worked on one at a time, while the owner's never waits", async () => {
		const started = startDrivers();
		const { bench, say, model, untilState, stateOf, slots } = started;
		const [first, second] = [mailThread(bench, "mail:1"), mailThread(bench, "mail:2")];
		say("a mail", mail(first));
		await untilState("thinking", first);
		say("another mail", mail(second));
		say("hi");
		await untilState("thinking");
		expect([stateOf(second), slots.counts]).toEqual(["idle", { running: 1, waiting: 1 }]);
		model.answer(calling(["no_reply", { reason: "nothing to do" }]));
		await untilState("idle", first);
		await untilState("thinking", second);
		expect([stateOf(), model.requests.length]).toEqual(["thinking", 3]);
	});

	it("go on where an earlier process left them", async () => {
		const first = startDrivers();
		const side = mailThread(first.bench);
		first.say("a mail", mail(side));
		await first.untilState("thinking", side);
		await first.drivers.close();
		const second = startDrivers({ after: first.bench });
		second.model.answer(calling(["no_reply", { reason: "nothing to do" }]));
		await second.untilState("idle", side);
		expect(second.turns.find(1)?.endKind).toBe("done");
	});

	it("are interrupted by their own events alone", async () => {
		const { bench, say, model, untilState, drivers } = startDrivers();
		const side = mailThread(bench);
		say("a mail", mail(side));
		say("hi");
		await untilState("thinking");
		await untilState("thinking", side);
		drivers.interrupt(say("an alarm", { ...mail(side), urgency: "interrupt" }));
		await settle();
		expect(model.requests).toHaveLength(3);
		expect(bench.modelCalls.ofTurn(bench.turns.unfinished(1)?.id ?? 0)).toMatchObject([{ outcome: undefined }]);
	});
});

describe("what the way in sees", () => {
	it("is the main loop's state, and how many tasks and questions there are", async () => {
		const begun = handTool({ name: "begin" });
		const { say, model, untilState, drivers } = startDrivers({
			tools: [begun.tool, handTool({ name: "pay", effect: "spend" }).tool],
		});
		await untilState("idle");
		expect(drivers.reading()).toEqual({ state: "idle", tasks: 0, approvals: 0 });
		model.answer(calling(["begin", { what: "it" }], ["pay", { what: "it" }]));
		say("go");
		await untilState("thinking");
		await settle();
		expect(drivers.reading()).toEqual({ state: "thinking", tasks: 1, approvals: 1 });
	});
});

describe("a stop", () => {
	it("ends the main turn at once, and leaves the others", async () => {
		const { bench, say, untilState, stateOf, drivers, turns, events } = startDrivers();
		const side = mailThread(bench);
		say("a mail", mail(side));
		await untilState("thinking", side);
		const id = say("think");
		await untilState("thinking");
		const report = drivers.stop(false);
		expect([report.turn, stateOf()]).toEqual([true, "cancelling"]);
		await untilState("idle");
		expect([events.find(id)?.outcome, turns.find(2)?.endKind, stateOf(side)]).toEqual([
			"stopped",
			"stopped",
			"thinking",
		]);
	});

	it("ends what had to give way to what is stopped: the owner's task does not come back by itself", async () => {
		const { say, untilState, drivers, turns, events } = startDrivers();
		const task = say("a long task");
		await untilState("thinking");
		drivers.interrupt(say("an alarm", { trust: "system", kind: "timer", urgency: "interrupt" }));
		await settle();
		drivers.stop(false);
		await untilState("idle");
		expect([turns.find(1)?.endKind, turns.find(2)?.endKind, events.find(task)?.outcome]).toEqual([
			...["stopped", "stopped", "stopped"],
		]);
	});

	it("ends a turn that waits for the disk", async () => {
		const disk = { isFull: false };
		const beforeCommit = () => {
			if (disk.isFull) throw new Error("the disk is full");
		};
		const { say, untilState, drivers, model, clock, turns } = startDrivers({ hooks: { beforeCommit } });
		say("think");
		await untilState("thinking");
		disk.isFull = true;
		model.answer(replying(["E-1"], "lost"));
		await settle();
		disk.isFull = false;
		expect(drivers.stop(false).turn).toBe(true);
		await clock.advance(5_000);
		await untilState("idle");
		expect([turns.find(1)?.endKind, model.requests.length]).toEqual(["stopped", 1]);
	});

	it("of everything ends the others as well", async () => {
		const { bench, say, untilState, drivers, turns } = startDrivers();
		const side = mailThread(bench);
		say("a mail", mail(side));
		await untilState("thinking", side);
		expect(drivers.stop(true).turn).toBe(true);
		await untilState("idle", side);
		expect(turns.find(1)?.endKind).toBe("stopped");
	});

	it("signals nothing where it is not on disk", async () => {
		const { say, untilState, drivers, bench, stateOf, model } = startDrivers();
		say("think");
		await untilState("thinking");
		const failing = () => {
			drivers.stop(false);
			throw new Error("the disk is full");
		};
		expect(() => bench.database.write(failing)).toThrow("the disk is full");
		await settle();
		expect(stateOf()).toBe("thinking");
		model.answer(replying(["E-1"], "Hello"));
		await untilState("idle");
	});

	it("while nothing runs says so, and the next turn runs", async () => {
		const { say, untilState, drivers, model, said } = startDrivers();
		await untilState("idle");
		expect(drivers.stop(false)).toEqual({
			turn: false,
			done: [],
			tasks: [],
			approvals: 0,
			compaction: false,
			goingOn: [],
		});
		model.answer(replying(["E-1"], "Hello"));
		say("hi");
		await untilState("idle");
		await settle();
		expect(said()).toEqual(["Hello"]);
	});
});
