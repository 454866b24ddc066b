import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { ToolError } from "#tools/tool.ts";
import type { ProgressReading } from "./progress-log.ts";
import { createTaskPort } from "./task-port.ts";

const MAIN = 1;

/** Tasks on disk: T-1 runs grep for the owner, T-2 runs glob for a mail thread, T-3 of the owner's has failed after 5 s. */
async function open(progress?: ProgressReading, isCancelled = true) {
	const clock = new FakeClock("2026-11-30T10:30:45Z");
	const database = new Database(join(tempFolder(), "state.db"));
	const { turns, entries, calls, tasks, trajectories } = openRecords(database, clock, systemIds, () => undefined);
	const side = trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
	const begin = (tool: string, trajectoryId: number) => {
		const turnId = turns.begin(trajectoryId, "owner");
		const message = { role: "assistant" as const, content: "" };
		const entryId = entries.add({ trajectoryId, turnId, kind: "assistant", message, outside: false });
		const call = { turnId, entryId, position: 1, wireTool: tool, tool, arguments: "{}" };
		const callId = calls.add({ ...call, malformed: undefined, forEventId: undefined });
		return tasks.add({ callId, turnId, trajectoryId, startedAt: clock.now() });
	};
	begin("grep", MAIN);
	begin("glob", side);
	const failed = begin("read_file", MAIN);
	await clock.advance(5_000);
	tasks.end(failed, "failed");
	await clock.advance(7_000);
	const cancelled: unknown[] = [];
	const asked: number[] = [];
	const desk = {
		progressOf(id: number) {
			asked.push(id);
			return progress;
		},
		cancel({ id }: { id: number }, by: string) {
			cancelled.push([id, by]);
			return isCancelled;
		},
	};
	return { port: createTaskPort(desk, tasks, MAIN, clock), clock, cancelled, asked };
}

describe("the tasks as a trajectory's tools see them", () => {
	it("are its own, with tool, state and time", async () => {
		const { port } = await open();
		expect(port.running()).toEqual([{ name: "T-1", tool: "grep", state: "running", elapsedMs: 12_000 }]);
		expect(port.find(" t-1 ").name).toBe("T-1");
		expect(port.find("T-3")).toEqual({ name: "T-3", tool: "read_file", state: "failed", elapsedMs: 5_000 });
	});

	it("never ran for less than no time, where the clock was set back", async () => {
		const { port, clock } = await open();
		clock.set("2026-11-30T09:00:00Z");
		expect(port.running()[0]?.elapsedMs).toBe(0);
	});

	it("don't include those of others: they can be neither seen, nor read, nor ended", async () => {
		const { port, cancelled, asked } = await open({ text: "secret", leftOut: 0 });
		for (const use of [port.find, port.progress, port.cancel]) {
			expect(() => use("T-2")).toThrow(new ToolError("There is no task T-2. Running: T-1 grep."));
			expect(() => use("T-99")).toThrow(new ToolError("There is no task T-99. Running: T-1 grep."));
			expect(() => use("9")).toThrow(new ToolError('"9" is not a task\'s number like "T-9". Running: T-1 grep.'));
		}
		expect([cancelled, asked]).toEqual([[], []]);
	});

	it("tell what they said, how much of it is left out, and whose words it holds", async () => {
		const { port } = await open({ text: "3 %", leftOut: 1_200, outside: { source: "web" } });
		expect(port.progress("T-1")).toEqual({
			text: "[1200 characters before this are left out]\n3 %",
			outside: { source: "web" },
		});
		expect((await open({ text: "3 %", leftOut: 0 })).port.progress("T-1")).toEqual({ text: "3 %" });
		expect((await open()).port.progress("T-1")).toEqual({ text: "" });
	});

	it("say nothing more once they have ended", async () => {
		const { port, asked } = await open({ text: "3 %", leftOut: 0 });
		expect(port.progress("T-3")).toEqual({ text: "" });
		expect(asked).toEqual([]);
	});

	it("are cancelled by whoever runs them, in the assistant's name", async () => {
		const { port, cancelled } = await open();
		port.cancel("T-1");
		expect(cancelled).toEqual([[1, "the assistant"]]);
	});

	it("can't be cancelled when they have ended between the call and its commit", async () => {
		const { port } = await open(undefined, false);
		expect(() => port.cancel("T-1")).toThrow(new ToolError("T-1 has ended meanwhile."));
	});
});
