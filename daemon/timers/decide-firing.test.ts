import { describe, expect, it } from "vitest";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import { decideFiring } from "./decide-firing.ts";

const at = (text: string) => Date.parse(text);
const daily: Schedule = { kind: "cron", expression: "0 9 * * *", zone: "Europe/Berlin" };

describe("a one-shot", () => {
	const timer = { schedule: { kind: "once", at: at("2026-12-01T08:00:00Z"), zone: "UTC" } as const, fired: 0 };

	it("waits for its moment", () => {
		const nextAt = timer.schedule.at;
		expect(decideFiring({ ...timer, nextAt }, nextAt - 1)).toEqual({ kind: "not-due" });
	});

	it("fires once however late, and ends", () => {
		const nextAt = timer.schedule.at;
		expect(decideFiring({ ...timer, nextAt }, nextAt + 7_200_000)).toEqual({
			kind: "fire",
			slotAt: nextAt,
			lateMs: 7_200_000,
			missed: undefined,
			nextAt: undefined,
		});
	});

	it("does nothing once it has ended", () => {
		expect(decideFiring({ ...timer, nextAt: undefined }, at("2030-01-01T00:00:00Z"))).toEqual({ kind: "not-due" });
	});
});

describe("a repeating timer", () => {
	it("fires its slot and moves to the next, across a change of the clocks", () => {
		const nextAt = at("2026-10-24T09:00:00+02:00");
		expect(decideFiring({ schedule: daily, nextAt, fired: 3 }, nextAt + 20)).toMatchObject({
			slotAt: nextAt,
			lateMs: 20,
			missed: undefined,
			nextAt: at("2026-10-25T09:00:00+01:00"),
		});
	});

	it("folds what it missed into the latest slot", () => {
		const nextAt = at("2026-11-02T09:00:00+01:00");
		expect(decideFiring({ schedule: daily, nextAt, fired: 0 }, at("2026-11-05T12:00:00+01:00"))).toMatchObject({
			slotAt: at("2026-11-05T09:00:00+01:00"),
			lateMs: 3 * 3_600_000,
			missed: { firstAt: nextAt, count: 3 },
			nextAt: at("2026-11-06T09:00:00+01:00"),
		});
	});

	it("ends with its count, and with its until", () => {
		const nextAt = at("2026-11-02T09:00:00+01:00");
		const counted = { ...daily, count: 4 };
		expect(decideFiring({ schedule: counted, nextAt, fired: 2 }, nextAt)).toMatchObject({
			nextAt: nextAt + 86_400_000,
		});
		expect(decideFiring({ schedule: counted, nextAt, fired: 3 }, nextAt)).toMatchObject({
			kind: "fire",
			nextAt: undefined,
		});
		const until = { ...daily, until: nextAt + 86_399_999 };
		expect(decideFiring({ schedule: until, nextAt, fired: 0 }, nextAt)).toMatchObject({
			kind: "fire",
			nextAt: undefined,
		});
	});
});
