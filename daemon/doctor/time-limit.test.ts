import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { withLimit } from "./time-limit.ts";

it("gives what comes in time, and leaves no timer behind", async () => {
	const clock = new FakeClock();
	expect(await withLimit(clock, 100, async () => "here")).toEqual({ kind: "done", result: "here" });
	const failing = withLimit(clock, 100, () => Promise.reject(new Error("no")));
	await expect(failing).rejects.toThrow("no");
	await clock.advance(0);
	expect(clock.nextDelayMs).toBeUndefined();
});

it("doesn't wait for what comes too late, and tells it so", async () => {
	const clock = new FakeClock();
	let told: AbortSignal | undefined;
	const running = withLimit(clock, 100, (signal) => {
		told = signal;
		return new Promise(() => undefined);
	});
	await clock.advance(99);
	expect(told?.aborted).toBe(false);
	await clock.advance(1);
	expect(await running).toEqual({ kind: "late" });
	expect(told?.aborted).toBe(true);
});

it("ends with what it is part of, also where that has ended before", async () => {
	const clock = new FakeClock();
	const outer = new AbortController();
	const running = withLimit(clock, 100, () => new Promise(() => undefined), outer.signal);
	outer.abort();
	expect(await running).toEqual({ kind: "late" });
	expect(await withLimit(clock, 100, async () => "here", outer.signal)).toEqual({ kind: "late" });
	expect(clock.nextDelayMs).toBeUndefined();
});
