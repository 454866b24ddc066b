import { describe, expect, it } from "vitest";
import { CutOffError } from "#daemon/gate/run-with-timeout.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import { settle } from "#daemon/loop/workbench-rows-fixture.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { handTool } from "#test/hand-tool.ts";
import { testContext } from "#tools/test-context.ts";
import type { Tool } from "#tools/tool.ts";
import { startExecution } from "./start-execution.ts";
import { WriteLock } from "./write-lock.ts";

interface StartOptions extends Partial<Pick<Tool, "recovery" | "timeoutMs">> {
	writes?: boolean;
	beforeRun?: () => void;
}

function open() {
	const clock = new FakeClock();
	const lock = new WriteLock();
	const written: string[] = [];
	const start = ({ writes = false, beforeRun, ...declared }: StartOptions = {}) => {
		const { tool, runs } = handTool(declared);
		const context = testContext();
		const execution = startExecution(
			{
				tool,
				arguments: { what: "the accounts" },
				writes,
				holder: () => "T-9 do_work",
				contextWith: (progress) => ({ ...context, progress: (text, outside) => progress.add(text, outside) }),
				beforeRun: beforeRun ?? (() => void written.push("before")),
				withResult: () => void written.push("with the result"),
			},
			{ clock, lock },
		);
		return { execution, runs };
	};
	return { clock, lock, written, start };
}

describe("an execution", () => {
	it("runs the tool at once, says on disk before that it will, and keeps what it says on its way", () => {
		const { clock, written, start } = open();
		const { execution, runs } = start();
		expect([written, execution.isStarted, runs.length]).toEqual([["before"], true, 1]);
		expect([execution.startedAt, execution.startedMs]).toEqual([clock.now(), clock.monotonicMs()]);
		runs[0]?.say("3 %");
		expect(execution.progress.read().text).toBe("3 %");
	});

	it("ends with what the tool returned, its rows after those that belong to the gate", async () => {
		const { written, start } = open();
		const { execution, runs } = start();
		const outside = { source: "web" };
		runs[0]?.end({ text: "42", outside, commit: () => void written.push("the tool's") });
		const result = await execution.ended;
		expect(result).toMatchObject({ state: "done", text: "42", outside });
		expect(written).toEqual(["before"]);
		result.commit?.();
		expect(written).toEqual(["before", "with the result", "the tool's"]);
	});

	it("ends as failed where the tool throws, with the gate's rows", async () => {
		const { written, start } = open();
		const { execution, runs } = start();
		runs[0]?.fail(new Error("no such file"));
		const result = await execution.ended;
		expect([result.state, result.text]).toEqual(["failed", "no such file"]);
		result.commit?.();
		expect(written).toEqual(["before", "with the result"]);
	});

	it("does not run the tool where it can't be written down before, and frees the lock", async () => {
		const { lock, start } = open();
		const beforeRun = () => {
			throw new Error("the disk is full");
		};
		const { execution, runs } = start({ beforeRun, writes: true });
		await expect(execution.ended).rejects.toThrow("the disk is full");
		expect([runs.length, execution.isStarted, lock.isHeld]).toEqual([0, false, false]);
	});
});

describe("an execution that is cut", () => {
	it("signals the tool, and may or may not have happened", async () => {
		const { start } = open();
		const { execution, runs } = start();
		execution.cut(new CutOffError("stopped by the owner"));
		const { state, text } = await execution.ended;
		expect(runs[0]?.signal.aborted).toBe(true);
		expect(state).toBe("unknown");
		expect(text).toBe("stopped by the owner; it may or may not have happened. Check before you try again");
	});

	it("has failed for good where nothing but its own rows would have come of it", async () => {
		const { start } = open();
		const { execution } = start({ recovery: "rerun" });
		execution.cut(new CutOffError("stopped by the owner"));
		expect(await execution.ended).toMatchObject({ state: "failed", text: "stopped by the owner" });
	});

	it("by its own time limit is as unclear as by anybody", async () => {
		const { clock, start } = open();
		const { execution } = start({ timeoutMs: 2_000 });
		await clock.advance(2_000);
		const { state, text } = await execution.ended;
		expect([state, text]).toEqual(["unknown", expect.stringContaining("took longer than 2 s")]);
	});

	it("has no result where the program ends", async () => {
		const { start } = open();
		const { execution } = start();
		execution.cut(new ClosingError());
		await expect(execution.ended).rejects.toThrow(ClosingError);
	});

	it("after its end stays as it is", async () => {
		const { start } = open();
		const { execution, runs } = start();
		runs[0]?.end({ text: "42" });
		await execution.ended;
		execution.cut(new CutOffError("too late"));
		expect(await execution.ended).toMatchObject({ state: "done", text: "42" });
	});
});

describe("an execution that changes things", () => {
	it("waits for the one before it, and neither starts nor says that it did until then", async () => {
		const { written, lock, start } = open();
		const first = start({ writes: true });
		await settle();
		const second = start({ writes: true });
		const reading = start();
		await settle();
		expect([first.execution.isStarted, second.execution.isStarted, reading.execution.isStarted]).toEqual([
			...[true, false, true],
		]);
		expect([second.runs.length, written.length, lock.holder]).toEqual([0, 2, "T-9 do_work"]);
		first.runs[0]?.fail(new Error("broken"));
		await settle();
		expect([second.execution.isStarted, second.runs.length]).toEqual([true, 1]);
	});

	it("was not run where it is cut while it waits, and leaves the queue", async () => {
		const { written, lock, start } = open();
		const first = start({ writes: true });
		await settle();
		const second = start({ writes: true });
		second.execution.cut(new CutOffError("stopped by the owner"));
		const result = await second.execution.ended;
		expect([result.state, result.text]).toEqual(["not-run", "stopped by the owner"]);
		first.runs[0]?.end({ text: "42" });
		await first.execution.ended;
		await settle();
		result.commit?.();
		expect([second.runs.length, written, lock.isHeld]).toEqual([0, ["before"], false]);
	});

	it("was not run where it is cut in the moment when its turn has come", async () => {
		const { written, lock, start } = open();
		const release = await lock.acquire(new AbortController().signal);
		const { execution, runs } = start({ writes: true });
		await settle();
		release();
		execution.cut(new CutOffError("stopped by the owner"));
		expect((await execution.ended).state).toBe("not-run");
		expect([runs.length, written, lock.isHeld]).toEqual([0, [], false]);
	});
});
