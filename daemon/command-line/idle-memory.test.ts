import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { IdleMemory } from "./idle-memory.ts";

it("tidies up once after each burst of work, and not during it", async () => {
	const clock = new FakeClock();
	let collections = 0;
	const memory = new IdleMemory(clock, () => {
		collections += 1;
	});
	for (let turn = 0; turn < 10; turn += 1) {
		memory.noteWork();
		await clock.advance(10_000);
	}
	expect(collections).toBe(0);
	await clock.advance(60 * 60_000);
	expect(collections).toBe(1);
	expect(clock.nextDelayMs).toBeUndefined();
});

it("has V8's own collector where none is given", async () => {
	const clock = new FakeClock();
	new IdleMemory(clock).noteWork();
	let junk: unknown[] | undefined = Array.from({ length: 1_000_000 }, () => ({}));
	const before = process.memoryUsage().heapUsed;
	junk = undefined;
	await clock.advance(30_000);
	expect(junk).toBeUndefined();
	expect(process.memoryUsage().heapUsed).toBeLessThan(before);
});
