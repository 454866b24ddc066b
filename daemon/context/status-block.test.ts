import { expect, it } from "vitest";
import { Stamper } from "./stamp.ts";
import { renderStatusBlock, type StatusReading } from "./status-block.ts";

const READING: StatusReading = {
	now: Date.parse("2026-11-30T10:30:45Z"),
	ownerSpokeAt: undefined,
	round: 1,
	maxRounds: 25,
	calls: [],
	openEvents: [],
	waitingEvents: 0,
	runningTasks: [],
	openApprovals: 0,
	nextTimers: [],
	outsideInView: false,
	restricted: false,
};

const linesOf = (reading: Partial<StatusReading>): string[] =>
	renderStatusBlock({ ...READING, ...reading }, new Stamper("UTC")).split("\n");

const tasksIn = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `T-${index + 1}`, tool: "run_script", elapsedMs: 72_000 }));

it("says that nothing runs", () => {
	expect(linesOf({})).toContain("running tasks: none");
});

it("names what runs, for how long, and that its result does not exist", () => {
	expect(linesOf({ runningTasks: tasksIn(2) })).toContain(
		"running tasks: T-1 run_script 1m12s, T-2 run_script 1m12s (no result yet: the result does not exist before its event)",
	);
});

it("stands a clock that was set back", () => {
	expect(linesOf({ runningTasks: [{ name: "T-1", tool: "glob", elapsedMs: -5_000 }] })).toContainEqual(
		expect.stringContaining("T-1 glob 0s ("),
	);
});

it("stays short, whatever is going on", () => {
	const line = linesOf({ runningTasks: tasksIn(500) }).find((text) => text.startsWith("running tasks: "));
	expect(line).toMatch(/T-10 run_script 1m12s and 490 more \(no result yet/);
	expect(line).not.toContain("T-11 ");
});

it("has one line for each figure, between its tags, with the same keys whatever goes on", () => {
	const keysOf = (reading: Partial<StatusReading>) => linesOf(reading).map((line) => line.split(": ")[0]);
	expect(keysOf({})[0]).toBe("<agent_status>");
	expect(keysOf({}).at(-1)).toBe("</agent_status>");
	expect(keysOf({ runningTasks: tasksIn(3), waitingEvents: 2, openEvents: [12], round: 25 })).toEqual(keysOf({}));
	expect(linesOf({}).slice(1, -1)).toSatisfy((lines: string[]) => lines.every((line) => /^[a-z' ]+: \S/.test(line)));
});
