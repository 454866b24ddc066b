import { expect, it } from "vitest";
import { Zone } from "#daemon/schedule/zoned-time.ts";
import { decideSpend, maySpend } from "./decide-spend.ts";
import { periodsAt } from "./spend-periods.ts";

const periods = periodsAt(Date.parse("2026-11-15T12:00:00Z"), new Zone("UTC"));
const decide = (day: number, month: number, limits: { day?: number; month?: number }) =>
	decideSpend({ day, month }, limits, periods);

it.each([
	["without limits", 1_000, 1_000, {}, "within"],
	["below four fifths", 3.99, 39.9, { day: 5, month: 50 }, "within"],
	["at four fifths of the day's", 4, 4, { day: 5, month: 50 }, "near"],
	["at four fifths of the month's", 1, 40, { day: 5, month: 50 }, "near"],
	["just below the limit", 4.999, 5, { day: 5 }, "near"],
	["at the limit", 5, 5, { day: 5 }, "reached"],
	["above the month's", 0, 50.01, { month: 50 }, "reached"],
	["with a limit of 0 and nothing spent", 0, 0, { day: 0 }, "within"],
	["with a limit of 0 and something spent", 0.001, 0.001, { day: 0 }, "reached"],
])("says how the limits stand %s", (_, day, month, limits, kind) => {
	expect(decide(day, month, limits).kind).toBe(kind);
});

it("names every limit that is nearly used up", () => {
	expect(decide(4, 40, { day: 5, month: 50 })).toMatchObject({
		near: [
			{ period: { kind: "day" }, spent: 4, limit: 5 },
			{ period: { kind: "month" }, spent: 40, limit: 50 },
		],
	});
	expect(decide(6, 40, { day: 5, month: 50 })).toMatchObject({ kind: "reached", near: [{ limit: 50 }] });
});

it("goes by the limit that holds back for longer", () => {
	expect(decide(6, 60, { day: 5, month: 50 })).toMatchObject({ reached: { period: { kind: "month" } }, near: [] });
});

it("lets nobody but the owner spend above a limit, and the owner only once they said so", () => {
	const reached = decide(6, 6, { day: 5 });
	expect(maySpend(reached, "owner", true)).toBe(true);
	expect(maySpend(reached, "owner", false)).toBe(false);
	expect(maySpend(reached, "other", true)).toBe(false);
	expect(maySpend(decide(4, 4, { day: 5 }), "other", false)).toBe(true);
});
