import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { Breaker } from "./breaker.ts";

function open() {
	const clock = new FakeClock();
	return { clock, breaker: new Breaker(clock, { afterFailures: 3, pauseMs: 1_000 }) };
}

it("opens with the third failure in a row, for its pause", async () => {
	const { clock, breaker } = open();
	expect([breaker.noteFailure(), breaker.noteFailure(), breaker.isOpen]).toEqual([false, false, false]);
	expect([breaker.noteFailure(), breaker.isOpen]).toEqual([true, true]);
	await clock.advance(999);
	expect(breaker.isOpen).toBe(true);
	await clock.advance(1);
	expect(breaker.isOpen).toBe(false);
});

it("counts only those in a row", () => {
	const { breaker } = open();
	for (const _ of [1, 2, 3, 4]) {
		breaker.noteFailure();
		expect(breaker.noteFailure()).toBe(false);
		breaker.noteSuccess();
	}
	expect(breaker.isOpen).toBe(false);
});

it("opens again with the first failure after its pause, and forgets all with a success", async () => {
	const { clock, breaker } = open();
	for (const _ of [1, 2, 3]) breaker.noteFailure();
	await clock.advance(1_000);
	expect([breaker.noteFailure(), breaker.isOpen]).toEqual([true, true]);
	expect(breaker.noteFailure()).toBe(false);
	await clock.advance(1_000);
	breaker.noteSuccess();
	expect([breaker.noteFailure(), breaker.noteFailure(), breaker.isOpen]).toEqual([false, false, false]);
});

it("is not moved by a wall clock that is set", async () => {
	const { clock, breaker } = open();
	for (const _ of [1, 2, 3]) breaker.noteFailure();
	clock.set("2027-11-30T10:30:45Z");
	expect(breaker.isOpen).toBe(true);
});
