import { describe, expect, it } from "vitest";
import { nextSlots } from "./next-slot.ts";
import { readWhen } from "./read-when.ts";

/** The first firings as UTC instants. */
function firings(text: string, now: string, zone: string, wanted = 1): string[] {
	const when = readWhen(text, { now: Date.parse(now), zone });
	if (when.kind !== "schedule") throw new Error(`${text}: ${when.problem}`);
	return nextSlots(when.schedule, Date.parse(now), wanted).map((at) =>
		new Date(at).toISOString().replace(".000Z", "Z"),
	);
}

describe("in Berlin, where the clocks leap from 2 to 3 on 28 March 2027", () => {
	const EVENING_BEFORE = "2027-03-27T20:00:00Z";

	it.each([
		["in 8 hours", "2027-03-28T04:00:00Z"],
		["in 1 day", "2027-03-28T19:00:00Z"],
		["morgen um 9", "2027-03-28T07:00:00Z"],
		["tomorrow at 02:30", "2027-03-28T01:30:00Z"],
		["tomorrow at 03:30", "2027-03-28T01:30:00Z"],
		["at 9pm", "2027-03-28T19:00:00Z"],
	])("reads %j as %s", (text, expected) => {
		expect(firings(text, EVENING_BEFORE, "Europe/Berlin")).toEqual([expected]);
	});

	it("keeps the wall time of what comes each day", () => {
		expect(firings("every day at 9", EVENING_BEFORE, "Europe/Berlin", 2)).toEqual([
			"2027-03-28T07:00:00Z",
			"2027-03-29T07:00:00Z",
		]);
		expect(firings("every day at 9", "2027-03-27T07:00:00Z", "Europe/Berlin")).toEqual(["2027-03-27T08:00:00Z"]);
	});

	it.each([
		["every 2 days at 8", ["2027-03-28T06:00:00Z", "2027-03-30T06:00:00Z"]],
		["alle 2 Tage um 2:30", ["2027-03-28T01:30:00Z", "2027-03-30T00:30:00Z"]],
		["every other Saturday at 22:00", ["2027-03-27T21:00:00Z", "2027-04-10T20:00:00Z"]],
		["alle 2 Wochen samstags um 22 Uhr", ["2027-03-27T21:00:00Z", "2027-04-10T20:00:00Z"]],
	])("keeps the wall time of %j", (text, expected) => {
		expect(firings(text, EVENING_BEFORE, "Europe/Berlin", 2)).toEqual(expected);
	});

	it("keeps the elapsed time of an interval", () => {
		expect(firings("every 2 hours", "2027-03-28T00:00:00Z", "Europe/Berlin", 2)).toEqual([
			"2027-03-28T02:00:00Z",
			"2027-03-28T04:00:00Z",
		]);
		expect(firings("every 48 hours", EVENING_BEFORE, "Europe/Berlin", 1)).toEqual(["2027-03-29T20:00:00Z"]);
	});
});

describe("in Berlin, where the clocks go back from 3 to 2 on 31 October 2027", () => {
	it.each([
		["tomorrow at 02:30", "2027-10-30T20:00:00Z", "2027-10-31T00:30:00Z"],
		["in 6 hours", "2027-10-30T20:00:00Z", "2027-10-31T02:00:00Z"],
		["in 1 day", "2027-10-30T20:00:00Z", "2027-10-31T21:00:00Z"],
		["in 90 minutes", "2027-10-31T00:15:00Z", "2027-10-31T01:45:00Z"],
		// The clock shows 2:45 for the first time, then 2:15 for the second.
		["at 02:30", "2027-10-31T00:45:00Z", "2027-11-01T01:30:00Z"],
		["at 03:00", "2027-10-31T01:15:00Z", "2027-10-31T02:00:00Z"],
	])("reads %j, said at %s, as %s", (text, now, expected) => {
		expect(firings(text, now, "Europe/Berlin")).toEqual([expected]);
	});
});

describe("around midnight", () => {
	it.each([
		["in 5 minutes", "2026-12-31T22:58:00Z", "2026-12-31T23:03:00Z"],
		["at midnight", "2026-12-31T22:59:59Z", "2026-12-31T23:00:00Z"],
		["at midnight", "2026-12-31T23:00:00Z", "2027-01-01T23:00:00Z"],
		["tomorrow at 9", "2026-12-31T22:59:00Z", "2027-01-01T08:00:00Z"],
		["tomorrow at 9", "2026-12-31T23:01:00Z", "2027-01-02T08:00:00Z"],
		["tonight at 1", "2026-12-31T23:30:00Z", "2027-01-01T00:00:00Z"],
		["heute Nacht um 2", "2026-12-31T21:00:00Z", "2027-01-01T01:00:00Z"],
		["heute Nacht um 2", "2026-12-31T23:30:00Z", "2027-01-01T01:00:00Z"],
		["at 00:00", "2026-12-31T22:30:00Z", "2026-12-31T23:00:00Z"],
		["um 0 Uhr", "2026-12-31T22:30:00Z", "2026-12-31T23:00:00Z"],
		["at 11", "2026-12-31T22:30:00Z", "2027-01-01T10:00:00Z"],
		["on the 31st", "2026-12-31T22:30:00Z", "2027-01-31T08:00:00Z"],
		["1 January at 00:00", "2026-12-31T22:30:00Z", "2026-12-31T23:00:00Z"],
		["in a month", "2027-01-31T12:00:00Z", "2027-02-28T12:00:00Z"],
	])("reads %j, said at %s, as %s", (text, now, expected) => {
		expect(firings(text, now, "Europe/Berlin")).toEqual([expected]);
	});
});

describe("in other zones", () => {
	it.each([
		["tomorrow at 9", "America/New_York", "2026-11-30T03:30:00Z", "2026-11-30T14:00:00Z"],
		["tomorrow at 9", "Asia/Kolkata", "2026-11-30T19:00:00Z", "2026-12-02T03:30:00Z"],
		["at noon", "Asia/Kathmandu", "2026-11-30T03:00:00Z", "2026-11-30T06:15:00Z"],
		["on Monday at 9", "Pacific/Auckland", "2026-11-29T11:30:00Z", "2026-11-29T20:00:00Z"],
		["next week", "Pacific/Kiritimati", "2026-11-29T09:30:00Z", "2026-11-29T19:00:00Z"],
		["at 17:30", "UTC", "2026-11-30T10:30:45Z", "2026-11-30T17:30:00Z"],
		["7 December at 10", "Australia/Lord_Howe", "2026-11-30T10:30:45Z", "2026-12-06T23:00:00Z"],
		["2026-12-07T10:00:00+01:00", "America/New_York", "2026-11-30T10:30:45Z", "2026-12-07T09:00:00Z"],
		["every day at 9 Europe/Berlin", "America/New_York", "2026-11-30T10:30:45Z", "2026-12-01T08:00:00Z"],
	])("reads %j in %s, said at %s, as %s", (text, zone, now, expected) => {
		expect(firings(text, now, zone)).toEqual([expected]);
	});

	it("does not know a zone that there isn't", () => {
		expect(() => readWhen("at 9", { now: 0, zone: "Europe/Atlantis" })).toThrow(RangeError);
	});
});

describe("a weekday with a week before it", () => {
	it.each([
		["next Monday", "2026-11-29T12:00:00Z", "2026-11-30T08:00:00Z"],
		["next Friday", "2026-12-05T12:00:00Z", "2026-12-11T08:00:00Z"],
		["nächsten Dienstag", "2026-12-02T12:00:00Z", "2026-12-08T08:00:00Z"],
		["next Wednesday", "2026-12-02T12:00:00Z", "2026-12-09T08:00:00Z"],
		["Wednesday", "2026-12-02T07:00:00Z", "2026-12-02T08:00:00Z"],
		["Wednesday", "2026-12-02T09:00:00Z", "2026-12-09T08:00:00Z"],
		["Sunday next week", "2026-12-02T12:00:00Z", "2026-12-13T08:00:00Z"],
	])("reads %j, said at %s, as %s", (text, now, expected) => {
		expect(firings(text, now, "Europe/Berlin")).toEqual([expected]);
	});
});

describe("a time to be woken at", () => {
	it("is before noon when it is not said", () => {
		const now = Date.parse("2026-11-30T10:30:45Z");
		const when = readWhen("at 5", { now, zone: "UTC", isAlarm: true });
		expect(when).toMatchObject({ schedule: { at: Date.parse("2026-12-01T05:00:00Z") } });
	});
});

describe("the end of something", () => {
	it("is in the evening of a day", () => {
		const now = Date.parse("2026-11-30T10:30:45Z");
		const end = (text: string) => readWhen(text, { now, zone: "UTC", isEnd: true });
		expect(end("Friday")).toMatchObject({ schedule: { at: Date.parse("2026-12-04T23:59:00Z") } });
		expect(end("today")).toMatchObject({ schedule: { at: Date.parse("2026-11-30T23:59:00Z") } });
		expect(end("Friday at 18:00")).toMatchObject({ schedule: { at: Date.parse("2026-12-04T18:00:00Z") } });
	});
});
