import { describe, expect, it } from "vitest";
import { openSpend } from "./spend-fixture.ts";

const telegram = { channel: "telegram", address: "7" };
const web = { channel: "web", address: "owner" };

describe("the warning at four fifths of a limit", () => {
	it("is told once a day and once a month, where the owner is", () => {
		const { notices, spend, said, clock } = openSpend({ costPerDay: 5, costPerMonth: 8 });
		spend(3.9);
		notices.warn();
		expect(said()).toEqual([]);
		spend(0.15);
		notices.warn();
		notices.warn();
		expect(said()).toMatchObject([
			{
				conversation: telegram,
				kind: "notice",
				text: expect.stringContaining("Today's limit is 81 % used up: 4.05 of 5.00."),
			},
		]);
		clock.set("2026-11-29T12:00:00Z");
		spend(2.5);
		clock.set("2026-11-30T12:00:00Z");
		notices.warn();
		expect(said().map(({ text }) => text)[1]).toContain("This month's limit is 81 % used up: 6.55 of 8.00.");
		clock.set("2026-12-01T12:00:00Z");
		spend(4.2);
		notices.warn();
		expect(said().map(({ text }) => text.slice(0, 24))).toHaveLength(3);
		expect(said()[2]?.text).toContain("Today's limit is 84 %");
	});

	it("is not told again after a restart, but is for another limit", () => {
		const first = openSpend({ costPerDay: 5 });
		first.spend(4.5);
		first.notices.warn();
		const second = openSpend({ costPerDay: 5, folder: first.folder });
		second.notices.warn();
		expect(second.said()).toHaveLength(1);
		second.settings.limits.costPerDay = 5.5;
		second.notices.warn();
		expect(second.said()).toHaveLength(2);
	});

	it("is left out where the limit was passed in one go: that is told by itself", () => {
		const { notices, spend, said } = openSpend({ costPerDay: 5 });
		spend(7);
		notices.warn();
		expect(said()).toEqual([]);
	});
});

describe("the word that a limit is reached", () => {
	it("asks the owner once in each place where they wrote, with a button", () => {
		const { notices, spend, said } = openSpend({ costPerDay: 5 });
		spend(5.02);
		notices.tellReached({ turnId: 1, asker: "owner", conversations: [web] });
		notices.tellReached({ turnId: 1, asker: "owner", conversations: [web] });
		notices.tellReached({ turnId: 2, asker: "owner", conversations: [web, telegram] });
		expect(said().map(({ conversation }) => conversation)).toEqual([web, telegram]);
		expect(said()[0]).toMatchObject({
			kind: "notice",
			turnId: 1,
			text: expect.stringMatching(
				/^Today's limit of 5\.00 is used up \(5\.02\)\. Answer you anyway today\? `\/spend allow` /,
			),
			choices: [{ label: "Answer me today", action: "spend:allow", command: "/spend allow" }],
		});
	});

	it("is told once for all that others set going, and does not keep the owner from being asked", () => {
		const { notices, spend, said } = openSpend({ costPerDay: 5 });
		spend(6);
		for (const turnId of [1, 2]) notices.tellReached({ turnId, asker: "other", conversations: [telegram] });
		notices.tellReached({ turnId: 3, asker: "other", conversations: [web] });
		expect(said().map(({ text }) => text)).toEqual([
			expect.stringContaining("waits until tomorrow (2026-12-01 00:00)"),
		]);
		notices.tellReached({ turnId: 4, asker: "owner", conversations: [telegram] });
		expect(said()).toHaveLength(2);
		expect(said()[1]?.text).toContain("Answer you anyway today?");
	});

	it("does not ask for what the owner has allowed already", () => {
		const { notices, spend, said, desk } = openSpend({ costPerDay: 5 });
		spend(6);
		desk.allow("owner on web");
		notices.tellReached({ turnId: 1, asker: "other", conversations: [telegram] });
		expect(said()).toMatchObject([
			{ text: expect.stringContaining("You are answered today, as you said."), choices: [] },
		]);
	});

	it("is told again on the next day, and not after a restart", () => {
		const first = openSpend({ costPerDay: 5 });
		first.spend(6);
		first.notices.tellReached({ turnId: 1, asker: "owner", conversations: [web] });
		const second = openSpend({ costPerDay: 5, folder: first.folder, clock: first.clock });
		second.notices.tellReached({ turnId: 1, asker: "owner", conversations: [web] });
		expect(second.said()).toHaveLength(1);
		second.clock.set("2026-12-01T12:00:00Z");
		second.spend(6);
		second.notices.tellReached({ turnId: 2, asker: "owner", conversations: [web] });
		expect(second.said()).toHaveLength(2);
	});

	it("leaves nothing behind of days that are over", () => {
		const { notices, spend, clock, facts } = openSpend({ costPerDay: 5 });
		for (let day = 1; day <= 9; day++) {
			clock.set(`2026-12-0${day}T12:00:00Z`);
			spend(6);
			notices.tellReached({ turnId: day, asker: "owner", conversations: [web] });
		}
		expect(facts.read("told of the spend limit")).toBe("2026-12-09 5 web owner");
	});
});
