import { describe, expect, it } from "vitest";
import { type OwnersRule, ownersRuleSchema } from "#config/gate-schema.ts";
import { TRUSTS } from "#core/trust.ts";
import { describeRule, findRule, type RuledCall, type RuleFacts, ruleKey } from "./owners-rules.ts";

const rule = (changes: Partial<Record<keyof OwnersRule, unknown>> = {}): OwnersRule =>
	ownersRuleSchema.parse({ allow: "tell-others", to: ["bob@example.org"], ...changes });
const call = (changes: Partial<RuledCall> = {}): RuledCall => ({
	...{
		effect: "tell-others",
		tool: "send_mail",
		destinations: ["bob@example.org"],
		authority: "owner",
		tainted: false,
	},
	...changes,
});
const facts = (changes: Partial<RuleFacts> = {}): RuleFacts => ({
	usesToday: () => 0,
	today: "2026-11-30",
	...changes,
});
const read = (rules: OwnersRule[], changes: Partial<RuledCall> = {}, of: Partial<RuleFacts> = {}) =>
	findRule(rules, call(changes), facts(of));

describe("a rule of the owner's", () => {
	it("covers the place that it names, however it is spelt", () => {
		expect(read([rule()])).toEqual({ kind: "covered", rule: rule(), key: ruleKey(rule()) });
		expect(read([rule()], { destinations: ["Bob@Example.ORG"] }).kind).toBe("covered");
	});

	it.each<[string, Partial<RuledCall>]>([
		["another place", { destinations: ["eve@example.org"] }],
		["that place among others", { destinations: ["bob@example.org", "eve@example.org"] }],
		["no place at all", { destinations: [] }],
		["another effect", { effect: "spend" }],
		["somebody who is only known", { authority: "known" }],
		["a stranger", { authority: "stranger" }],
	])("does not cover %s", (_, changes) => {
		expect(read([rule()], changes)).toEqual({ kind: "none" });
	});

	it("holds for the owner and for what they set up, and for nobody else", () => {
		expect(TRUSTS.filter((authority) => read([rule()], { authority }).kind === "covered")).toEqual(["owner", "system"]);
	});

	it("may be bound to tools", () => {
		expect(read([rule({ tools: ["reply"] })]).kind).toBe("none");
		expect(read([rule({ tools: ["reply", "send_mail"] })]).kind).toBe("covered");
	});

	it("ends with its day, and not before", () => {
		const until = rule({ until: "2026-12-04" });
		expect(read([until], {}, { today: "2026-12-04" }).kind).toBe("covered");
		expect(read([until], {}, { today: "2026-12-05" })).toEqual({ kind: "not-now", why: "it ended on 2026-12-04" });
	});

	it("is used as often a day as it says, whatever its cap or end is changed to", () => {
		const capped = rule({ perDay: 3 });
		const used = (count: number) => ({
			usesToday: (key: string) => (key === ruleKey(rule({ perDay: 9 })) ? count : 0),
		});
		expect(read([capped], {}, used(2)).kind).toBe("covered");
		expect(read([capped], {}, used(3))).toEqual({ kind: "not-now", why: "it was used 3× today" });
	});

	it("does not hold while outside content is in view, unless it says so", () => {
		expect(read([rule()], { tainted: true }).kind).toBe("not-now");
		expect(read([rule({ evenWithOutsideContent: true })], { tainted: true }).kind).toBe("covered");
	});

	it("gives way to another one that holds", () => {
		expect(read([rule({ until: "2026-01-01" }), rule()])).toMatchObject({ kind: "covered", rule: rule() });
	});

	it("is told in words", () => {
		expect(
			describeRule(rule({ tools: ["send_mail"], perDay: 3, until: "2026-12-04", evenWithOutsideContent: true })),
		).toBe(
			"tell-others to bob@example.org, with send_mail, 3 a day, until 2026-12-04, even with outside content in view",
		);
	});

	it.each(["*", "*@*", " . ", "*.*"])("must name somebody: %s is refused", (place) => {
		expect(() => rule({ to: [place] })).toThrow(/would allow everything/);
	});
});
