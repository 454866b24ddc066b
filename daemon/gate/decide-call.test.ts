import { describe, expect, it } from "vitest";
import { type OwnersRule, ownersRuleSchema, VERDICTS } from "#config/gate-schema.ts";
import { EFFECTS } from "#core/effect.ts";
import { TRUSTS } from "#core/trust.ts";
import type { Concern } from "./concern.ts";
import { decideCall, type GateInput } from "./decide-call.ts";

const facts = { usesToday: () => 0, today: "2026-11-30" };
const call = (changes: Partial<GateInput> = {}): GateInput => ({
	...{ effect: "tell-others", tool: "send_mail", destinations: ["bob@example.org"], authority: "owner" },
	...{ tainted: false, restricted: false, concerns: [] },
	...changes,
});
const toBob: OwnersRule = ownersRuleSchema.parse({ allow: "tell-others", to: ["bob@example.org"] });
const decide = (changes: Partial<GateInput>, rules: OwnersRule[] = [toBob]) =>
	decideCall(call(changes), { table: {}, rules }, facts);
const ask: Concern = { verdict: "ask", by: "a check", why: "it looks odd" };
const deny: Concern = { verdict: "deny", by: "another check", why: "a secret is in it" };

describe("the gate's decision", () => {
	it("turns a question into a yes where a rule of the owner's covers it", () => {
		expect(decide({}, [])).toEqual({ kind: "ask", rule: "tell-others × owner" });
		expect(decide({})).toMatchObject({ kind: "allow", rule: "the owner's rule: tell-others to bob@example.org" });
	});

	it("says why a rule that names the place does not hold", () => {
		expect(decide({ tainted: true })).toMatchObject({ kind: "ask", why: expect.stringContaining("outside content") });
	});

	it("never lets a rule lift a refusal", () => {
		const everywhere = ownersRuleSchema.parse({ ...toBob, evenWithOutsideContent: true });
		expect(decide({ restricted: true }, [everywhere]).kind).toBe("deny");
		const table = { "tell-others": { owner: "deny" as const } };
		expect(decideCall(call(), { table, rules: [everywhere] }, facts).kind).toBe("deny");
	});

	it("holds what a check has found against a rule, too", () => {
		expect(decide({ concerns: [ask] })).toEqual({ kind: "ask", rule: "a check", why: "it looks odd" });
		expect(decide({ concerns: [ask, deny] })).toEqual({
			kind: "deny",
			rule: "another check",
			why: "a secret is in it",
		});
	});

	it("tells the owner what was found where they are asked anyhow", () => {
		expect(decide({ concerns: [ask] }, [])).toEqual({ kind: "ask", rule: "tell-others × owner", why: "it looks odd" });
		expect(decide({ effect: "persist", tainted: true, concerns: [ask] }, [])).toMatchObject({ kind: "ask" });
	});

	it("only ever becomes stricter by a check, by taint, by lower trust, by a refusal before", () => {
		const strictness = (changes: Partial<GateInput>) => VERDICTS.indexOf(decide(changes).kind);
		for (const effect of EFFECTS) {
			for (const authority of TRUSTS) {
				for (const tainted of [false, true]) {
					const before = strictness({ effect, authority, tainted });
					for (const concerns of [[ask], [deny], [deny, ask]])
						expect(strictness({ effect, authority, tainted, concerns })).toBeGreaterThanOrEqual(before);
					expect(strictness({ effect, authority, tainted: true })).toBeGreaterThanOrEqual(before);
					expect(strictness({ effect, authority, tainted, restricted: true })).toBeGreaterThanOrEqual(before);
					expect(before).toBeGreaterThanOrEqual(strictness({ effect, authority: "owner", tainted }));
				}
			}
		}
	});
});
