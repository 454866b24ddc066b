import { describe, expect, it } from "vitest";
import { SpendCalendar } from "#daemon/spend/spend-periods.ts";
import { type GrantableCall, ruleToGrant } from "./rule-to-grant.ts";

const calendar = new SpendCalendar(() => "Europe/Berlin");
const NOW = Date.parse("2026-11-30T23:30:00Z");

const mail = (changes: Partial<GrantableCall> = {}): GrantableCall => ({
	...{ effect: "tell-others", tool: "send_mail", destinations: ["bob@example.org"], tainted: false },
	...changes,
});

const granted = (changes?: Partial<GrantableCall>) => ruleToGrant(mail(changes), calendar, NOW);

describe("the rule that a card offers", () => {
	it("is for this tool and these very places, ten times a day, for thirty days of the owner's calendar", () => {
		expect(granted()).toEqual({
			...{ allow: "tell-others", to: ["bob@example.org"], tools: ["send_mail"] },
			// The first of December has begun in Berlin.
			...{ perDay: 10, until: "2026-12-31", evenWithOutsideContent: false },
		});
	});

	it.each([
		["asked for while others' words were in view", { tainted: true }],
		["costs or deletes", { effect: "spend" as const }],
		["outlives the turn", { effect: "persist" as const }],
		["runs something", { effect: "execute" as const }],
		["goes nowhere that is named", { destinations: [] }],
		["goes to more places than a button can say", { destinations: ["a@x.org", "b@x.org", "c@x.org", "d@x.org"] }],
		["would become a pattern", { destinations: ["*@example.org"] }],
		["would be filled in from the environment", { destinations: [`https://x.example/\${API_KEY}`] }],
		["is no rule that a configuration takes", { destinations: ["@"] }],
	])("is none where the call %s", (_, changes) => {
		expect(granted(changes)).toBeUndefined();
	});

	it("is none where the call does not say where it goes", () => {
		const { destinations: _, ...without } = mail();
		expect(ruleToGrant(without, calendar, NOW)).toBeUndefined();
	});
});
