import { describe, expect, it } from "vitest";
import { CutOffError } from "#daemon/gate/run-with-timeout.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import { arrive, beginTurn, settle } from "#daemon/loop/workbench-rows-fixture.ts";
import { ToolError } from "#tools/tool.ts";
import { openTasks } from "./task-desk-fixture.ts";

describe("a task", () => {
	it("works for every open event of its turn, and is listed with what it does since the call began", async () => {
		const { bench, adopt, clock } = openTasks();
		const { turn } = adopt();
		await clock.advance(3_000);
		expect(bench.taskDesk.running()).toEqual([
			{ name: "T-1", tool: "do_work", state: "running", startedAt: clock.now() - 3_000, doing: "working on it" },
		]);
		expect(bench.tasks.eventsWorkedFor(1)).toEqual([1]);
		expect(bench.journal.ofTurn(turn.id)).toMatchObject([{ kind: "task", target: "T-1", outcome: "running" }]);
	});

	it("that ends brings its result as an event of its trajectory, with its turn's authority, where it was asked for", async () => {
		const { bench, adopt, clock } = openTasks();
		const { turn, call, execution } = adopt();
		await clock.advance(12_000);
		execution.end({ state: "done", text: "all sk-secret", outside: { source: "web" }, addendum: () => " is done" });
		await settle();
		expect(bench.events.find(2)).toMatchObject({
			...{ kind: "task-result", trust: "owner", state: "waiting", trajectoryId: 1, causeEventId: 1 },
			...{ conversation: { channel: "web", address: "owner" }, outsideSource: "web", restricts: false },
			text: "Result of task T-1 (call C-1, do_work, ran 12s): done. all [redacted: 1 secret] is done",
		});
		expect(bench.tasks.find(1)).toMatchObject({ state: "done", resultEventId: 2, endedAt: clock.now() });
		expect(bench.calls.find(call.id)?.state).toBe("done");
		expect(bench.journal.ofTurn(turn.id).at(-1)).toMatchObject({ kind: "task", target: "T-1", outcome: "done" });
		expect([bench.woken, bench.taskDesk.running()]).toEqual([["task result"], []]);
		expect(bench.tasks.eventsWorkedFor(1)).toEqual([1]);
	});

	it("keeps the bounds of the turn that began it", async () => {
		const { bench, adopt } = openTasks();
		const { turn, execution } = adopt();
		bench.turns.restrict(turn.id);
		execution.end({ state: "done", text: "" });
		await settle();
		expect(bench.events.find(2)?.restricts).toBe(true);
	});

	it.each([
		["failed", "failed", "FAILED: no disk"],
		["not-run", "failed", "FAILED: no disk"],
		["unknown", "unknown", "CUT OFF: no disk"],
	] as const)("whose call ended as %s has ended as %s", async (state, expected, text) => {
		const { bench, adopt } = openTasks();
		adopt().execution.end({ state, text: "no disk" });
		await settle();
		expect([bench.tasks.find(1)?.state, bench.calls.find(1)?.state]).toEqual([expected, expected]);
		expect(bench.events.find(2)?.text).toContain(text);
	});

	it("writes the rows that its call made with the result, and reports a failure where they can't be", async () => {
		const { bench, adopt } = openTasks();
		const commit = () => {
			bench.facts.write("half", "written");
			throw new ToolError("the file has changed");
		};
		adopt().execution.end({ state: "done", text: "done", commit });
		await settle();
		expect(bench.facts.read("half")).toBeUndefined();
		expect(bench.events.find(2)?.text).toContain("FAILED: the file has changed");
	});

	it("that could not even be begun says so", async () => {
		const { bench, adopt } = openTasks();
		adopt().execution.fail(new Error("the disk is full"));
		await settle();
		expect(bench.events.find(2)?.text).toContain("FAILED: the disk is full");
	});

	it("keeps its result until the disk takes it", async () => {
		const { bench, adopt, clock, disk } = openTasks();
		const { execution } = adopt();
		disk.isFull = true;
		execution.end({ state: "done", text: "42" });
		await settle();
		await clock.advance(5_000);
		expect([bench.tasks.find(1)?.state, bench.woken]).toEqual(["running", []]);
		disk.isFull = false;
		await clock.advance(5_000);
		expect([bench.tasks.find(1)?.state, bench.woken]).toEqual(["done", ["task result"]]);
		expect(bench.logged.join("")).toContain("could not be written");
	});

	it("does not exist where its placeholder was not written", async () => {
		const { bench, adopt } = openTasks();
		const { execution } = adopt({ isRolledBack: true });
		execution.end({ state: "done", text: "42" });
		await settle();
		expect([bench.taskDesk.running(), bench.events.find(2)]).toEqual([[], undefined]);
	});
});

describe("a cancelled task", () => {
	it("is signalled when that is on disk, and its result and rows are thrown away", async () => {
		const { bench, adopt, cancel } = openTasks();
		const { turn, execution, call } = adopt();
		const seen = bench.database.write(() => {
			cancel(1);
			return [...execution.cuts];
		});
		expect(seen).toEqual([]);
		expect(execution.cuts).toEqual([new CutOffError("cancelled: the owner")]);
		execution.end({ state: "done", text: "42", commit: () => bench.facts.write("made", "a row") });
		await settle();
		expect(bench.facts.read("made")).toBeUndefined();
		expect(bench.events.find(2)).toBeUndefined();
		expect([bench.tasks.find(1)?.state, bench.calls.find(call.id)?.state]).toEqual(["cancelled", "unknown"]);
		expect(bench.woken).toEqual([]);
		expect(bench.journal.ofTurn(turn.id).at(-1)).toMatchObject({ decision: "the owner", outcome: "cancelled" });
	});

	it("can't be cancelled again, nor one that has ended", async () => {
		const { adopt, cancel } = openTasks();
		const { execution } = adopt();
		expect([cancel(1), cancel(1)]).toEqual([true, false]);
		adopt().execution.end({ state: "done", text: "" });
		await settle();
		expect(cancel(2)).toBe(false);
		expect(execution.cuts).toHaveLength(1);
	});

	it("leaves what only it worked for to the turn that cancelled it", () => {
		const { bench, adopt, cancel, endTurn } = openTasks();
		endTurn(adopt().turn);
		arrive(bench, "stop that");
		const next = beginTurn(bench);
		cancel(1, next.id);
		expect(bench.events.find(1)).toMatchObject({ state: "taken", turnId: next.id });
	});

	it("ends with it what only it worked for, where no turn takes that over", () => {
		const { bench, adopt, cancel, endTurn } = openTasks();
		endTurn(adopt().turn);
		cancel(1);
		expect(bench.events.find(1)).toMatchObject({ state: "settled", outcome: "stopped" });
	});

	it("leaves alone what its turn still has in hand", () => {
		const { bench, adopt, cancel } = openTasks();
		const { turn } = adopt();
		cancel(1);
		expect(bench.events.find(1)).toMatchObject({ state: "taken", turnId: turn.id });
	});

	it("leaves alone what another task works for, or has a result for that waits", async () => {
		const { bench, adopt, adoptIn, cancel, endTurn } = openTasks();
		const { turn } = adopt();
		const second = adoptIn(turn);
		adoptIn(turn);
		endTurn(turn);
		cancel(3);
		expect(bench.events.find(1)?.state).toBe("taken");
		second.execution.end({ state: "done", text: "42" });
		await settle();
		cancel(1);
		expect(bench.events.find(1)?.state).toBe("taken");
	});
});

describe("what runs when the program ends", () => {
	it("is cut without a row", async () => {
		const { bench, adopt, clock } = openTasks();
		const { execution } = adopt();
		bench.taskDesk.close();
		expect(execution.cuts[0]).toBeInstanceOf(ClosingError);
		execution.fail(new ClosingError());
		await settle();
		expect([bench.tasks.find(1)?.state, clock.nextDelayMs]).toEqual(["running", undefined]);
	});

	it("writes nothing any more, not even a result that the disk refused before", async () => {
		const { bench, adopt, clock, disk } = openTasks();
		const { execution } = adopt();
		disk.isFull = true;
		execution.end({ state: "done", text: "42" });
		await settle();
		disk.isFull = false;
		bench.taskDesk.close();
		await clock.advance(60_000);
		expect(bench.tasks.find(1)?.state).toBe("running");
	});

	it.each([
		["unknown", "may or may not have happened. Check first"],
		["rerun", "Nothing was changed, and there is no result. Call it again"],
	] as const)(
		"is unknown to the next start; of one with recovery '%s' it says what that means",
		async (recovery, words) => {
			const { bench, adopt, restart } = openTasks(recovery);
			adopt();
			const next = restart();
			next.taskDesk.recover();
			next.taskDesk.recover();
			expect(next.tasks.find(1)?.state).toBe("unknown");
			expect(next.calls.find(1)?.state).toBe("unknown");
			expect(next.events.find(2)?.text).toContain(words);
			expect([next.events.find(3), next.woken]).toEqual([undefined, ["task result"]]);
			expect(bench.woken).toEqual([]);
		},
	);
});
