import { describe, expect, it } from "vitest";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, mailThread, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import { formatTaskId, parseTaskId } from "./tasks.ts";

/** A turn with two open events and one that is answered, in which a task begins. */
function open(trajectoryId?: number) {
	const bench = openWorkbench();
	const trajectory = trajectoryId === undefined ? 1 : mailThread(bench);
	for (const text of ["a", "b", "c"]) arrive(bench, text, { trajectoryId: trajectory });
	const turn = beginTurn(bench, trajectory);
	bench.events.settle(2, "replied");
	const add = () => {
		const [call] = propose(bench, turn, ["do_work", {}]);
		const callId = call?.id ?? 0;
		const begun = { callId, turnId: turn.id, trajectoryId: trajectory, startedAt: bench.clock.now() - 1_000.4 };
		return bench.tasks.add(begun);
	};
	return { bench, turn, trajectory, add };
}

describe("a task's row", () => {
	it("says what runs, since when, for which event, and works for what was open", () => {
		const { bench, turn, add } = open();
		expect(bench.tasks.find(add())).toEqual({
			...{ id: 1, callId: 1, turnId: turn.id, trajectoryId: 1, tool: "do_work", forEventId: 3, state: "running" },
			...{ resultEventId: undefined, startedAt: bench.clock.now() - 1_000, endedAt: undefined },
		});
		expect(bench.tasks.eventsOf(1)).toEqual([1, 3]);
		expect(bench.tasks.find(2)).toBeUndefined();
	});

	it("ends once, and the first end stands", () => {
		const { bench, turn, add } = open();
		const id = add();
		add();
		const result = arrive(bench, "the result", { kind: "task-result" });
		expect(bench.tasks.end(id, "done", result)).toBe(true);
		expect(bench.tasks.end(id, "cancelled")).toBe(false);
		expect(bench.tasks.find(id)).toMatchObject({ state: "done", resultEventId: result, endedAt: bench.clock.now() });
		expect(bench.tasks.ofResult(result)?.id).toBe(id);
		expect(bench.tasks.running().map((task) => task.id)).toEqual([2]);
		expect(bench.tasks.ofTurn(turn.id).map((task) => task.id)).toEqual([1, 2]);
	});
});

describe("what is worked for", () => {
	it("stays so until the result was taken up, and is not what only a cancelled task worked for", () => {
		const { bench, trajectory, add } = open();
		const first = add();
		expect(bench.tasks.eventsWorkedFor(trajectory)).toEqual([1, 3]);
		const result = arrive(bench, "the result", { kind: "task-result" });
		bench.tasks.end(first, "done", result);
		expect(bench.tasks.eventsWorkedFor(trajectory)).toEqual([1, 3]);
		beginTurn(bench);
		expect(bench.tasks.eventsWorkedFor(trajectory)).toEqual([]);
		bench.tasks.end(add(), "cancelled");
		expect(bench.tasks.eventsWorkedFor(trajectory)).toEqual([]);
	});

	it("is a trajectory's own", () => {
		const { bench, trajectory, add } = open(2);
		add();
		expect([bench.tasks.eventsWorkedFor(trajectory), bench.tasks.eventsWorkedFor(1)]).toEqual([[1, 3], []]);
	});
});

it("is called T-9, in any case and with spaces, and nothing else", () => {
	expect([formatTaskId(9), parseTaskId(" t-9 "), parseTaskId("T-123")]).toEqual(["T-9", 9, 123]);
	for (const text of ["9", "T-0", "T-09", "T-9a", "E-9", "T--9", ""]) expect(parseTaskId(text)).toBeUndefined();
});
