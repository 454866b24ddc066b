import { describe, expect, it } from "vitest";
import { type CompactionReading, decideCompaction } from "./decide-compaction.ts";

const FULL: CompactionReading = { fill: 0.92, fillAfterClearing: 0.8, isWarm: true, isAsked: false, failures: 0 };

describe("what makes room when a burst has ended", () => {
	it.each([
		["nothing below 70 %", { fill: 0.69, fillAfterClearing: 0.1 }, "none"],
		["clearing from 70 % on", { fill: 0.7, fillAfterClearing: 0.5 }, "clear"],
		["nothing where clearing would win next to nothing", { fill: 0.75, fillAfterClearing: 0.71 }, "none"],
		["a handover from 90 % on", {}, "handover"],
		["clearing at 90 % too, where that alone makes room enough", { fillAfterClearing: 0.5 }, "clear"],
		["code alone where the cache is cold", { isWarm: false }, "clear"],
		["code alone after three failures", { failures: 3 }, "clear"],
		["a handover after two", { failures: 2 }, "handover"],
		["nothing, cold, where nothing can be cleared", { isWarm: false, fillAfterClearing: 0.92 }, "none"],
		["what the owner asks for, however little is in view", { fill: 0.1, isAsked: true }, "handover"],
		["what the owner asks for, cold and after failures", { isAsked: true, isWarm: false, failures: 9 }, "handover"],
	] as const)("%s", (_, changes, kind) => {
		expect(decideCompaction({ ...FULL, ...changes })).toEqual({ kind });
	});
});
