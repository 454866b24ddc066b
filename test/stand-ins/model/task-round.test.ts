import { describe, expect, it } from "vitest";
import type { OpenEvent, PastCall } from "./conversation.ts";
import { isTaskResult, taskRounds } from "./task-round.ts";

const STAMP = "[2026-11-30 10:30:47 +2s] Tool call #1 for 'x'\n";

const event = (at: number, channel: string, text: string): OpenEvent => ({
	...{ id: `E-${at}`, channel, text, outside: false, at },
});
const resultOf = (at: number, task: string, script: string) =>
	event(at, "task", `Result of task ${task} (call C-1, run_script, ran 34s): done. ${script} printed: all of it`);
const started = (name: string, percentPerSecond: number, task: string): PastCall => ({
	...{ tool: "run_script", arguments: { name, percentPerSecond }, at: 2 },
	result: `${STAMP}Started as task ${task}. There is no result yet: don't guess it.`,
});
const call = (tool: string, id: string, result: string, at = 6): PastCall => ({
	...{ tool, arguments: { id }, result: `${STAMP}${result}`, at },
});
const look = (id: string, percent: number) =>
	call("read_task", id, `${id} run_script has been running. So far it said:\nx: 0 %\nx: ${percent} %`);

const ASKED = event(1, "web", "run a, b, c at 3, 2, 1 % a second");
const ALL = [started("a", 3, "T-1"), started("b", 2, "T-2"), started("c", 1, "T-3")];
const FIRST = resultOf(5, "T-1", "a");

describe("several scripts", () => {
	it("are looked at when the first of them ends", () => {
		expect(taskRounds([FIRST], [ASKED, FIRST], ALL)).toEqual([
			{
				kind: "call",
				calls: [
					{ tool: "read_task", arguments: { id: "T-2" } },
					{ tool: "read_task", arguments: { id: "T-3" } },
				],
			},
		]);
	});

	it("are cancelled where they are not half done, and only there", () => {
		const calls = [...ALL, look("T-2", 50), look("T-3", 49.5)];
		expect(taskRounds([FIRST], [ASKED, FIRST], calls)).toEqual([
			{ kind: "call", calls: [{ tool: "cancel", arguments: { id: "T-3" } }] },
		]);
	});

	it("are waited for while one is left, also where a cancel failed", () => {
		const refused = call("cancel", "T-3", "FAILED: it has ended meanwhile");
		const calls = [...ALL, look("T-2", 66), look("T-3", 33), refused];
		expect(taskRounds([FIRST], [ASKED, FIRST], calls)).toEqual([{ kind: "wait" }]);
	});

	it("are reported together when none is left, with the one that was cancelled", () => {
		const cancelled = call("cancel", "T-3", "Cancelled T-3 (run_script, after 34s). No result will come.");
		const second = resultOf(9, "T-2", "b");
		const calls = [...ALL, look("T-2", 66), look("T-3", 33), cancelled];
		const [round] = taskRounds([second], [ASKED, FIRST, second], calls);
		expect(round).toMatchObject({ kind: "report", events: [{ id: "E-9" }] });
		expect(round).toMatchObject({
			text: "- `a` (T-1): done. a printed: all of it\n- `b` (T-2): done. b printed: all of it\n- `c` (T-3): cancelled at 33 %",
		});
	});

	it("count as cancelled where a note says that the owner ended them, and not where it says that they go on", () => {
		const last = resultOf(9, "T-1", "a");
		const note = (text: string) => event(7, "system", `[note] ${text}`);
		const kindAfter = (...notes: OpenEvent[]) => taskRounds([last], [ASKED, ...notes, last], ALL)[0]?.kind;
		expect(kindAfter(note('The owner said "/stop" (E-3). Ended: T-2 run_script, T-3 run_script. Still …'))).toBe(
			"report",
		);
		expect(kindAfter(note("The owner ended T-2 run_script. No result."), note("The owner ended T-3 run_script."))).toBe(
			"report",
		);
		expect(kindAfter(note("The owner pressed Stop (E-3). Still running: T-2 run_script, T-3 run_script."))).toBe(
			"call",
		);
	});

	it("are one report where two of them end at once", () => {
		const results = [FIRST, resultOf(6, "T-2", "b"), resultOf(7, "T-3", "c")];
		const rounds = taskRounds(results, [ASKED, ...results], ALL);
		expect(rounds).toMatchObject([{ kind: "report", events: [{ id: "E-5" }, { id: "E-6" }, { id: "E-7" }] }]);
	});
});

it("keeps scripts of different messages apart", () => {
	const other = event(0, "web", "run d at 1 % a second");
	const calls = [...ALL, started("d", 1, "T-4")];
	const alone = resultOf(5, "T-4", "d");
	expect(taskRounds([alone], [other, ASKED, alone], calls)).toMatchObject([
		{ kind: "report", text: "- `d` (T-4): done. d printed: all of it" },
	]);
});

it("reports a result of which it no longer sees how it came about", () => {
	expect(taskRounds([FIRST], [FIRST], [])).toMatchObject([
		{ kind: "report", text: expect.stringContaining("Result of task T-1") },
	]);
});

it("takes nothing but a task's event for a task's result", () => {
	expect(isTaskResult(FIRST)).toBe(true);
	expect(isTaskResult({ ...FIRST, channel: "web" })).toBe(false);
	expect(isTaskResult(event(5, "task", "something else"))).toBe(false);
});
