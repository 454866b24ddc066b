import { describe, expect, it } from "vitest";
import { describeMoment, describeSchedule, readBack } from "./describe-schedule.ts";

const NOW = Date.parse("2026-11-30T10:30:45Z");
const MINUTE_MS = 60_000;
const zone = "Europe/Berlin";

describe("a schedule in words", () => {
	it.each([
		["0 9 * * *", "every day at 09:00"],
		["0 9 * * mon-fri", "every weekday at 09:00"],
		["30 8 1 * *", "on the 1st of each month at 08:30"],
		["0 9 2,3,11,21 * *", "on the 2nd, 3rd, 11th and 21st of each month at 09:00"],
		["0 9 * * 7,sat", "every Saturday and Sunday at 09:00"],
		["0 9,13 * jun-aug *", "every day in June, July and August at 09:00 and 13:00"],
		["0 9 * jun 1", "every Monday in June at 09:00"],
		["0 0 24 12 *", "on the 24th of December at 00:00"],
		["0 9 L * *", "on the last day of each month at 09:00"],
		["0 9 LW 3,6 *", "on the last working day of March and June at 09:00"],
		["0 9 * * 5L", "on the last Friday of each month at 09:00"],
		["0 9 * * mon#1,mon#3", "on the first Monday and third Monday of each month at 09:00"],
		["0 9 1 * mon", "on the 1st of each month and every Monday at 09:00"],
		["* * * * *", "every minute"],
		["*/15 * * * *", "every 15 minutes"],
		["5-59/15 * * * *", "every 15 minutes from 00:05"],
		["@hourly", "every hour"],
		["0 9,12,15 * * *", "every day at 09:00, 12:00 and 15:00"],
		["0 */2 * * *", "every 2 hours from 00:00"],
		["30 */2 * * *", "every 2 hours from 00:30"],
		["*/15 9-17 * * 1-5", "every 15 minutes from 09:00 to 17:45, every weekday"],
		["0 */5 * * *", "every 5 hours from 00:00 to 20:00"],
		["*/7 * * * *", "cron */7 * * * *"],
		["0 9 */2 * 1", "cron 0 9 */2 * 1"],
		["0 9 15W * *", "cron 0 9 15W * *"],
		["0 9 1-20 * *", "cron 0 9 1-20 * *"],
		["1,2,4,8,9,20,21 7 * * *", "cron 1,2,4,8,9,20,21 7 * * *"],
	])("%s is %s", (expression, words) => {
		expect(describeSchedule({ kind: "cron", expression, zone })).toBe(`${words} (Europe/Berlin)`);
	});

	it.each([
		[1, "every minute"],
		[90, "every 90 minutes"],
		[120, "every 2 hours"],
		[1440, "every 24 hours"],
		[2880, "every 48 hours"],
		[1.5, "every 90 seconds"],
	])("an interval of %s minutes is %s", (minutes, words) => {
		expect(describeSchedule({ kind: "every", everyMs: minutes * MINUTE_MS, firstAt: NOW, zone })).toBe(words);
	});

	it.each([
		[1, "every day at 08:05"],
		[2, "every 2 days at 08:05"],
		[7, "every Friday at 08:05"],
		[14, "every 2 weeks on Friday at 08:05"],
		[15, "every 15 days at 08:05"],
	])("a step of %s days is %s", (everyDays, words) => {
		const first = { year: 2026, month: 12, day: 4, hour: 8, minute: 5 };
		expect(describeSchedule({ kind: "days", everyDays, first, zone })).toBe(`${words} (Europe/Berlin)`);
		const until = Date.parse("2026-12-31T22:59Z");
		expect(describeSchedule({ kind: "days", everyDays, first, zone, until, count: 3 })).toBe(
			`${words} (Europe/Berlin), until Thu 2026-12-31 23:59, 3 times at most`,
		);
	});

	it("says where it ends", () => {
		const until = Date.parse("2026-12-31T22:59Z");
		expect(describeSchedule({ kind: "cron", expression: "0 9 * * *", zone, until, count: 5 })).toBe(
			"every day at 09:00 (Europe/Berlin), until Thu 2026-12-31 23:59, 5 times at most",
		);
		expect(describeSchedule({ kind: "every", everyMs: 60 * MINUTE_MS, firstAt: NOW, zone, until })).toBe(
			"every hour (Europe/Berlin), until Thu 2026-12-31 23:59",
		);
		expect(describeSchedule({ kind: "every", everyMs: 60 * MINUTE_MS, firstAt: NOW, zone, count: 1 })).toBe(
			"every hour, once at most",
		);
	});

	it("of one moment has weekday, date, time and zone", () => {
		expect(describeSchedule({ kind: "once", at: Date.parse("2026-12-07T09:00Z"), zone })).toBe(
			"once on Mon 2026-12-07 10:00 (Europe/Berlin)",
		);
	});
});

describe("a moment in words", () => {
	it.each([
		["2026-11-30T13:05Z", "today 14:05"],
		["2026-11-29T23:00Z", "today 00:00"],
		["2026-11-30T23:00Z", "tomorrow 00:00"],
		["2026-12-01T22:59Z", "tomorrow 23:59"],
		["2026-12-01T23:00Z", "Wed 2026-12-02 00:00"],
		["2026-11-29T22:59Z", "yesterday 23:59"],
		["2026-11-28T22:59Z", "Sat 2026-11-28 23:59"],
	])("%s is %s by Berlin's calendar", (at, words) => {
		expect(describeMoment(Date.parse(at), zone, NOW)).toBe(words);
	});
});

describe("the read-back", () => {
	it("names the next three firings by the owner's clock", () => {
		expect(readBack({ kind: "cron", expression: "0 9 * * mon-fri", zone }, Date.parse("2026-12-03T10:00Z"), zone)).toBe(
			"next: tomorrow 09:00, Mon 2026-12-07 09:00, Tue 2026-12-08 09:00 (Europe/Berlin, UTC+1)",
		);
	});

	it("names them by the schedule's own clock too, where that is another", () => {
		const schedule = { kind: "cron", expression: "0 20 * * *", zone: "America/New_York" } as const;
		expect(readBack(schedule, NOW, zone)).toBe(
			"next: tomorrow 02:00, Wed 2026-12-02 02:00, Thu 2026-12-03 02:00 (Europe/Berlin, UTC+1); " +
				"that is Mon 2026-11-30 20:00, Tue 2026-12-01 20:00, Wed 2026-12-02 20:00 (America/New_York, UTC-5)",
		);
	});

	it("names the offset of the first, none for UTC itself", () => {
		const ends = (name: string, at: string) => readBack({ kind: "once", at: Date.parse(at), zone: name }, NOW, name);
		expect(ends("Europe/Berlin", "2027-07-01T10:00Z")).toMatch(/ \(Europe\/Berlin, UTC\+2\)$/);
		expect(ends("Europe/London", "2026-12-01T10:00Z")).toMatch(/ \(Europe\/London, UTC\+0\)$/);
		expect(ends("America/St_Johns", "2026-12-01T10:00Z")).toMatch(/ \(America\/St_Johns, UTC-3:30\)$/);
		expect(ends("Asia/Kathmandu", "2026-12-01T10:00Z")).toMatch(/ \(Asia\/Kathmandu, UTC\+5:45\)$/);
		expect(ends("UTC", "2026-12-01T10:00Z")).toBe("next: tomorrow 10:00 (UTC)");
	});

	it("names the days of a schedule that leaves some out", () => {
		const first = { year: 2026, month: 11, day: 20, hour: 18, minute: 0 };
		expect(readBack({ kind: "days", everyDays: 14, first, zone }, NOW, zone)).toBe(
			"next: Fri 2026-12-04 18:00, Fri 2026-12-18 18:00, Fri 2027-01-01 18:00 (Europe/Berlin, UTC+1)",
		);
	});

	it("names no more than there are", () => {
		const hourly = { kind: "cron", expression: "@hourly", zone } as const;
		expect(readBack({ ...hourly, count: 1 }, NOW, zone)).toBe("next: today 12:00 (Europe/Berlin, UTC+1)");
		expect(readBack({ ...hourly, until: NOW + 45 * MINUTE_MS }, NOW, zone)).toBe(
			"next: today 12:00 (Europe/Berlin, UTC+1)",
		);
		expect(readBack({ kind: "once", at: NOW, zone }, NOW, zone)).toBe("next: never again");
	});
});
