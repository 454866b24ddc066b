import { describe, expect, it } from "vitest";
import { missedSlots } from "./missed-slots.ts";
import type { Schedule } from "./schedule.ts";

const MINUTE_MS = 60_000;
const at = (text: string) => Date.parse(text);
const daily: Schedule = { kind: "cron", expression: "0 9 * * *", zone: "UTC" };

describe("missed slots", () => {
	it("are those after the one moment, up to and with the other", () => {
		const [first, latest] = [at("2026-12-01T09:00Z"), at("2026-12-03T09:00Z")];
		expect(missedSlots(daily, first - 1, latest)).toEqual({ count: 3, first, latest });
		expect(missedSlots(daily, first, latest - 1)).toEqual({
			count: 1,
			first: at("2026-12-02T09:00Z"),
			latest: at("2026-12-02T09:00Z"),
		});
		expect(missedSlots(daily, latest, latest + MINUTE_MS)).toBeUndefined();
		expect(missedSlots(daily, latest, first)).toBeUndefined();
	});

	it("are counted exactly for a timer of each minute that was off for a year with both changes of the clocks", () => {
		const schedule: Schedule = { kind: "cron", expression: "* * * * *", zone: "Europe/Berlin" };
		const [after, upTo] = [at("2026-01-01T00:00Z"), at("2027-01-01T00:00Z")];
		expect(missedSlots(schedule, after, upTo)).toEqual({ count: 525_600, first: after + MINUTE_MS, latest: upTo });
	});

	it("are one a day where times are fixed, also on the days on which clocks are moved", () => {
		const schedule: Schedule = { kind: "cron", expression: "30 2 * * *", zone: "Europe/Berlin" };
		const missed = missedSlots(schedule, at("2025-12-31T23:00Z"), at("2026-12-31T22:59Z"));
		expect(missed).toEqual({ count: 365, first: at("2026-01-01T01:30Z"), latest: at("2026-12-31T01:30Z") });
	});

	it("of an interval are counted without going through them", () => {
		const every: Schedule = { kind: "every", everyMs: MINUTE_MS, firstAt: 30_000, zone: "UTC" };
		expect(missedSlots(every, 0, 1e15)).toEqual({
			count: Math.floor((1e15 - 30_000) / MINUTE_MS) + 1,
			first: 30_000,
			latest: 30_000 + Math.floor((1e15 - 30_000) / MINUTE_MS) * MINUTE_MS,
		});
		expect(missedSlots(every, 30_000, 90_000)).toEqual({ count: 1, first: 90_000, latest: 90_000 });
		expect(missedSlots(every, 30_000, 89_999)).toBeUndefined();
	});

	it("of one moment are that one", () => {
		const once: Schedule = { kind: "once", at: 5000, zone: "UTC" };
		expect(missedSlots(once, 4999, 5000)).toEqual({ count: 1, first: 5000, latest: 5000 });
		expect(missedSlots(once, 4999, 4999)).toBeUndefined();
		expect(missedSlots(once, 5000, 9000)).toBeUndefined();
	});

	it.each<[string, Schedule, number]>([
		["an expression", daily, 2],
		["an interval", { kind: "every", everyMs: 1440 * MINUTE_MS, firstAt: at("2026-12-01T09:00Z"), zone: "UTC" }, 2],
		["one moment", { kind: "once", at: at("2026-12-03T09:00Z"), zone: "UTC" }, 0],
	])("of %s end with the schedule", (_kind, schedule, count) => {
		const until = at("2026-12-02T09:00Z");
		const missed = missedSlots({ ...schedule, until }, at("2026-12-01T00:00Z"), at("2026-12-31T00:00Z"));
		expect(missed?.count ?? 0).toBe(count);
		expect(missed?.latest ?? until).toBe(until);
	});
});
