import { describe, expect, it } from "vitest";
import { Zone } from "#daemon/schedule/zoned-time.ts";
import { latestDays, periodsAt, SpendCalendar } from "./spend-periods.ts";

const HOUR_MS = 3_600_000;
const berlin = new Zone("Europe/Berlin");
const at = (text: string, zone = berlin) => periodsAt(Date.parse(text), zone);

describe("the day and the month of a moment", () => {
	it("are those of the owner's calendar", () => {
		const { day, month } = at("2026-11-30T23:30:00Z");
		expect(day).toEqual({
			...{ kind: "day", name: "2026-12-01" },
			...{ start: Date.parse("2026-11-30T23:00:00Z"), end: Date.parse("2026-12-01T23:00:00Z") },
		});
		expect(month).toMatchObject({ kind: "month", name: "2026-12", end: Date.parse("2026-12-31T23:00:00Z") });
		expect(at("2026-11-30T22:59:59Z").month.name).toBe("2026-11");
	});

	it.each([
		["2026-03-29T12:00:00Z", 23],
		["2026-10-25T12:00:00Z", 25],
		["2026-11-30T12:00:00Z", 24],
	])("last as long as the clocks say: the day of %s has %i hours", (moment, hours) => {
		const { day } = at(moment);
		expect((day.end - day.start) / HOUR_MS).toBe(hours);
	});

	it("follow each other without a gap, also where clocks are moved at midnight or a day is left out", () => {
		for (const [name, first] of [
			["Europe/Berlin", "2026-10-20T00:00:00Z"],
			["America/Santiago", "2026-09-01T00:00:00Z"],
			["America/Havana", "2026-10-28T00:00:00Z"],
			["Asia/Beirut", "2026-03-25T00:00:00Z"],
			["Pacific/Apia", "2011-12-27T00:00:00Z"],
		] as const) {
			const zone = new Zone(name);
			let end: number | undefined;
			for (let now = Date.parse(first); now < Date.parse(first) + 9 * 24 * HOUR_MS; now += HOUR_MS / 2) {
				const { day, month } = periodsAt(now, zone);
				expect(now >= day.start && now < day.end, `${name} ${new Date(now).toISOString()}`).toBe(true);
				expect(month.start <= day.start && day.end <= month.end).toBe(true);
				if (end !== undefined && day.end !== end) expect(day.start).toBe(end);
				end = day.end;
			}
		}
	});
});

it("lists the latest days, oldest first, over a change of the clocks", () => {
	const days = latestDays(Date.parse("2026-10-26T00:30:00Z"), berlin, 3);
	expect(days.map(({ name }) => name)).toEqual(["2026-10-24", "2026-10-25", "2026-10-26"]);
	expect(days[0]?.end).toBe(days[1]?.start);
	expect(days[1]?.end).toBe(days[2]?.start);
});

it("keeps a day until it is over, and takes a change of zone up at once", () => {
	let zone = "Europe/Berlin";
	const calendar = new SpendCalendar(() => zone);
	const noon = Date.parse("2026-11-30T12:00:00Z");
	expect(calendar.at(noon)).toBe(calendar.at(noon + HOUR_MS));
	expect(calendar.at(noon + 11 * HOUR_MS).day.name).toBe("2026-12-01");
	expect(calendar.at(noon).day.name).toBe("2026-11-30");
	zone = "Pacific/Auckland";
	expect(calendar.at(noon).day.name).toBe("2026-12-01");
});
