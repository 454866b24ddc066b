import { describe, expect, it } from "vitest";
import { EFFECTS } from "#core/effect.ts";
import { decideCall, type GateInput } from "./policy-table.ts";

const call = (changes: Partial<GateInput>): GateInput => ({
	effect: "read",
	authority: "owner",
	tainted: false,
	restricted: false,
	...changes,
});

describe("the shipped policy", () => {
	it.each([
		["read", "allow", "allow"],
		["write", "allow", "allow"],
		["tell-owner", "allow", "allow"],
		["tell-others", "ask", "ask"],
		["execute", "allow", "allow"],
		["reach", "allow", "ask"],
		["persist", "allow", "ask"],
		["spend", "ask", "ask"],
	] as const)("for the owner: %s is %s, with outside content in view %s", (effect, clean, tainted) => {
		expect(decideCall(call({ effect }), {}).kind).toBe(clean);
		expect(decideCall(call({ effect, tainted: true }), {}).kind).toBe(tainted);
	});

	it("lets a stranger cause nothing", () => {
		for (const effect of EFFECTS) expect(decideCall(call({ effect, authority: "stranger" }), {}).kind).toBe("deny");
	});

	it("never becomes milder with taint, and never with lower trust than the owner's", () => {
		const severity = { allow: 0, ask: 1, deny: 2 };
		for (const effect of EFFECTS) {
			for (const authority of ["owner", "system", "known", "stranger"] as const) {
				const clean = severity[decideCall(call({ effect, authority }), {}).kind];
				expect(severity[decideCall(call({ effect, authority, tainted: true }), {}).kind]).toBeGreaterThanOrEqual(clean);
				expect(clean).toBeGreaterThanOrEqual(severity[decideCall(call({ effect }), {}).kind]);
			}
		}
	});
});

it("leaves only reading and telling the owner after a refusal", () => {
	const allowed = EFFECTS.filter((effect) => decideCall(call({ effect, restricted: true }), {}).kind !== "deny");
	expect(allowed).toEqual(["read", "tell-owner"]);
});

it("puts the owner's cells in place of the shipped ones, and names the cell that decided", () => {
	expect(decideCall(call({ effect: "write" }), { write: { owner: "ask" } })).toEqual({
		kind: "ask",
		rule: "write × owner",
	});
	expect(decideCall(call({ effect: "reach", tainted: true }), { reach: { tainted: "deny" } })).toEqual({
		kind: "deny",
		rule: "reach × outside content in view",
	});
	expect(decideCall(call({ effect: "spend" }), { write: { owner: "ask" } }).rule).toBe("spend × owner");
});
