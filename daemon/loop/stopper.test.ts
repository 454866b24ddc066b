import { describe, expect, it } from "vitest";
import type { AtWork } from "./stopper.ts";
import { openWorkbench } from "./workbench-fixture.ts";
import { arrive, beginTurn, mailThread, propose } from "./workbench-rows-fixture.ts";

/** Turns with tasks, questions and finished calls, as a test puts them there. */
function open() {
	const bench = openWorkbench();
	let begun = 0;
	const turn = (trajectoryId = 1) => {
		begun += 1;
		arrive(bench, `work ${begun}`, { trajectoryId });
		return beginTurn(bench, trajectoryId);
	};
	const call = (of: ReturnType<typeof turn>, tool: string) => propose(bench, of, [tool, {}])[0]?.id ?? 0;
	const task = (of: ReturnType<typeof turn>, tool = "run_script") =>
		bench.tasks.add({ callId: call(of, tool), turnId: of.id, trajectoryId: of.trajectoryId, startedAt: 0 });
	const question = (of: ReturnType<typeof turn>) => {
		const asked = { digest: "d", resourceVersion: undefined, preview: "", expiresAt: bench.clock.now() + 1 };
		return bench.approvals.add({ ...asked, code: `Q${of.id}`, callId: call(of, "pay") });
	};
	const end = (of: ReturnType<typeof turn>) => bench.turns.end(of.id, "done", "");
	const stop = (atWork: Partial<AtWork> = {}) =>
		bench.database.write(() => bench.stopper.stop({ turnId: undefined, all: false, ...atWork }));
	const running = () => bench.tasks.running().map(({ id }) => id);
	const asking = () => bench.approvals.inState("waiting").map(({ id }) => id);
	return { bench, turn, call, task, question, end, stop, running, asking };
}

it("a stop gives up a summing up that the owner asked for, also one that has begun, and no other", () => {
	const { bench, stop } = open();
	const { compactions } = bench;
	const own = compactions.begin(1, "handover");
	compactions.take(compactions.ask(1, undefined, undefined));
	compactions.ask(1, "the flight", undefined);
	expect(stop().compaction).toBe(true);
	expect(compactions.open().map(({ id }) => id)).toEqual([own]);
	expect(stop().compaction).toBe(false);
});

describe("a stop while a turn runs", () => {
	it("ends that turn's tasks and questions, names them, and what goes on", () => {
		const { bench, turn, task, question, end, stop, running, asking } = open();
		const earlier = turn();
		task(earlier);
		question(earlier);
		end(earlier);
		const now = turn();
		task(now, "count");
		question(now);
		expect(stop({ turnId: now.id })).toEqual({
			...{ turn: true, done: [], tasks: ["T-2 count"], approvals: 1, compaction: false, goingOn: ["T-1 run_script"] },
		});
		expect([running(), asking()]).toEqual([[1], [1]]);
		expect(bench.approvals.find(2)?.state).toBe("lapsed");
		expect(bench.trajectories.find(1)?.state).toBe("cancelling");
		expect(bench.journal.ofTurn(now.id).at(-1)).toMatchObject({
			kind: "approval",
			decision: expect.stringMatching(/^lapsed/),
		});
		expect(bench.journal.ofTurn(now.id)).toContainEqual(
			expect.objectContaining({ kind: "task", target: "T-2", decision: "stopped by the owner", outcome: "cancelled" }),
		);
	});

	it("names what the turn has done to the world, once each, and not what it looked at, said or failed", () => {
		const { bench, turn, call, stop } = open();
		const now = turn();
		const made = (tool: string, effect: "write" | "read" | "tell-owner" | "none", state: "done" | "failed") => {
			const id = call(now, tool);
			bench.calls.start(id, effect === "none" ? "none" : effect, "notes.md");
			bench.calls.decide(id, state);
			bench.journal.add({ kind: "gate", turnId: now.id, callId: id, effect, target: "notes.md", decision: "allow" });
			bench.journal.add({ kind: "call", turnId: now.id, callId: id, effect, target: "notes.md", outcome: state });
		};
		made("write_file", "write", "done");
		made("edit_file", "write", "failed");
		made("read_file", "read", "done");
		made("reply", "tell-owner", "done");
		made("no_reply", "none", "done");
		expect(stop({ turnId: now.id }).done).toEqual(["write_file on notes.md"]);
	});
});

describe("a stop while none runs", () => {
	it("ends what the newest turn that left something has left: its tasks", () => {
		const { bench, turn, task, end, stop, running } = open();
		for (const of of [turn(), turn()]) {
			task(of);
			end(of);
		}
		end(turn());
		expect(stop()).toMatchObject({ turn: false, tasks: ["T-2 run_script"], goingOn: ["T-1 run_script"] });
		expect(running()).toEqual([1]);
		expect(bench.trajectories.find(1)?.state).toBe("idle");
	});

	it("or its questions", () => {
		const { turn, task, question, end, stop, running, asking } = open();
		const [first, second] = [turn(), turn()];
		task(first);
		question(second);
		for (const of of [first, second]) end(of);
		expect(stop()).toMatchObject({ turn: false, tasks: [], approvals: 1 });
		expect([running(), asking()]).toEqual([[1], []]);
	});

	it("leaves alone what was begun elsewhere than in the owner's conversation", () => {
		const { bench, turn, task, question, stop, running, asking } = open();
		const mail = turn(mailThread(bench));
		task(mail);
		question(mail);
		expect(stop()).toEqual({
			turn: false,
			done: [],
			tasks: [],
			approvals: 0,
			compaction: false,
			goingOn: ["T-1 run_script"],
		});
		expect([running(), asking()]).toEqual([[1], [1]]);
	});

	it("ends nothing where nothing was left", () => {
		const { turn, end, stop } = open();
		end(turn());
		expect(stop()).toEqual({ turn: false, done: [], tasks: [], approvals: 0, compaction: false, goingOn: [] });
	});
});

it("a stop of everything ends every task and question, whoever began it", () => {
	const { bench, turn, task, question, end, stop, running, asking } = open();
	const earlier = turn();
	task(earlier);
	question(earlier);
	end(earlier);
	const mail = turn(mailThread(bench));
	task(mail);
	question(mail);
	expect(stop({ all: true })).toEqual({
		...{
			turn: true,
			done: [],
			tasks: ["T-1 run_script", "T-2 run_script"],
			approvals: 2,
			compaction: false,
			goingOn: [],
		},
	});
	expect([running(), asking()]).toEqual([[], []]);
});
