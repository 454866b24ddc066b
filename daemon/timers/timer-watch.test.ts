import { describe, expect, it } from "vitest";
import { createLog } from "#core/log.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { decideClockStep } from "./decide-clock-step.ts";
import { TimerWatch } from "./timer-watch.ts";

/** A watch over one moment that is due; a firing takes it away. */
function watchOver(dueAt: number | undefined, clock = new FakeClock("2026-11-30T10:30:00Z")) {
	const fired: number[] = [];
	const steps: [string, number][] = [];
	let due = dueAt === undefined ? undefined : clock.now() + dueAt;
	let failures = 0;
	const watch = new TimerWatch({
		clock,
		log: createLog({ clock, level: "error", write: () => undefined }),
		fireDue() {
			if (failures > 0) {
				failures -= 1;
				throw new Error("the disk is full");
			}
			if (due !== undefined && due <= clock.now()) {
				fired.push(clock.now());
				due = undefined;
			}
			return due;
		},
		onBack: (_now, byMs) => steps.push(["back", byMs]),
		onForward: (_now, byMs) => steps.push(["forward", byMs]),
	});
	watch.look();
	return { watch, clock, fired, steps, fail: (times: number) => (failures = times) };
}

it("wakes at the moment itself", async () => {
	const { clock, fired } = watchOver(20 * 60_000);
	const dueAt = clock.now() + 20 * 60_000;
	await clock.advance(20 * 60_000);
	expect(fired).toEqual([dueAt]);
});

it("doesn't wake at all while nothing waits", () => {
	expect(watchOver(undefined).clock.nextDelayMs).toBeUndefined();
});

it("notices within half a minute that the machine slept through the moment", async () => {
	const { clock, fired, steps } = watchOver(60_000);
	clock.set(clock.now() + 8 * 3_600_000);
	await clock.advance(30_000);
	expect(fired).toHaveLength(1);
	expect(steps).toEqual([["forward", 8 * 3_600_000]]);
});

it("waits longer where the clock was set back, and says so before it looks", async () => {
	const { clock, fired, steps } = watchOver(60_000);
	clock.set(clock.now() - 3_600_000);
	await clock.advance(30_000);
	expect(steps).toEqual([["back", 3_600_000]]);
	await clock.advance(60_000);
	expect(fired).toEqual([]);
	await clock.advance(3_600_000);
	expect(fired).toHaveLength(1);
});

it("tries again where the disk refused", async () => {
	const { clock, fired, fail } = watchOver(1000);
	fail(1);
	await clock.advance(1000);
	expect(fired).toEqual([]);
	await clock.advance(5_000);
	expect(fired).toHaveLength(1);
});

it("wakes no more once it is closed", async () => {
	const { watch, clock, fired } = watchOver(1000);
	watch.close();
	watch.look();
	await clock.advance(2000);
	expect(fired).toEqual([]);
});

describe("a step of the clock", () => {
	it.each([
		[30_000, 30_000, { kind: "steady" }],
		[31_500, 30_000, { kind: "steady" }],
		[28_500, 30_000, { kind: "steady" }],
		[40_000, 30_000, { kind: "forward", byMs: 10_000 }],
		[-5_000, 30_000, { kind: "back", byMs: 35_000 }],
	])("of %i ms in %i ms is %j", (wallMs, elapsedMs, step) => expect(decideClockStep(wallMs, elapsedMs)).toEqual(step));
});
