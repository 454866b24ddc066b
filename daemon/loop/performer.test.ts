import { describe, expect, it, onTestFinished } from "vitest";
import { openRunner } from "./call-runner-fixture.ts";
import type { CallResult } from "./results.ts";
import { resultsOf, settle } from "./workbench-rows-fixture.ts";

const journalOf = ({ bench, turn }: ReturnType<typeof openRunner>) =>
	bench.journal.ofTurn(turn.id).map(({ kind, decision, outcome }) => `${kind} ${decision ?? outcome}`);

describe("a call that is let through", () => {
	it("is on disk as running, with the gate's word, before anything happens", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, work } = opened;
		const ended = run(make("do_work"));
		await settle();
		expect(bench.calls.ofTurn(turn.id)[0]).toMatchObject({ state: "running", effect: "execute", target: "it" });
		expect(journalOf(opened)).toEqual(["gate allow"]);
		expect(bench.activity.current?.text).toBe("working on it");
		work.runs[0]?.end({ text: "worked" });
		await ended;
		expect(journalOf(opened)).toEqual(["gate allow", "call done"]);
	});

	it("has the gate's word written with its result, where nothing but rows comes of it", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, reading } = opened;
		const ended = run(make("look", "look"));
		await settle();
		expect([bench.calls.ofTurn(turn.id)[0]?.state, journalOf(opened)]).toEqual(["intended", []]);
		reading.runs[0]?.end({ text: "seen" });
		reading.runs[1]?.fail(new Error("no such file"));
		await ended;
		expect(journalOf(opened)).toEqual(["gate allow", "call done", "gate allow", "call failed"]);
	});
});

describe("a call that only begins something", () => {
	it("has a task's number as its result at once, which promises nothing, and what follows goes on", async () => {
		const opened = openRunner();
		const { bench, turn, make, run, begun, work } = opened;
		const ended = run(make("begin", "do_work"));
		await settle();
		work.runs[0]?.end({ text: "worked" });
		await ended;
		const [started, worked] = resultsOf(bench, turn.id);
		expect(started).toContain("Started as task T-1. There is no result yet: don't guess it");
		expect(worked).toContain("worked");
		expect(begun.runs[0]?.signal.aborted).toBe(false);
		expect(bench.tasks.running()).toMatchObject([{ callId: 1, tool: "begin" }]);
		expect(journalOf(opened)).toContain("gate allow");
	});

	it("goes on though its turn is stopped, until somebody ends the task", async () => {
		const { bench, control, make, run, begun } = openRunner();
		await run(make("begin"));
		control.stop();
		expect(begun.runs[0]?.signal.aborted).toBe(false);
		const [task] = bench.tasks.running();
		if (task) bench.taskDesk.cancel(task, "the owner");
		expect(begun.runs[0]?.signal.aborted).toBe(true);
	});

	it("leaves no stray failure where the disk takes neither its start nor its result", async () => {
		const disk = { isFull: false };
		const beforeCommit = () => {
			if (disk.isFull) throw new Error("the disk is full");
		};
		const { bench, make, run } = openRunner({ hooks: { beforeCommit } });
		const stray: unknown[] = [];
		const note = (error: unknown) => void stray.push(error);
		process.on("unhandledRejection", note);
		onTestFinished(() => void process.off("unhandledRejection", note));
		const calls = make("begin");
		disk.isFull = true;
		await expect(run(calls)).rejects.toThrow("the disk is full");
		disk.isFull = false;
		await settle();
		expect([stray, bench.tasks.running()]).toEqual([[], []]);
	});
});

describe("a call that outlasts the patience while somebody waits", () => {
	it("goes on as a task, and its result comes as an event", async () => {
		const { bench, turn, press, make, run, work } = openRunner();
		const ended = run(make("do_work"));
		await settle();
		await bench.clock.advance(4_000);
		press();
		await ended;
		expect(resultsOf(bench, turn.id)[0]).toContain(
			"Not finished after 4s: the call goes on in the background as task T-1. There is no result yet",
		);
		work.runs[0]?.end({ text: "worked" });
		await settle();
		expect(bench.events.find(2)).toMatchObject({ kind: "task-result", text: expect.stringContaining("worked") });
	});

	it("says so where it has not begun, and behind whom it waits", async () => {
		const { bench, turn, press, make, run, writing } = openRunner();
		const first = bench.lock.acquire(new AbortController().signal, () => "T-9 run_script");
		const release = await first;
		const ended = run(make("write"));
		await settle();
		press();
		await bench.clock.advance(3_000);
		await ended;
		expect(resultsOf(bench, turn.id)[0]).toContain("Not begun: it waits as task T-1 until T-9 run_script has ended");
		expect([writing.runs.length, bench.calls.find(1)?.startedAt]).toEqual([0, undefined]);
		release();
		await settle();
		expect([writing.runs.length, bench.calls.find(1)?.effect]).toEqual([1, "write"]);
		writing.runs[0]?.end({ text: "written" });
		await settle();
		expect(bench.calls.find(1)?.state).toBe("done");
	});

	it("was not run where it is cancelled before it began, and what follows it in the queue is", async () => {
		const { bench, press, make, run, writing } = openRunner();
		const release = await bench.lock.acquire(new AbortController().signal);
		const ended = run(make("write"));
		await settle();
		press();
		await bench.clock.advance(3_000);
		await ended;
		const [task] = bench.tasks.running();
		if (task) bench.taskDesk.cancel(task, "the owner");
		release();
		await settle();
		expect([writing.runs.length, bench.lock.isHeld]).toEqual([0, false]);
	});
});

it("a stop while a call waits to change things leaves it not run", async () => {
	const { bench, turn, control, make, run, writing } = openRunner();
	const release = await bench.lock.acquire(new AbortController().signal);
	const ended = run(make("write"));
	await settle();
	control.stop();
	await ended;
	release();
	const state: CallResult["state"] | undefined = bench.calls.find(1)?.state;
	expect([state, writing.runs.length]).toEqual(["not-run", 0]);
	expect(resultsOf(bench, turn.id)[0]).toContain("Not run: stopped by the owner");
});
