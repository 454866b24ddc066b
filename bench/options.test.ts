import { expect, it } from "vitest";
import { readCommandLine } from "./options.ts";

it("measures in full unless told otherwise", () => {
	expect(readCommandLine([])).toEqual({
		names: [],
		json: false,
		quick: false,
		options: {
			...{ turns: 10_000, samples: 400, runs: 10, entries: 100_000, idleMs: 60_000, timers: 10_000 },
			events: 10_000,
			days: 365,
		},
	});
});

it("takes single amounts over those of --quick", () => {
	const { names, json, options } = readCommandLine(["loop", "--json", "--quick", "--samples", "300"]);
	expect([names, json, options.samples, options.entries]).toEqual([["loop"], true, 300, 1_000]);
});

it("refuses amounts that it can't keep to", () => {
	expect(() => readCommandLine(["--turns", "many"])).toThrow("turns");
	expect(() => readCommandLine(["--entries", "12"])).toThrow("entries");
	expect(() => readCommandLine(["--speed", "9"])).toThrow("--speed");
});
