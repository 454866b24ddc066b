import { expect, it } from "vitest";
import { Upkeep } from "./upkeep.ts";

it("is given up at a word, and only while it runs", async () => {
	const signals: AbortSignal[] = [];
	let finish: () => void = () => undefined;
	const upkeep = new Upkeep((signal) => {
		signals.push(signal);
		return new Promise((resolve) => {
			finish = resolve;
		});
	});
	upkeep.giveUp();
	const first = upkeep.run();
	expect([upkeep.isRunning, signals[0]?.aborted]).toEqual([true, false]);
	upkeep.giveUp();
	expect(signals[0]?.aborted).toBe(true);
	finish();
	await first;
	expect(upkeep.isRunning).toBe(false);
	const second = upkeep.run();
	expect(signals[1]?.aborted).toBe(false);
	finish();
	await second;
});

it("is over where its work fails", async () => {
	const upkeep = new Upkeep(() => Promise.reject(new Error("no disk")));
	await expect(upkeep.run()).rejects.toThrow("no disk");
	expect(upkeep.isRunning).toBe(false);
});
