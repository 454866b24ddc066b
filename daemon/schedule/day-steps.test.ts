import { describe, expect, it } from "vitest";
import { missedSlots } from "./missed-slots.ts";
import { nextSlot, nextSlots } from "./next-slot.ts";
import type { DaysSchedule } from "./schedule.ts";

const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(text);

/** `first` as `2026-12-01 08:00` */
function every(everyDays: number, first: string, zone: string): DaysSchedule {
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = first.split(/[-: ]/).map(Number);
	return { kind: "days", everyDays, first: { year, month, day, hour, minute }, zone };
}

const utc = (slots: number[]) => slots.map((slot) => new Date(slot).toISOString().slice(5, 16));

describe("a timer of every few days, through a change of the clocks", () => {
	it.each([
		[2, "2026-03-26 08:00", "Europe/Berlin", ["03-26T07:00", "03-28T07:00", "03-30T06:00"], "spring: at 8"],
		[2, "2026-10-22 08:00", "Europe/Berlin", ["10-22T06:00", "10-24T06:00", "10-26T07:00"], "autumn: at 8"],
		[14, "2026-03-20 18:00", "Europe/Berlin", ["03-20T17:00", "04-03T16:00", "04-17T16:00"], "every other Friday"],
		[2, "2026-03-27 02:30", "Europe/Berlin", ["03-27T01:30", "03-29T01:30", "03-31T00:30"], "02:30 left out: at 03:30"],
		[2, "2026-03-29 02:30", "Europe/Berlin", ["03-29T01:30", "03-31T00:30"], "the same on the first day"],
		[1, "2026-10-24 02:30", "Europe/Berlin", ["10-24T00:30", "10-25T00:30", "10-26T01:30"], "twice: the first"],
		[3, "2026-10-01 02:15", "Australia/Lord_Howe", ["09-30T15:45", "10-03T15:45", "10-06T15:15"], "half an hour lost"],
		[
			3,
			"2027-04-01 01:45",
			"Australia/Lord_Howe",
			["03-31T14:45", "04-03T14:45", "04-06T15:15"],
			"and won, from the first",
		],
		[2, "2026-03-28 08:00", "Asia/Kolkata", ["03-28T02:30", "03-30T02:30", "04-01T02:30"], "never moved"],
		[5, "2028-02-26 00:00", "UTC", ["02-26T00:00", "03-02T00:00", "03-07T00:00"], "a leap year"],
		[2, "2011-12-28 09:00", "Pacific/Apia", ["12-28T19:00", "12-30T19:00", "12-31T19:00"], "no 30th: on the 31st"],
		[1, "2011-12-29 09:00", "Pacific/Apia", ["12-29T19:00", "12-30T19:00", "12-31T19:00"], "both on the 31st: once"],
		[1, "2011-12-30 09:00", "Pacific/Apia", ["12-30T19:00", "12-31T19:00"], "a first day that there was not"],
	])("each %s days from %s in %s: %s (%s)", (everyDays, first, zone, expected) => {
		const schedule = every(everyDays, first, zone);
		expect(utc(nextSlots(schedule, 0, expected.length))).toEqual(expected);
		const one = [0, ...nextSlots(schedule, 0, expected.length - 1)].map((after) => nextSlot(schedule, after) ?? 0);
		expect(utc(one)).toEqual(expected);
	});

	it("is asked in a gap, and in the second pass of a repeated hour", () => {
		const early = every(2, "2026-03-27 02:30", "Europe/Berlin");
		expect(nextSlot(early, at("2026-03-29T01:29Z"))).toBe(at("2026-03-29T01:30Z"));
		expect(nextSlot(early, at("2026-03-29T01:30Z"))).toBe(at("2026-03-31T00:30Z"));
		const autumn = every(2, "2026-10-23 02:30", "Europe/Berlin");
		expect(nextSlot(autumn, at("2026-10-25T00:30Z"))).toBe(at("2026-10-27T01:30Z"));
		expect(nextSlot(autumn, at("2026-10-25T01:15Z"))).toBe(at("2026-10-27T01:30Z"));
		const apia = every(2, "2011-12-28 09:00", "Pacific/Apia");
		expect(nextSlot(apia, at("2011-12-30T18:59Z"))).toBe(at("2011-12-30T19:00Z"));
	});
});

describe("what a timer of every few days missed", () => {
	it.each([
		[
			2,
			"2026-01-01 08:00",
			"Europe/Berlin",
			"2025-12-31T23:00Z",
			"2026-12-31T23:00Z",
			183,
			"01-01T07:00",
			"12-31T07:00",
		],
		[
			14,
			"2026-01-02 18:00",
			"Europe/Berlin",
			"2026-03-13T17:00Z",
			"2026-04-10T16:00Z",
			2,
			"03-27T17:00",
			"04-10T16:00",
		],
		[
			1,
			"2026-01-01 02:30",
			"Europe/Berlin",
			"2026-03-28T12:00Z",
			"2026-10-25T02:00Z",
			211,
			"03-29T01:30",
			"10-25T00:30",
		],
		[
			1,
			"2026-01-01 08:00",
			"Australia/Lord_Howe",
			"2026-01-01T00:00Z",
			"2027-01-01T00:00Z",
			365,
			"01-01T21:00",
			"12-31T21:00",
		],
		[
			1,
			"2011-01-01 09:00",
			"Pacific/Apia",
			"2010-12-31T12:00Z",
			"2012-12-31T12:00Z",
			730,
			"01-01T19:00",
			"12-30T19:00",
		],
		[1, "2011-01-01 09:00", "Pacific/Apia", "2011-12-30T18:59Z", "2011-12-30T19:00Z", 1, "12-30T19:00", "12-30T19:00"],
		[2, "2011-12-28 09:00", "Pacific/Apia", "2011-12-28T12:00Z", "2012-01-02T12:00Z", 3, "12-28T19:00", "12-31T19:00"],
	])(
		"each %s days from %s in %s, between %s and %s, is %s",
		(everyDays, from, zone, after, upTo, count, first, latest) => {
			const missed = missedSlots(every(everyDays, from, zone), at(after), at(upTo));
			expect(missed && { count: missed.count, ends: utc([missed.first, missed.latest]) }).toEqual({
				count,
				ends: [first, latest],
			});
		},
	);

	it("is none before the first day, and none between two", () => {
		const schedule = every(3, "2026-12-01 08:00", "Europe/Berlin");
		const first = at("2026-12-01T07:00Z");
		expect(missedSlots(schedule, 0, first - 1)).toBeUndefined();
		expect(missedSlots(schedule, first, first + 3 * DAY_MS - 1)).toBeUndefined();
		expect(missedSlots(schedule, first + 3 * DAY_MS, first)).toBeUndefined();
		expect(missedSlots(schedule, first - 1, first)).toEqual({ count: 1, first, latest: first });
	});

	it("is counted without going through it", () => {
		const schedule = every(1, "2026-12-01 08:00", "UTC");
		const upTo = at("+200000-12-01T08:00:00Z");
		const first = at("2026-12-01T08:00Z");
		expect(missedSlots(schedule, 0, upTo)).toEqual({ count: 1 + (upTo - first) / DAY_MS, first, latest: upTo });
	});
});

describe("the end of a timer of every few days", () => {
	const until = at("2026-12-05T07:00Z");
	const schedule = every(2, "2026-12-01 08:00", "Europe/Berlin");

	it("may fall on a slot", () => {
		expect(utc(nextSlots({ ...schedule, until }, 0, 9))).toEqual(["12-01T07:00", "12-03T07:00", "12-05T07:00"]);
		expect(nextSlot({ ...schedule, until }, until)).toBeUndefined();
		expect(missedSlots({ ...schedule, until }, 0, until + 30 * DAY_MS)).toMatchObject({ count: 3, latest: until });
	});

	it("leaves out what comes after it", () => {
		const ended = { ...schedule, until: until - 1 };
		expect(utc(nextSlots(ended, 0, 9))).toEqual(["12-01T07:00", "12-03T07:00"]);
		expect(missedSlots(ended, 0, until + 30 * DAY_MS)).toMatchObject({ count: 2 });
	});
});
