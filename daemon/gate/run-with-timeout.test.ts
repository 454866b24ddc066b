import { describe, expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { handTool } from "#test/hand-tool.ts";
import { testContext } from "#tools/test-context.ts";
import { ToolError } from "#tools/tool.ts";
import { CutOffError, runWithTimeout } from "./run-with-timeout.ts";

function start(signal: AbortSignal = new AbortController().signal) {
	const clock = new FakeClock();
	const { tool, runs } = handTool({ timeoutMs: 30_000 });
	const ended = runWithTimeout(tool, { what: "it" }, testContext(), clock, signal);
	ended.catch(() => undefined);
	return { clock, runs, ended };
}

describe("a tool's run", () => {
	it("ends with what it returns or throws, and leaves no timer", async () => {
		const good = start();
		good.runs[0]?.end({ text: "42" });
		expect(await good.ended).toEqual({ text: "42" });
		const bad = start();
		bad.runs[0]?.fail(new ToolError("no such file"));
		await expect(bad.ended).rejects.toThrow(new ToolError("no such file"));
		expect([good.clock.nextDelayMs, bad.clock.nextDelayMs]).toEqual([undefined, undefined]);
	});

	it("is cut off when its time is up, though it takes no notice", async () => {
		const { clock, runs, ended } = start();
		await clock.advance(29_999);
		expect(runs[0]?.signal.aborted).toBe(false);
		await clock.advance(1);
		await expect(ended).rejects.toThrow(new CutOffError("it took longer than 30 s and was cut off"));
		expect(runs[0]?.signal.aborted).toBe(true);
	});

	it("is cut off for the reason that the signal gives", async () => {
		const cutting = new AbortController();
		const { clock, runs, ended } = start(cutting.signal);
		cutting.abort(new CutOffError("stopped by the owner"));
		await expect(ended).rejects.toThrow(new CutOffError("stopped by the owner"));
		expect([runs[0]?.signal.aborted, clock.nextDelayMs]).toEqual([true, undefined]);
	});

	it("says why it was cut off, and not what the tool threw because of it", async () => {
		const cutting = new AbortController();
		const { runs, ended } = start(cutting.signal);
		runs[0]?.signal.addEventListener("abort", () => runs[0]?.fail(new Error("the socket was closed")));
		cutting.abort(new CutOffError("stopped by the owner"));
		await expect(ended).rejects.toThrow("stopped by the owner");
	});

	it("does not begin where it is cut off already", async () => {
		const { runs, ended, clock } = start(AbortSignal.abort(new CutOffError("stopped by the owner")));
		await expect(ended).rejects.toThrow("stopped by the owner");
		expect([runs, clock.nextDelayMs]).toEqual([[], undefined]);
	});
});
