import { describe, expect, it } from "vitest";
import { ProgressLog } from "#daemon/tasks/progress-log.ts";
import { FakeClock } from "#test/fake-clock.ts";
import type { CallResult } from "./results.ts";
import { TurnControl } from "./turn-control.ts";
import { waitForEnd } from "./wait-for-end.ts";
import { settle } from "./workbench-rows-fixture.ts";

/** A call that has just begun, and a loop that waits for it. */
function start() {
	const clock = new FakeClock();
	const pressing = { isHere: false };
	const control = new TurnControl(() => pressing.isHere);
	const cuts: Error[] = [];
	let end: (result: CallResult) => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const ended = new Promise<CallResult>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	const progress = new ProgressLog();
	const execution = {
		ended,
		startedAt: clock.now(),
		startedMs: clock.monotonicMs(),
		progress,
		isStarted: true,
		elapsedMs: () => 0,
	};
	const cut = (reason: Error) => void cuts.push(reason);
	let waiting: string | undefined;
	const begin = async () => {
		const outcome = await waitForEnd({ ...execution, cut }, control, clock);
		waiting = outcome.kind === "ended" ? outcome.result.text : outcome.kind;
		return outcome;
	};
	const press = () => {
		pressing.isHere = true;
		control.notice();
	};
	return { clock, control, cuts, end, fail, begin, press, outcome: () => waiting };
}

const done = { state: "done", text: "42" } as const;

describe("the loop's wait for a call", () => {
	it("takes as long as the call does while nobody waits", async () => {
		const { clock, begin, end, outcome } = start();
		const waiting = begin();
		await clock.advance(3_600_000);
		expect(outcome()).toBeUndefined();
		end(done);
		expect(await waiting).toEqual({ kind: "ended", result: done });
	});

	it("lasts 3 s from the call's beginning, where somebody waits from then on", async () => {
		const { clock, begin, press, outcome } = start();
		void begin();
		await clock.advance(1_000);
		press();
		await clock.advance(1_999);
		expect(outcome()).toBeUndefined();
		await clock.advance(1);
		expect(outcome()).toBe("gave-way");
	});

	it("ends at once where somebody comes after the patience is over", async () => {
		const { clock, begin, press, outcome } = start();
		void begin();
		await clock.advance(10_000);
		press();
		await settle();
		expect(outcome()).toBe("gave-way");
	});

	it("brings the call's end, where that comes within the patience, and sets no timer any more", async () => {
		const { clock, begin, press, end, outcome } = start();
		const waiting = begin();
		press();
		await clock.advance(2_000);
		end(done);
		await waiting;
		expect([outcome(), clock.nextDelayMs]).toEqual(["42", undefined]);
	});

	it.each([
		["before it began", true],
		["while it went on", false],
	])("cuts a call whose turn was cut %s, with that reason", async (_when, isBefore) => {
		const { control, begin, cuts, end } = start();
		if (isBefore) control.stop();
		const waiting = begin();
		if (!isBefore) control.stop();
		expect(cuts).toEqual([control.signal.reason]);
		end({ state: "unknown", text: "stopped" });
		expect((await waiting).kind).toBe("ended");
	});

	it("brings the end of a call that was cut, also where it would have given way just then", async () => {
		const { clock, control, begin, press, end, outcome } = start();
		const waiting = begin();
		press();
		await clock.advance(1_000);
		control.stop();
		await clock.advance(5_000);
		expect(outcome()).toBeUndefined();
		end({ state: "unknown", text: "stopped" });
		await waiting;
		expect(outcome()).toBe("stopped");
	});

	it("cuts nothing any more once it is over", async () => {
		const { control, begin, cuts, end } = start();
		end(done);
		await begin();
		control.stop();
		expect(cuts).toEqual([]);
	});

	it("fails as the call does that can't be recorded", async () => {
		const { begin, fail } = start();
		const waiting = begin();
		fail(new Error("the disk is full"));
		await expect(waiting).rejects.toThrow("the disk is full");
	});
});
