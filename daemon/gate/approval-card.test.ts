import { describe, expect, it } from "vitest";
import type { OwnersRule } from "#config/gate-schema.ts";
import { cardFor } from "./approval-card.ts";

const rule = (to: string[]): OwnersRule => ({
	...{ allow: "tell-others", to, tools: ["send_mail"], perDay: 10, until: "2026-12-31" },
	evenWithOutsideContent: false,
});

const card = (changes: Partial<Parameters<typeof cardFor>[0]> = {}) =>
	cardFor({ code: "K7Q2MN", preview: "**Send** to Bob", held: false, rule: undefined, ...changes });

const summary = ({ choices }: ReturnType<typeof card>) =>
	choices.map(({ label, action, command }) => [label, action, command]);

describe("the card of a question", () => {
	it("shows the exact action, and yes and no with what may be typed instead", () => {
		expect(card().text).toBe("May I do this?\n\n**Send** to Bob");
		expect(summary(card())).toEqual([
			["Allow", "approve:K7Q2MN", "/approve K7Q2MN"],
			["Don't", "deny:K7Q2MN", "/deny K7Q2MN"],
		]);
	});

	it("offers a rule last, and says all of its terms", () => {
		const offered = card({ rule: rule(["bob@example.org"]) });
		expect(summary(offered)[2]).toEqual(["Always to bob@example.org", "always:K7Q2MN", "/always K7Q2MN"]);
		for (const term of ["` send_mail `", "` bob@example.org `", "10 times a day", "until 2026-12-31", "never while"])
			expect(offered.text).toContain(term);
	});

	it.each([
		["longer than a button", `https://x.example/${"a".repeat(500)}`],
		["with letters that look like others", "bоb@example.org"],
		["that turns the reading direction round", "a\u202ebob@example.org"],
	])("names no place %s on the button, but in the terms", (_, place) => {
		const offered = card({ rule: rule([place]) });
		expect(offered.choices[2]?.label).toBe("Always, as said above");
		expect(offered.text).toContain(place);
	});

	it("of what rests says that it is not active, and offers no rule", () => {
		const held = card({ held: true, rule: rule(["bob@example.org"]) });
		expect(held.text).toContain("not active");
		expect(summary(held).map(([label, action]) => [label, action])).toEqual([
			["Activate", "approve:K7Q2MN"],
			["Discard", "deny:K7Q2MN"],
		]);
	});
});
