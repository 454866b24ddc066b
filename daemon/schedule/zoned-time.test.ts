import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { Zone } from "./zoned-time.ts";

const HOUR_MS = 3_600_000;

/** `2026-03-29 02:30` as parts. */
function clock(text: string) {
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[-: ]/).map(Number);
	return { year, month, day, hour, minute, second };
}

const instantOf = (zone: string, text: string) => new Date(new Zone(zone).instantOf(clock(text))).toISOString();

describe("the clock of a zone", () => {
	it("shows date, time and weekday", () => {
		const shown = new Zone("Europe/Berlin").wallClock(Date.parse("2026-11-29T23:04:05.999Z"));
		expect(shown).toEqual({ year: 2026, month: 11, day: 30, hour: 0, minute: 4, second: 5, weekday: 1 });
	});

	it("shows midnight as hour 0 of the new day", () => {
		const shown = new Zone("America/New_York").wallClock(Date.parse("2026-12-01T05:00:00Z"));
		expect(shown).toEqual({ year: 2026, month: 12, day: 1, hour: 0, minute: 0, second: 0, weekday: 2 });
	});

	it("knows offsets of all kinds", () => {
		const offsets: [string, string, number][] = [
			["UTC", "2026-07-01T00:00Z", 0],
			["Asia/Kolkata", "2026-07-01T00:00Z", 5.5],
			["Asia/Kathmandu", "2026-07-01T00:00Z", 5.75],
			["Pacific/Chatham", "2026-07-01T00:00Z", 12.75],
			["Australia/Lord_Howe", "2026-07-01T00:00Z", 10.5],
			["Australia/Lord_Howe", "2026-12-01T00:00Z", 11],
			["Pacific/Kiritimati", "2026-07-01T00:00Z", 14],
			["Pacific/Apia", "2011-12-30T09:59:59Z", -10],
			["Pacific/Apia", "2011-12-30T10:00:00Z", 14],
			["Europe/Dublin", "2026-12-01T00:00Z", 0],
			["Europe/Dublin", "2026-07-01T00:00Z", 1],
			["America/St_Johns", "2026-12-01T00:00Z", -3.5],
		];
		for (const [zone, at, hours] of offsets) {
			expect([zone, at, new Zone(zone).offsetMs(Date.parse(at)) / HOUR_MS]).toEqual([zone, at, hours]);
		}
	});

	it("refuses a zone that doesn't exist", () => {
		expect(() => new Zone("Europe/Atlantis")).toThrow(RangeError);
	});
});

describe("the instant of a time on the clock", () => {
	it.each([
		["Europe/Berlin", "2026-07-01 09:00:30", "2026-07-01T07:00:30.000Z", "an ordinary time"],
		["Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00.000Z", "in a gap: with the offset before it, so 03:30"],
		["Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00.000Z", "the end of the gap"],
		["Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00.000Z", "occurs twice: the first"],
		["Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00.000Z", "the end of the repetition"],
		["America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00.000Z", "occurs twice, west of UTC"],
		["America/New_York", "2027-03-14 02:30", "2027-03-14T07:30:00.000Z", "in a gap, west of UTC"],
		["Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45:00.000Z", "in a gap of half an hour"],
		["Australia/Lord_Howe", "2027-04-04 01:45", "2027-04-03T14:45:00.000Z", "in a repeated half hour"],
		["America/Santiago", "2026-09-06 00:00", "2026-09-06T04:00:00.000Z", "a midnight that is left out"],
		["Europe/Dublin", "2026-10-25 01:30", "2026-10-25T00:30:00.000Z", "occurs twice, where winter is the exception"],
		["Asia/Kathmandu", "2026-01-01 00:00", "2025-12-31T18:15:00.000Z", "an offset with three quarters of an hour"],
		["Pacific/Apia", "2011-12-30 10:00", "2011-12-30T20:00:00.000Z", "on a day that was left out: so a day later"],
		["Pacific/Kwajalein", "1993-08-21 10:00", "1993-08-21T22:00:00.000Z", "the same, on Kwajalein"],
		["Pacific/Kiritimati", "2026-01-01 00:00", "2025-12-31T10:00:00.000Z", "as far east as it goes"],
		["Europe/Berlin", "2026-02-30 12:00", "2026-03-02T11:00:00.000Z", "a day beyond its month carries over"],
	])("in %s %s is %s (%s)", (zone, text, instant) => {
		expect(instantOf(zone, text)).toBe(instant);
	});

	it.each([
		["Europe/Berlin", "2026-03-29"],
		["America/Nuuk", "2026-03-28"],
		["Pacific/Chatham", "2026-04-05"],
		["Africa/Casablanca", "2026-03-22"],
		["Australia/Lord_Howe", "2026-04-05"],
	])("is what luxon finds in %s, through the day of a change, %s", (zone, day) => {
		const own = new Zone(zone);
		for (let minutes = -120; minutes < 1560; minutes += 30) {
			const { year, month, day: date, hour, minute } = DateTime.fromISO(day, { zone: "utc" }).plus({ minutes });
			const theirs = DateTime.fromObject({ year, month, day: date, hour, minute }, { zone });
			const first = Math.min(...theirs.getPossibleOffsets().map((each) => each.toMillis()));
			const instant = own.instantOf({ year, month, day: date, hour, minute, second: 0 });
			expect([date, hour, minute, instant]).toEqual([date, hour, minute, first]);
		}
	});
});

describe("a change of the clocks", () => {
	it("is found to the second, with the offsets before and after", () => {
		const change = new Zone("America/St_Johns").changeBetween(
			Date.parse("2010-03-12T00:00:00.500Z"),
			Date.parse("2010-03-16T00:00Z"),
		);
		expect(change).toEqual({
			at: Date.parse("2010-03-14T03:31:00Z"),
			beforeMs: -3.5 * HOUR_MS,
			afterMs: -2.5 * HOUR_MS,
		});
	});

	it("is none where the clocks were left alone, and none before its moment", () => {
		const zone = new Zone("Europe/Berlin");
		const at = Date.parse("2026-03-29T01:00Z");
		expect(zone.changeBetween(at - HOUR_MS, at - 1)).toBeUndefined();
		expect(zone.changeBetween(at, at + HOUR_MS)).toBeUndefined();
		expect(zone.changeBetween(at - 1, at)?.at).toBe(at);
	});
});
