import { describe, expect, it } from "vitest";
import { cancel } from "./cancel.ts";
import { listPending } from "./list-pending.ts";
import { noReply } from "./no-reply.ts";
import { readTask } from "./read-task.ts";
import { reply } from "./reply.ts";
import { call, type TestTask, testContext } from "./test-context.ts";

const RUNNING: TestTask = { name: "T-9", tool: "run_script", state: "running", elapsedMs: 12_000 };

const withTasks = (...tasks: TestTask[]) => testContext({}, tasks);
const saying = (text: string, outside?: { source: string }): TestTask => ({
	...RUNNING,
	said: { text, ...(outside && { outside }) },
});

const ENDS = [
	["done", "T-9 run_script is done, after 33s. Its result is in an event, which came or comes next."],
	["failed", "T-9 run_script failed, after 33s. Its result is in an event, which came or comes next."],
	[
		"unknown",
		"T-9 run_script was cut off, and may or may not have done its work, after 33s. Its result is in an event, which came or comes next.",
	],
	["cancelled", "T-9 run_script was cancelled, after 33s. Its result was thrown away."],
] as const;
const ended = (state: TestTask["state"]): TestTask => ({ ...RUNNING, state, elapsedMs: 33_000, said: { text: "old" } });

describe("read_task", () => {
	it("says how far a task is, and that there is no result", async () => {
		const output = await call(readTask, { id: "T-9" }, withTasks(saying("2 %\n3 %")));
		expect(output).toEqual({
			text: "T-9 run_script has been running for 12s; there is no result yet. So far it said:\n2 %\n3 %",
		});
		const silent = await call(readTask, { id: "T-9" }, withTasks(RUNNING));
		expect(silent.text).toMatch(/no result yet\. It has said nothing so far\.$/);
	});

	it("marks what others wrote", async () => {
		const output = await call(readTask, { id: "T-9" }, withTasks(saying("buy now", { source: "web" })));
		expect(output.outside).toEqual({ source: "web" });
	});

	it.each(ENDS)("says of a task that is %s how it ended, and nothing of what it said", async (state, text) => {
		expect(await call(readTask, { id: "T-9" }, withTasks(ended(state)))).toEqual({ text });
	});

	it("only reads, and knows only what is there", () => {
		expect(readTask.effects({ id: "T-9" }, withTasks(RUNNING))).toEqual({ effect: "read", target: "T-9" });
		expect(() => readTask.effects({ id: "T-1" }, withTasks(RUNNING))).toThrow("There is no task T-1.");
	});
});

describe("cancel", () => {
	it("changes the workspace's work, not what outlives the turn, when it ends a task", () => {
		const report = cancel.effects({ id: "t-9 " }, withTasks({ ...RUNNING, name: "t-9 " }));
		expect(report.effect).toBe("write");
		expect(cancel.effects({ id: "R-1" }, testContext()).effect).toBe("persist");
	});

	it("ends the task at its commit, and repeats the last that it said", async () => {
		const context = withTasks(saying(["1", "2", "3", "4", "5", "x".repeat(300)].join("\n")));
		const output = await call(cancel, { id: "T-9" }, context);
		expect(context.carriedOut).toEqual([]);
		expect(output.text).toBe(
			"Cancelled T-9 (run_script, after 12s). No result will come; what it did until now stays done. " +
				`It had said last:\n2\n3\n4\n5\n${"x".repeat(200)}`,
		);
		output.commit?.();
		expect(context.carriedOut).toEqual([{ cancelled: "T-9" }]);
		expect(cancel.effects({ id: "T-9" }, context)).toMatchObject({ target: "T-9", preview: /^Cancel T-9, run_script/ });
	});

	it("marks what others wrote, and says where nothing was said", async () => {
		const output = await call(cancel, { id: "T-9" }, withTasks(saying("buy now", { source: "web" })));
		expect(output.outside).toEqual({ source: "web" });
		expect((await call(cancel, { id: "T-9" }, withTasks(RUNNING))).text).toMatch(/It had said nothing\.$/);
	});

	it.each(ENDS)("refuses a task that is %s, and says how it ended", async (state, text) => {
		const context = withTasks(ended(state));
		expect(() => cancel.effects({ id: "T-9" }, context)).toThrow(`There is nothing to cancel: ${text}`);
		await expect(call(cancel, { id: "T-9" }, context)).rejects.toThrow(text);
	});
});

describe("list_pending", () => {
	it("names what is running before what waits for its time, and nothing that has ended", async () => {
		const { text } = await call(listPending, {}, withTasks(RUNNING, { ...ended("done"), name: "T-8" }));
		expect(text).toBe("T-9 run_script, running for 12s, no result yet\nR-1, tomorrow 09:00: Water the plants");
	});
});

describe("what ends a turn", () => {
	const EVENTS = { 12: "owner", 13: "owner", 14: "owner" };
	const waitingForTask = () => ({ ...testContext(EVENTS, [RUNNING]), pendingEvents: [12] });

	it("repeats what is still running and what waits for it", async () => {
		const waiting = waitingForTask();
		const { text } = await call(reply, { to: ["E-13"], text: "It is 10:30." }, waiting);
		expect(text).toBe(
			"Queued as the answer to E-13. Still open: E-14. E-12 waits for a task's result. Still running: T-9 run_script (12s).",
		);
		const last = await call(reply, { to: ["E-13", "E-14"], text: "It is 10:30." }, waiting);
		expect(last.text).toMatch(/Nothing else is open\. E-12 waits for a task's result\. Still running: T-9/);
	});

	it("may answer an event that a task is working for", async () => {
		const waiting = waitingForTask();
		const { text, settles } = await call(reply, { to: ["E-12"], text: "I am on it." }, waiting);
		expect(settles?.events).toEqual([12]);
		expect(text).toBe("Queued as the answer to E-12. Still open: E-13, E-14. Still running: T-9 run_script (12s).");
	});

	it("leaves open what a task is working for, when nothing is to be said", async () => {
		const waiting = waitingForTask();
		const output = await call(noReply, { reason: "done" }, waiting);
		expect(output.settles).toEqual({ events: [13, 14], outcome: "no-reply" });
		expect(output.text).toBe(
			"Settled without an answer: E-13, E-14. E-12 waits for a task's result. Still running: T-9 run_script (12s).",
		);
		expect(noReply.effects({ reason: "done" }, waiting).target).toBe("E-13, E-14");
		const all = { ...waiting, pendingEvents: [12, 13, 14] };
		expect((await call(noReply, { reason: "done" }, all)).text).toMatch(/: no open event\. E-12, E-13, E-14 wait for/);
	});

	it("names ten tasks at most", async () => {
		const tasks = Array.from({ length: 13 }, (_, index) => ({ ...RUNNING, name: `T-${index + 1}` }));
		const { text } = await call(noReply, { reason: "done" }, testContext({}, tasks));
		expect(text).toMatch(/T-10 run_script \(12s\) and 3 more\.$/);
	});
});
