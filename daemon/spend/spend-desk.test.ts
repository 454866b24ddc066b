import { describe, expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { HOUR_MS, openSpend } from "./spend-fixture.ts";

describe("what was spent", () => {
	it("is read for the turn, the day and the month, beside the limits", () => {
		const { desk, spend, clock, settings } = openSpend({ costPerDay: 5, costPerMonth: 50 });
		clock.set("2026-11-29T12:00:00Z");
		spend(8, 6);
		clock.set("2026-11-30T10:30:45Z");
		spend(0.25, 7);
		spend(0.5, 7);
		spend(1, 8);
		spend(undefined, 7);
		expect(desk.reading(7)).toEqual({ turn: 0.75, day: 1.75, month: 9.75, limits: { day: 5, month: 50 } });
		settings.limits.costPerTurn = 2;
		expect(desk.reading()).toMatchObject({ turn: 0, limits: { turn: 2 } });
	});

	it("begins anew at the owner's midnight and on the first of the month, not at that of UTC", () => {
		const { desk, spend, clock } = openSpend({ costPerDay: 5 });
		clock.set("2026-11-30T22:59:59Z");
		spend(3);
		expect(desk.reading()).toMatchObject({ day: 3, month: 3 });
		clock.set("2026-11-30T23:00:00Z");
		expect(desk.reading()).toMatchObject({ day: 0, month: 0 });
		spend(1);
		clock.set("2026-12-01T00:30:00Z");
		expect(desk.reading()).toMatchObject({ day: 1, month: 1 });
	});

	it.each([
		["2026-03-28T23:00:00Z", 23],
		["2026-10-24T22:00:00Z", 25],
	])("counts a whole day across a change of the clocks: from %s for %i hours", (midnight, hours) => {
		const { desk, spend, clock } = openSpend({ costPerDay: 5 });
		const start = Date.parse(midnight);
		clock.set(start - 1);
		spend(16);
		clock.set(start);
		spend(1);
		clock.set(start + hours * HOUR_MS - 1);
		spend(2);
		expect(desk.reading().day).toBe(3);
		clock.set(start + hours * HOUR_MS);
		expect(desk.reading().day).toBe(0);
	});

	it("is the same after a restart", () => {
		const first = openSpend({ costPerDay: 5 });
		first.spend(4.5);
		expect(first.desk.reading().day).toBe(4.5);
		const second = openSpend({ costPerDay: 5, folder: first.folder });
		second.spend(0.75);
		expect(second.desk.reading()).toMatchObject({ day: 5.25, month: 5.25 });
		expect(second.desk.obstacle("other")).toMatchObject({ spent: 5.25 });
	});
});

describe("a limit that is reached", () => {
	it("stands in everybody's way until the owner says otherwise, and then in all others' until the day is over", () => {
		const { desk, spend, clock, allowed, database, facts } = openSpend({ costPerDay: 5 });
		expect(desk.obstacle("other")).toBeUndefined();
		spend(5.02);
		expect(desk.obstacle("owner")).toMatchObject({ spent: 5.02, limit: 5, period: { kind: "day" } });
		expect(desk.allow("owner on telegram")).toContain("I answer you until the end of today (2026-11-30)");
		expect(desk.obstacle("owner")).toBeUndefined();
		expect(desk.obstacle("other")).toBeDefined();
		expect(allowed).toEqual(["allowed"]);
		expect(facts.read("spending above the limit is allowed on")).toBe("2026-11-30");
		expect(database.all("SELECT kind, target, decision, outcome FROM journal")).toEqual([
			{
				kind: "approval",
				target: "spending above the limit of 5.00 a day",
				decision: "owner on telegram",
				outcome: "allowed on 2026-11-30",
			},
		]);
		clock.set("2026-11-30T23:00:00Z");
		spend(6);
		expect(desk.obstacle("owner")).toBeDefined();
	});

	it("is allowed once: a second time writes nothing more", () => {
		const { desk, spend, allowed, database } = openSpend({ costPerMonth: 5 });
		spend(6);
		expect(desk.allow("owner on web")).toBe(desk.allow("owner on web"));
		expect(allowed).toHaveLength(1);
		expect(database.all("SELECT id FROM journal")).toHaveLength(1);
	});

	it("stays allowed over a restart", () => {
		const first = openSpend({ costPerDay: 5 });
		first.spend(6);
		first.desk.allow("owner on web");
		const second = openSpend({ costPerDay: 5, folder: first.folder });
		expect(second.desk.obstacle("owner")).toBeUndefined();
		expect(second.desk.obstacle("other")).toBeDefined();
	});

	it("can't be allowed before it is reached", () => {
		const { desk, spend, allowed } = openSpend({ costPerDay: 5 });
		expect(desk.allow("owner on web")).toContain("nothing to allow");
		spend(6);
		expect(desk.obstacle("owner")).toBeDefined();
		expect(allowed).toEqual([]);
	});

	it("of a month is lifted by the owner a day at a time", () => {
		const { desk, spend, clock } = openSpend({ costPerMonth: 5, clock: new FakeClock("2026-11-10T12:00:00Z") });
		spend(6);
		desk.allow("owner on web");
		expect(desk.obstacle("owner")).toBeUndefined();
		clock.set("2026-11-11T12:00:00Z");
		expect(desk.obstacle("owner")).toMatchObject({ period: { kind: "month" } });
		clock.set("2026-12-01T12:00:00Z");
		expect(desk.obstacle("other")).toBeUndefined();
	});

	it("is gone once the configuration has a higher one", () => {
		const { desk, spend, settings } = openSpend({ costPerDay: 5 });
		spend(6);
		settings.limits.costPerDay = 10;
		expect(desk.obstacle("other")).toBeUndefined();
	});
});

describe("/spend", () => {
	it("says what was spent and what may be", () => {
		const { desk, spend } = openSpend({ costPerDay: 5, costPerMonth: 50 });
		spend(1.2);
		expect(desk.text()).toBe("Spent today 1.20 of 5.00 (24 %), this month 1.20 of 50.00 (2 %).");
		expect(openSpend({}).desk.text()).toBe("Spent today 0.00, this month 0.00.");
	});

	it("says what is held back and until when, and whether the owner is answered", () => {
		const { desk, spend } = openSpend({ costPerDay: 5 });
		spend(5.02);
		const held = "Today's limit of 5.00 is used up (5.02).";
		expect(desk.text()).toContain(`${held} You are answered once you say \`/spend allow\`.`);
		expect(desk.text()).toContain("Everything else waits until tomorrow (2026-12-01 00:00).");
		desk.allow("owner on web");
		expect(desk.text()).toContain(`${held} You are answered today, since you said so.`);
	});

	it("names models that no price is known of", () => {
		const { desk, spend } = openSpend({});
		spend(1, undefined, "priced");
		spend(undefined, undefined, "mystery");
		expect(desk.text()).toContain("Not counted, for want of a price: `mystery`.");
	});
});
