import { describe, expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { Waker } from "./waker.ts";
import { settle } from "./workbench-rows-fixture.ts";

function asleep(waker: Waker, atMostMs?: number): () => boolean {
	let isAsleep = true;
	void waker.sleep(atMostMs).then(() => {
		isAsleep = false;
	});
	return () => isAsleep;
}

describe("a sleep", () => {
	it("lasts until something is there to do, and sets no timer", async () => {
		const clock = new FakeClock();
		const waker = new Waker(clock);
		const isAsleep = asleep(waker);
		await clock.advance(86_400_000);
		expect([isAsleep(), clock.nextDelayMs]).toEqual([true, undefined]);
		waker.wake();
		await settle();
		expect(isAsleep()).toBe(false);
	});

	it("lasts no longer than it was asked to", async () => {
		const clock = new FakeClock();
		const isAsleep = asleep(new Waker(clock), 5_000);
		await clock.advance(4_999);
		expect(isAsleep()).toBe(true);
		await clock.advance(1);
		expect(isAsleep()).toBe(false);
	});

	it("ends early, and takes its timer along", async () => {
		const clock = new FakeClock();
		const waker = new Waker(clock);
		const isAsleep = asleep(waker, 5_000);
		await settle();
		waker.wake();
		await settle();
		expect([isAsleep(), clock.nextDelayMs]).toEqual([false, undefined]);
	});

	it("ends at once where something came while it was awake, and not for what came before that", async () => {
		const waker = new Waker(new FakeClock());
		waker.wake();
		const missed = asleep(waker);
		await settle();
		expect(missed()).toBe(false);
		waker.begin();
		const next = asleep(waker);
		await settle();
		expect(next()).toBe(true);
	});
});
