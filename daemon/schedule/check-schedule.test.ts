import { describe, expect, it } from "vitest";
import { checkSchedule } from "./check-schedule.ts";
import type { Schedule } from "./schedule.ts";

const NOW = Date.parse("2026-11-30T10:30:45Z");
const zone = "Europe/Berlin";

const firstOn = (year: number, month: number, day: number) => ({ year, month, day, hour: 8, minute: 0 });

function problem(schedule: Schedule): string {
	const checked = checkSchedule(schedule, NOW);
	return checked.kind === "bad" ? checked.problem : "ok";
}

describe("a schedule", () => {
	it.each<[string, Schedule]>([
		["in the future", { kind: "once", at: NOW + 1, zone }],
		["of the shortest interval", { kind: "every", everyMs: 60_000, firstAt: NOW, zone }],
		["of an interval that began in the past", { kind: "every", everyMs: 3_600_000, firstAt: 0, zone }],
		["in days from one that passed", { kind: "days", everyDays: 3650, first: firstOn(2020, 2, 29), zone }],
		["with a macro", { kind: "cron", expression: "@daily", zone }],
		["of the 29 February", { kind: "cron", expression: "0 0 29 2 *", zone }],
		["with an end on its first slot", { kind: "cron", expression: "31 11 * * *", zone, until: NOW + 15_000 }],
		["with a count", { kind: "cron", expression: "* * * * *", zone, count: 1 }],
		["in UTC", { kind: "once", at: NOW + 1, zone: "UTC" }],
	])("%s is good", (_what, schedule) => {
		expect(problem(schedule)).toBe("ok");
	});

	it.each([
		["Europe/Berln", "Did you mean Europe/Berlin?"],
		["berlin", "Did you mean Europe/Berlin?"],
		["New York", "Did you mean America/New_York?"],
		["UTC+2", "Give an IANA name"],
		["+02:00", "Give an IANA name"],
		["", "Give an IANA name"],
	])('in the zone "%s" is refused: %s', (name, remedy) => {
		const text = problem({ kind: "once", at: NOW + 1, zone: name });
		expect(text).toContain(`The time zone "${name}" is not known.`);
		expect(text).toContain(remedy);
	});

	it.each<[string, Schedule, string]>([
		["in the past", { kind: "once", at: NOW - 3_600_000, zone }, "Mon 2026-11-30 10:30 (Europe/Berlin) has passed"],
		["of this very moment", { kind: "once", at: NOW, zone }, "has passed"],
		[
			"that would flood",
			{ kind: "every", everyMs: 59_999, firstAt: NOW, zone },
			'The shortest interval is "every minute"',
		],
		["that can't be read", { kind: "cron", expression: "0 25 * * *", zone }, 'The hour field "25" is not possible'],
		["that never comes", { kind: "cron", expression: "0 0 31 2 *", zone }, "would not fire within the next ten years"],
		["that ends too early", { kind: "cron", expression: "0 9 * * *", zone, until: NOW + 1 }, "Tue 2026-12-01 09:00"],
		["that has ended", { kind: "every", everyMs: 60_000, firstAt: NOW, zone, until: NOW }, "Give a later end"],
		[
			"of days from one that isn't",
			{ kind: "days", everyDays: 2, first: firstOn(2027, 2, 29), zone },
			"no day 29 in month 2 of 2027",
		],
		[
			"of days that ends before the second",
			{ kind: "days", everyDays: 2, first: firstOn(2026, 11, 29), zone, until: NOW + 1 },
			"its first time, Tue 2026-12-01 08:00",
		],
		["that ends before it", { kind: "once", at: NOW + 2, zone, until: NOW + 1 }, "Give a later end"],
	])("%s is refused, and it says why", (_what, schedule, text) => {
		expect(problem(schedule)).toContain(text);
	});
});
