import { createHash } from "node:crypto";
import { DateTime, IANAZone } from "luxon";
import { describe, expect, it } from "vitest";
import { missedSlots } from "./missed-slots.ts";
import { nextSlot, nextSlots } from "./next-slot.ts";
import type { DaysSchedule } from "./schedule.ts";
import { Zone } from "./zoned-time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SCHEDULES_EACH = 12;
const SLOTS_EACH = 24;

/** Clocks moved by an hour, half an hour, two hours and by Ramadan, at midnight and never, and a day left out. */
const ZONES: [name: string, firstYear: number][] = [
	["Europe/Berlin", 2026],
	["America/New_York", 2026],
	["Australia/Lord_Howe", 2026],
	["Asia/Kolkata", 2026],
	["America/Santiago", 2026],
	["America/Nuuk", 2026],
	["Africa/Casablanca", 2026],
	["Antarctica/Troll", 2026],
	["Pacific/Apia", 2011],
];

describe.each(ZONES)("every few days in %s", (name, firstYear) => {
	const zone = new Zone(name);
	const pick = picker(name);

	it("are the days that luxon counts, and what was missed is as many", () => {
		for (let index = 0; index < SCHEDULES_EACH; index++) {
			const schedule = randomSchedule(name, firstYear, pick);
			const expected = [...new Set(Array.from({ length: SLOTS_EACH + 1 }, (_, each) => slotByLuxon(schedule, each)))];
			const last = expected.pop() ?? 0;
			expect({ schedule, slots: nextSlots(schedule, 0, expected.length, zone) }).toEqual({ schedule, slots: expected });

			const after = (expected[0] ?? 0) - DAY_MS + pick(last - (expected[0] ?? 0));
			for (const from of [after, expected[pick(expected.length)] ?? 0]) {
				const upTo = from + pick(last - from);
				const missed = expected.filter((slot) => slot > from && slot <= upTo);
				expect({
					schedule,
					from,
					next: nextSlot(schedule, from, zone),
					missed: missedSlots(schedule, from, upTo, zone),
				}).toEqual({
					schedule,
					from,
					next: [...expected, last].find((slot) => slot > from),
					missed: missed.length > 0 ? { count: missed.length, first: missed[0], latest: missed.at(-1) } : undefined,
				});
			}
		}
	});
});

/**
 * The calendar is counted in UTC, the time then read with the offsets of the days around it: of a time that comes twice
 * the first, and one in a gap with the lesser offset, which was before it. (As a DateTime of the zone luxon reads a time
 * wrongly where today's offset is a day away from the one of then, as in Apia.)
 */
function slotByLuxon({ everyDays, first, zone }: DaysSchedule, index: number): number {
	const wall = DateTime.fromObject(first, { zone: "utc" })
		.plus({ days: index * everyDays })
		.toMillis();
	const offsetMs = (instant: number) => IANAZone.create(zone).offset(instant) * MINUTE_MS;
	const offsetsNear = [-26, -13, 0, 13, 26].map((hours) => offsetMs(wall + hours * 60 * MINUTE_MS));
	const instants = offsetsNear.map((each) => wall - each);
	const shown = instants.filter((instant) => instant + offsetMs(instant) === wall);
	return shown.length > 0 ? Math.min(...shown) : Math.max(...instants);
}

/** The early hours come often, because clocks are moved then. */
function randomSchedule(zone: string, firstYear: number, pick: (below: number) => number): DaysSchedule {
	const date = new Date(Date.UTC(firstYear, 0, 1 + pick(365)));
	const first = {
		year: date.getUTCFullYear(),
		month: date.getUTCMonth() + 1,
		day: date.getUTCDate(),
		hour: pick(pick(2) === 0 ? 4 : 24),
		minute: pick(60),
	};
	return { kind: "days", everyDays: [1, 1, 2, 3, 7, 14, 1 + pick(90)][pick(7)] ?? 1, first, zone };
}

/** Gives whole numbers below a limit, the same ones for the same seed. */
function picker(seed: string): (below: number) => number {
	let drawn = 0;
	return (below) => {
		const digest = createHash("sha256").update(`${seed} ${drawn++}`).digest();
		return Math.floor((digest.readUInt32BE() / 2 ** 32) * below);
	};
}
