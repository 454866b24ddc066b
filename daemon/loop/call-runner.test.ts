import { describe, expect, it } from "vitest";
import { ToolError } from "#tools/tool.ts";
import { openRunner } from "./call-runner-fixture.ts";
import { ClosingError } from "./closing.ts";
import { resultsOf, settle } from "./workbench-rows-fixture.ts";

const statesOf = ({ bench, turn }: ReturnType<typeof openRunner>) =>
	bench.calls.ofTurn(turn.id).map(({ state }) => state);

describe("the calls of a message", () => {
	it("run side by side where all may, and what follows waits for them", async () => {
		const opened = openRunner();
		const { make, run, reading, work } = opened;
		const ended = run(make("look", "look", "do_work", "look"));
		await settle();
		expect([reading.runs.length, work.runs.length]).toEqual([2, 0]);
		for (const look of reading.runs) look.end({ text: "seen" });
		await settle();
		expect([reading.runs.length, work.runs.length]).toEqual([2, 1]);
		work.runs[0]?.end({ text: "worked" });
		await settle();
		reading.runs[2]?.end({ text: "seen" });
		await ended;
		expect(statesOf(opened)).toEqual(["done", "done", "done", "done"]);
	});

	it("have results in call order, whichever ended first", async () => {
		const { bench, turn, make, run, reading } = openRunner();
		const ended = run(make("look", "look"));
		await settle();
		reading.runs[1]?.end({ text: "second" });
		await settle();
		reading.runs[0]?.end({ text: "first" });
		await ended;
		expect(resultsOf(bench, turn.id).map((text) => text.split("\n")[1])).toEqual(["first", "second"]);
	});

	it("are not run after one that failed, but for those that only look", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, work, reading } = opened;
		const ended = run(make("do_work", "look", "do_work"));
		await settle();
		work.runs[0]?.fail(new ToolError("no such account"));
		await settle();
		reading.runs[0]?.end({ text: "seen" });
		await ended;
		expect(statesOf(opened)).toEqual(["failed", "done", "not-run"]);
		expect(resultsOf(bench, turn.id)[2]).toContain("Not run: call 1 (do_work) failed. Look at its result");
		expect(work.runs).toHaveLength(1);
	});

	it("that have a result already are left as they are, also as failures", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, work } = opened;
		const calls = make("nothing", "do_work");
		await run(calls.slice(0, 1));
		await run(bench.calls.ofTurn(turn.id));
		expect(statesOf(opened)).toEqual(["failed", "not-run"]);
		expect([work.runs.length, resultsOf(bench, turn.id).length]).toEqual([0, 2]);
	});

	it("that were cut off by a crash are unknown, and not run again", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, work } = opened;
		const [call] = make("do_work");
		bench.calls.start(call?.id ?? 0, "execute", "it");
		await run(bench.calls.ofTurn(turn.id));
		expect([statesOf(opened), work.runs.length]).toEqual([["unknown"], 0]);
		expect(resultsOf(bench, turn.id)[0]).toContain("may or may not have happened. Check first");
	});

	it("that ended the program each time are given up, each with what is known of it", () => {
		const opened = openRunner();
		const { bench, turn, make } = opened;
		const [first] = make("do_work", "look");
		bench.calls.start(first?.id ?? 0, "execute", "it");
		bench.runner.giveUp(turn, bench.calls.ofTurn(turn.id));
		expect(statesOf(opened)).toEqual(["unknown", "failed"]);
		expect(resultsOf(bench, turn.id)[1]).toContain("restarted each time that this was run");
	});
});

describe("the gate's word", () => {
	it("is the result of a call that is not allowed, with its line in the journal", async () => {
		const opened = openRunner();
		const { bench, turn, make, paying } = opened;
		const calls = make("pay");
		await bench.runner.run({ ...turn, restricted: true }, calls, opened.control);
		expect([statesOf(opened), paying.runs.length]).toEqual([["denied"], 0]);
		expect(resultsOf(bench, turn.id)[0]).toContain("does not allow it (this turn may only read and tell the owner)");
		expect(bench.journal.ofTurn(turn.id)).toMatchObject([
			{ kind: "gate", decision: "deny" },
			{ kind: "call", outcome: "denied" },
		]);
	});

	it("to ask leaves a placeholder, and what follows goes on", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, work } = opened;
		const ended = run(make("pay", "do_work"));
		await settle();
		work.runs[0]?.end({ text: "worked" });
		await ended;
		expect(statesOf(opened)).toEqual(["asked", "done"]);
		expect(resultsOf(bench, turn.id)[0]).toContain("waiting for approval (call C-1): not done");
		expect(bench.approvals.waitingOfTurn(turn.id)).toHaveLength(1);
	});
});

describe("what is left of a message", () => {
	it("is not run after a stop", async () => {
		const opened = openRunner();
		const { bench, turn, control, make, run } = opened;
		const ended = run(make("do_work", "look"));
		await settle();
		control.stop();
		await ended;
		expect(statesOf(opened)).toEqual(["unknown", "not-run"]);
		expect(resultsOf(bench, turn.id)[1]).toContain("Not run: the owner stopped this turn.");
	});

	it("is not run after an interrupt, and may be called again", async () => {
		const opened = openRunner();
		const { bench, turn, control, make, run } = opened;
		const ended = run(make("do_work", "look"));
		await settle();
		control.interrupt(7);
		await ended;
		expect(statesOf(opened)).toEqual(["unknown", "not-run"]);
		expect(resultsOf(bench, turn.id)[1]).toContain("cut off for E-7, which goes first. Call it again");
	});

	it("is not run after a call that gave way to somebody who waits, but what was begun beside it is", async () => {
		const opened = openRunner();
		const { bench, turn, press, make, run, reading, work } = opened;
		const ended = run(make("look", "look", "do_work"));
		await settle();
		reading.runs[0]?.end({ text: "seen" });
		press();
		await bench.clock.advance(3_000);
		await ended;
		expect([statesOf(opened), work.runs.length]).toEqual([["done", "running", "not-run"], 0]);
		expect(resultsOf(bench, turn.id)[2]).toContain("an event came in that goes first. Call it again");
	});

	it("has no result when the program closes", async () => {
		const opened = openRunner();
		const { bench, turn, control, make, run } = opened;
		const ended = run(make("look", "do_work"));
		await settle();
		control.close();
		await expect(ended).rejects.toThrow(ClosingError);
		expect(resultsOf(bench, turn.id)).toEqual([]);
		await expect(run(bench.calls.ofTurn(turn.id))).rejects.toThrow(ClosingError);
	});
});

describe("a result that can't be written", () => {
	it("is a failure where the call's own rows don't fit", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, work } = opened;
		const ended = run(make("do_work"));
		await settle();
		const commit = () => {
			throw new ToolError("the file has changed");
		};
		work.runs[0]?.end({ text: "worked", commit });
		await ended;
		expect(statesOf(opened)).toEqual(["failed"]);
		expect(resultsOf(bench, turn.id)[0]).toContain("FAILED: the file has changed");
	});

	it("ends the round, and cuts what would go on without anybody hearing of it", async () => {
		const disk = { isFullWhen: () => false };
		const beforeCommit = () => {
			if (disk.isFullWhen()) throw new Error("the disk is full");
		};
		const { bench, make, run, begun } = openRunner({ hooks: { beforeCommit } });
		const calls = make("begin");
		disk.isFullWhen = () => begun.runs.length > 0;
		await expect(run(calls)).rejects.toThrow("the disk is full");
		disk.isFullWhen = () => false;
		expect(begun.runs[0]?.signal.aborted).toBe(true);
		expect(bench.tasks.running()).toEqual([]);
	});

	it("ends the round only when nothing of it runs any more: the next try must meet none of it", async () => {
		const disk = { isFull: false };
		const beforeCommit = () => {
			if (disk.isFull) throw new Error("the disk is full");
		};
		const { bench, turn, make, run, reading } = openRunner({ hooks: { beforeCommit } });
		let isOver = false;
		const ended = run(make("look", "look")).finally(() => {
			isOver = true;
		});
		ended.catch(() => undefined);
		await settle();
		disk.isFull = true;
		reading.runs[0]?.end({ text: "first" });
		await settle();
		disk.isFull = false;
		expect(isOver).toBe(false);
		reading.runs[1]?.end({ text: "second" });
		await expect(ended).rejects.toThrow("the disk is full");
		expect(resultsOf(bench, turn.id)).toHaveLength(1);
	});
});
