import { describe, expect, it } from "vitest";
import { nextSlot, nextSlots } from "./next-slot.ts";
import type { Schedule } from "./schedule.ts";
import { Zone } from "./zoned-time.ts";

const MINUTE_MS = 60_000;
const at = (text: string) => Date.parse(text);
const cron = (expression: string, zone: string): Schedule => ({ kind: "cron", expression, zone });

describe("a timer by the clock, through a change of the clocks", () => {
	it.each([
		// Fixed times: once a day, whatever the clocks do.
		["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29T01:30", "03-30T00:30"], "02:30 is left out: at 03:30"],
		[
			"30 2 * * *",
			"Europe/Berlin",
			"2026-10-24T12:00Z",
			["10-25T00:30", "10-26T01:30"],
			"02:30 comes twice: the first",
		],
		["30 2 * * *", "Europe/Berlin", "2026-10-25T00:30Z", ["10-26T01:30"], "after the first pass there is no second"],
		["30 2 * * *", "Europe/Berlin", "2026-10-25T01:15Z", ["10-26T01:30"], "nor when asked in the second pass"],
		["0,30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29T01:00", "03-29T01:30", "03-30T00:00"], "met: one"],
		["30 1,2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", ["10-24T23:30", "10-25T00:30", "10-26T00:30"], "a list"],
		["0 0 * * *", "America/Santiago", "2026-09-05T12:00Z", ["09-06T04:00", "09-07T03:00"], "no midnight: at 01:00"],
		["30 23 * * 6", "America/Nuuk", "2027-03-27T12:00Z", ["03-28T01:30", "04-04T00:30"], "moved to Sunday 00:30"],
		["0 9 * * *", "Pacific/Apia", "2011-12-29T12:00Z", ["12-29T19:00", "12-30T19:00", "12-31T19:00"], "no 30th: once"],
		// Wildcards and steps: as the minutes pass.
		["30 * * * *", "Europe/Berlin", "2026-03-29T00:00Z", ["03-29T00:30", "03-29T01:30", "03-29T02:30"], "no bunch"],
		["30 * * * *", "Europe/Berlin", "2026-10-25T00:00Z", ["10-25T00:30", "10-25T01:30", "10-25T02:30"], "both passes"],
		["0 */2 * * *", "Europe/Berlin", "2026-03-28T23:00Z", ["03-29T02:00", "03-29T04:00"], "02:00 is left out"],
		["0 */2 * * *", "Europe/Berlin", "2026-10-24T22:00Z", ["10-25T00:00", "10-25T01:00", "10-25T03:00"], "02:00 twice"],
		["*/20 * * * *", "Australia/Lord_Howe", "2026-10-03T15:10Z", ["10-03T15:40", "10-03T16:00"], "half an hour lost"],
		[
			"*/30 2 * * *",
			"Europe/Berlin",
			"2026-10-25T00:00Z",
			["10-25T00:30", "10-25T01:00", "10-25T01:30"],
			"minutes too",
		],
		["0 0-22/2 * * *", "Europe/Berlin", "2026-10-25T00:00Z", ["10-25T01:00", "10-25T03:00"], "a step without a star"],
		["0 8-18 * * *", "Europe/Berlin", "2026-03-29T00:00Z", ["03-29T06:00", "03-29T07:00"], "a range is not a wildcard"],
	])("%s in %s after %s: %s (%s)", (expression, zone, after, expected) => {
		const slots = nextSlots(cron(expression, zone), at(after), expected.length);
		expect(slots.map((slot) => new Date(slot).toISOString().slice(5, 16))).toEqual(expected);
	});

	it("means the clock of the schedule's zone, not the machine's", () => {
		expect(nextSlot(cron("0 9 * * *", "Asia/Kolkata"), at("2026-11-30T00:00Z"))).toBe(at("2026-11-30T03:30Z"));
		expect(nextSlot(cron("0 9 * * *", "America/New_York"), at("2026-11-30T00:00Z"))).toBe(at("2026-11-30T14:00Z"));
	});
});

describe("the next slot", () => {
	it("is strictly later than the moment asked from", () => {
		const daily = cron("0 9 * * *", "UTC");
		expect(nextSlot(daily, at("2026-11-30T09:00Z") - 1)).toBe(at("2026-11-30T09:00Z"));
		expect(nextSlot(daily, at("2026-11-30T09:00Z"))).toBe(at("2026-12-01T09:00Z"));
		expect(nextSlot(daily, at("2026-11-30T09:00Z") + 1)).toBe(at("2026-12-01T09:00Z"));
	});

	it("of 29 February is found eight years ahead, and of 31 February there is none", () => {
		expect(nextSlot(cron("0 0 29 2 *", "UTC"), at("2096-03-01T00:00Z"))).toBe(at("2104-02-29T00:00Z"));
		expect(nextSlot(cron("0 0 31 2 *", "Europe/Berlin"), at("2026-11-30T00:00Z"))).toBeUndefined();
	});

	it("of one moment is that moment, until it has come", () => {
		const once: Schedule = { kind: "once", at: 5000, zone: "UTC" };
		expect([4999, 5000, 5001].map((after) => nextSlot(once, after))).toEqual([5000, undefined, undefined]);
	});

	it("of an interval counts from its first one, whenever it is asked", () => {
		const every: Schedule = {
			kind: "every",
			everyMs: 90 * MINUTE_MS,
			firstAt: at("2026-03-28T23:00Z"),
			zone: "Europe/Berlin",
		};
		expect(nextSlot(every, 0)).toBe(at("2026-03-28T23:00Z"));
		expect(nextSlots(every, at("2026-03-28T23:00Z"), 3)).toEqual(
			[at("2026-03-29T00:30Z"), at("2026-03-29T02:00Z"), at("2026-03-29T03:30Z")], // 90 minutes, across the gap too
		);
		expect(nextSlot(every, at("2026-03-29T02:00Z") - 1)).toBe(at("2026-03-29T02:00Z"));
	});

	it.each<[string, Schedule]>([
		["one moment", { kind: "once", at: at("2026-12-01T09:00Z"), zone: "UTC" }],
		["an interval", { kind: "every", everyMs: 1440 * MINUTE_MS, firstAt: at("2026-12-01T09:00Z"), zone: "UTC" }],
		["an expression", cron("0 9 * * *", "UTC")],
	])("of %s may fall on the end, not behind it", (_kind, schedule) => {
		const slot = at("2026-12-01T09:00Z");
		expect(nextSlots({ ...schedule, until: slot }, slot - MINUTE_MS, 3)).toEqual([slot]);
		expect(nextSlots({ ...schedule, until: slot - 1 }, slot - MINUTE_MS, 3)).toEqual([]);
	});

	it("is the same with a zone that the caller keeps", () => {
		const daily = cron("0 9 * * *", "Pacific/Chatham");
		expect(nextSlot(daily, 0, new Zone("Pacific/Chatham"))).toBe(nextSlot(daily, 0));
	});

	it("is refused for an expression that can't be read", () => {
		expect(() => nextSlot(cron("0 25 * * *", "UTC"), 0)).toThrow('hour field "25"');
	});
});
