import { Cron as Croner } from "croner";
import { describe, expect, it } from "vitest";
import { nextSlots } from "./next-slot.ts";
import { MinuteScan } from "./slot-reference-fixture.ts";

const FROM = Date.parse("2026-09-01T00:00Z");
const TO = Date.parse("2027-09-01T00:00Z");
const DAY_MS = 86_400_000;

/** Of one expression around one change. More would only take time: croner is slow. */
const MOST_RUNS = 8;

/** Clocks moved by an hour or half an hour, by the sun and by Ramadan, at midnight, at a quarter to, and never. */
const ZONES = [
	"Europe/Berlin",
	"America/New_York",
	"Europe/Dublin",
	"Australia/Lord_Howe",
	"Asia/Kolkata",
	"America/Santiago",
	"Africa/Casablanca",
	"Pacific/Chatham",
];

const EXPRESSIONS = [
	...["0 9 * * *", "30 8 * * 1-5", "0 9 * * mon,wed,fri", "15 7 1 * *", "0 18 1,15 * *", "59 23 31 12 *", "0 0 1 1 *"],
	...["0 0 * * *", "30 0 * * *", "0 1 * * *", "30 1 * * *", "0 2 * * *", "15 2 * * *", "30 2 * * 0", "45 2 * * 7"],
	...["0 3 * * *", "0,30 1,2,3 * * *", "0 0-4 * * *", "5,25,45 2 * mar,oct,nov,apr,sep *", "0 2,14 * * sun"],
	...[
		"0 * * * *",
		"30 * * * *",
		"0 */2 * * *",
		"15 1-23/2 * * *",
		"*/20 2 * * *",
		"*/30 1-3 * * sun",
		"*/45 * 1-7 * *",
	],
	...["0 9 1 * mon", "30 2 10-20 * fri", "0 12 */10 * 1", "0 6 13 * */5", "0 9 29 2 *", "0 2 * 3 0", "*/30 * * * *"],
];

describe.each(ZONES)("a year in %s", (zone) => {
	const scan = new MinuteScan(zone, FROM, TO, { sampleMinutes: 30 });

	it("fires as a look at each minute says", () => {
		for (const expression of EXPRESSIONS) {
			const expected = scan.slots(expression);
			const schedule = { kind: "cron", expression, zone, until: TO - 1 } as const;
			const slots = nextSlots(schedule, FROM - 1, expected.length + 1);
			expect({ expression, ...firstDifference(slots, expected) }).toEqual({ expression });
		}
	});

	/*
	 * croner has the rule of Vixie cron for which expressions are fixed, but lets them fire at the end of a gap, where RFC
	 * 5545 keeps the minutes: so the hour after a gap is left out for them. It takes a day of month as "*\/10" as restricted.
	 */
	it("fires as croner does around each change of the clocks, besides what comes from a gap", () => {
		const changes = scan.changes.length > 0 ? scan.changes : [{ at: FROM, byMs: 0 }];
		for (const { at, byMs } of changes) {
			for (const expression of EXPRESSIONS.filter((each) => !/\*\/\d+ . \d$|\/\d$/.test(each))) {
				const isFixed = !/^[^ ]*[*/]|^[^ ]+ [^ ]*[*/]/.test(expression);
				const counts = (slot: number) => !isFixed || byMs <= 0 || slot < at || slot >= at + byMs;
				const start = at - DAY_MS;
				const croner = new Croner(expression, { timezone: zone, fixedTimeRule: "no-wildcard" });
				const runs = croner.nextRuns(MOST_RUNS, new Date(start)).map((run) => run.getTime());
				const end = Math.min(at + DAY_MS, runs[MOST_RUNS - 1] ?? at + DAY_MS);
				const schedule = { kind: "cron", expression, zone, until: end } as const;
				const expected = runs.filter((run) => run <= end && counts(run));
				const slots = nextSlots(schedule, start, MOST_RUNS + 10).filter(counts);
				expect({ expression, ...firstDifference(slots, expected) }).toEqual({ expression });
			}
		}
	});
});

function firstDifference(slots: number[], expected: number[]): { got?: string; expected?: string } {
	const index = Array.from({ length: Math.max(slots.length, expected.length) }).findIndex(
		(_, each) => slots[each] !== expected[each],
	);
	return index === -1 ? {} : { got: text(slots[index]), expected: text(expected[index]) };
}

const text = (at: number | undefined): string => (at === undefined ? "nothing" : new Date(at).toISOString());
