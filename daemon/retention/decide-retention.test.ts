import { describe, expect, it } from "vitest";
import { decideRetention } from "./decide-retention.ts";

const NOW = Date.parse("2026-11-30T10:00:00Z");
const DAY = 86_400_000;
const item = (days: number, megabytes = 1) => ({ days, at: NOW - days * DAY, bytes: megabytes * 1_000_000 });
const goes = (items: ReturnType<typeof item>[], limits: { days?: number; megabytes?: number }, newerBytes?: number) =>
	decideRetention(items, limits, NOW, newerBytes).goes.map(({ days }) => days);

describe("decideRetention", () => {
	it("lets go what is older than the limit, to the millisecond", () => {
		const edge = { days: 30, at: NOW - 30 * DAY, bytes: 1 };
		const over = { days: 31, at: edge.at - 1, bytes: 1 };
		expect(decideRetention([edge, over], { days: 30 }, NOW)).toMatchObject({ stays: [edge], goes: [over] });
	});

	it("lets go the oldest where there is too much, and nothing older slips in behind something large", () => {
		expect(goes([item(2), item(3), item(4, 5), item(5)], { megabytes: 3 })).toEqual([4, 5]);
		expect(goes([item(2), item(3), item(4)], { megabytes: 3 })).toEqual([]);
	});

	it("keeps what is younger than a day, however much it is", () => {
		expect(goes([item(0, 50), item(1, 50), item(1.01, 50)], { megabytes: 1 })).toEqual([1.01]);
	});

	it("keeps everything without limits, and what comes from the future", () => {
		expect(goes([item(-400), item(9_999, 9_999)], {})).toEqual([]);
		expect(goes([item(-400)], { days: 1, megabytes: 1 })).toEqual([]);
	});

	it("gives the same for a list in parts as for the whole", () => {
		const items = [2, 3, 4, 5, 6].map((days) => item(days));
		const first = decideRetention(items.slice(0, 2), { megabytes: 3 }, NOW);
		expect([...first.goes.map(({ days }) => days), ...goes(items.slice(2), { megabytes: 3 }, first.bytes)]).toEqual(
			goes(items, { megabytes: 3 }),
		);
	});
});
