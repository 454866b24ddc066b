import { describe, expect, it } from "vitest";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, mailThread } from "#daemon/loop/workbench-rows-fixture.ts";

const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id);

describe("what waits for a trajectory", () => {
	it("is its own, of the trust asked for, for the loop, oldest first, and no more than wanted", () => {
		const bench = openWorkbench();
		const side = mailThread(bench);
		for (const text of ["a", "b", "c"]) arrive(bench, text);
		arrive(bench, "timer", { trust: "system", kind: "timer" });
		arrive(bench, "mail", { trust: "system", trajectoryId: side });
		arrive(bench, "/stop", { route: "command", kind: "command" });
		expect(ids(bench.events.waitingFor(1, "owner", 2))).toEqual([1, 2]);
		expect(ids(bench.events.waitingFor(side, "system", 9))).toEqual([5]);
		expect(bench.events.waitingFor(side, "owner", 9)).toEqual([]);
		expect([1, side].map((id) => bench.events.countWaitingFor(id))).toEqual([4, 1]);
		expect(bench.events.countWaiting()).toBe(6);
		expect(bench.events.othersWaiting()).toEqual([side]);
	});

	it("names the longest wait of each trust", async () => {
		const bench = openWorkbench();
		const first = bench.clock.now();
		arrive(bench, "a");
		await bench.clock.advance(1_000);
		arrive(bench, "b");
		arrive(bench, "timer", { trust: "system", kind: "timer" });
		expect(bench.events.longestWaiting(1)).toEqual([
			{ trust: "owner", receivedAt: first },
			{ trust: "system", receivedAt: first + 1_000 },
		]);
		expect(bench.events.longestWaiting(mailThread(bench))).toEqual([]);
	});

	it("is nothing once it was taken up", () => {
		const bench = openWorkbench();
		arrive(bench, "a", { trajectoryId: mailThread(bench) });
		expect(bench.events.hasWaiting(2)).toBe(true);
		beginTurn(bench, 2);
		expect([bench.events.hasWaiting(2), bench.events.othersWaiting()]).toEqual([false, []]);
	});

	it("presses where it is the owner's own words or was made urgent, of whatever trust", () => {
		const bench = openWorkbench();
		const side = mailThread(bench);
		arrive(bench, "an ordinary timer", { trust: "system", kind: "timer" });
		arrive(bench, "a result", { kind: "task-result" });
		arrive(bench, "the house is on fire", { trust: "system", kind: "timer", urgency: "critical" });
		arrive(bench, "what now?");
		arrive(bench, "a friend's word", { trust: "known" });
		arrive(bench, "an alarm", { trust: "known", urgency: "interrupt" });
		arrive(bench, "elsewhere", { trajectoryId: side, urgency: "critical" });
		arrive(bench, "/stop", { route: "command" });
		expect(bench.events.pressing(1)).toEqual([
			{ id: 3, trust: "system", urgency: "critical" },
			{ id: 4, trust: "owner", urgency: "normal" },
			{ id: 6, trust: "known", urgency: "interrupt" },
		]);
		expect(ids(bench.events.pressing(side))).toEqual([7]);
		beginTurn(bench, side);
		expect(bench.events.pressing(side)).toEqual([]);
	});
});

describe("an event", () => {
	it("is taken up once", () => {
		const bench = openWorkbench();
		const id = arrive(bench, "a");
		const first = bench.turns.begin(1, "owner");
		bench.events.take(id, first);
		bench.events.take(id, bench.turns.begin(1, "owner"));
		expect(bench.events.find(id)).toMatchObject({ state: "taken", turnId: first });
	});

	it("moves to the turn that will answer it, as long as it is open", () => {
		const bench = openWorkbench();
		const id = arrive(bench, "a");
		bench.events.moveTo(id, bench.turns.begin(1, "owner"));
		expect(bench.events.find(id)?.turnId).toBeUndefined();
		const { id: first } = beginTurn(bench);
		const second = bench.turns.begin(1, "owner");
		bench.events.moveTo(id, second);
		expect(bench.events.find(id)?.turnId).toBe(second);
		bench.events.settle(id, "replied");
		bench.events.moveTo(id, first);
		expect(bench.events.find(id)?.turnId).toBe(second);
	});

	it("goes back into the queue of a trajectory, unless it is settled", () => {
		const bench = openWorkbench();
		const side = mailThread(bench);
		const id = arrive(bench, "a", { trajectoryId: side });
		beginTurn(bench, side);
		bench.events.release(id, 1);
		expect(bench.events.find(id)).toMatchObject({ state: "waiting", turnId: undefined, trajectoryId: 1 });
		bench.events.settle(id, "replied");
		bench.events.release(id, 1);
		expect(bench.events.find(id)?.state).toBe("settled");
	});

	it("is handed to another trajectory only while it waits", () => {
		const bench = openWorkbench();
		const id = arrive(bench, "a");
		const side = mailThread(bench);
		expect(bench.events.moveToTrajectory(id, side)).toBe(true);
		beginTurn(bench, side);
		expect(bench.events.moveToTrajectory(id, 1)).toBe(false);
		expect(bench.events.find(id)?.trajectoryId).toBe(side);
	});
});

it("keeps for each trajectory what it has yet to be shown: the newest, and how many are older", () => {
	const bench = openWorkbench();
	const side = mailThread(bench);
	for (const text of ["a", "b", "c"]) bench.events.leaveUnseen(arrive(bench, text, { route: "command" }));
	bench.events.leaveUnseen(arrive(bench, "side", { trajectoryId: side }));
	bench.events.leaveUnseen(1);
	const { events, older } = bench.events.unseen(1, 2);
	expect([ids(events), older]).toEqual([[2, 3], 1]);
	bench.events.clearUnseen(1);
	expect(bench.events.unseen(1, 2)).toEqual({ events: [], older: 0 });
	expect(ids(bench.events.unseen(side, 2).events)).toEqual([4]);
});
