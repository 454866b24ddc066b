import { describe, expect, it } from "vitest";
import { VERDICTS } from "#config/gate-schema.ts";
import { EFFECTS } from "#core/effect.ts";
import { TRUSTS } from "#core/trust.ts";
import { readTable, type TableInput } from "./policy-table.ts";

const call = (changes: Partial<TableInput>): TableInput => ({
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
		["persist", "allow", "inactive"],
		["spend", "ask", "ask"],
	] as const)("for the owner: %s is %s, with outside content in view %s", (effect, clean, tainted) => {
		expect(readTable(call({ effect }), {}).kind).toBe(clean);
		expect(readTable(call({ effect, tainted: true }), {}).kind).toBe(tainted);
	});

	it("lets a stranger cause nothing", () => {
		for (const effect of EFFECTS) expect(readTable(call({ effect, authority: "stranger" }), {}).kind).toBe("deny");
	});

	it("never becomes milder with taint, and never with lower trust than the owner's", () => {
		const severity = (input: TableInput) => VERDICTS.indexOf(readTable(input, {}).kind);
		for (const effect of EFFECTS) {
			for (const authority of TRUSTS) {
				const clean = severity(call({ effect, authority }));
				expect(severity(call({ effect, authority, tainted: true }))).toBeGreaterThanOrEqual(clean);
				expect(clean).toBeGreaterThanOrEqual(severity(call({ effect })));
			}
		}
	});
});

it("leaves only reading and telling the owner to a turn that is bounded", () => {
	const allowed = EFFECTS.filter((effect) => readTable(call({ effect, restricted: true }), {}).kind !== "deny");
	expect(allowed).toEqual(["read", "tell-owner"]);
});

it("puts the owner's cells in place of the shipped ones, and names the cell that decided", () => {
	expect(readTable(call({ effect: "write" }), { write: { owner: "ask" } })).toEqual({
		kind: "ask",
		rule: "write × owner",
	});
	expect(readTable(call({ effect: "reach", tainted: true }), { reach: { tainted: "deny" } })).toEqual({
		kind: "deny",
		rule: "reach × outside content in view",
	});
	expect(readTable(call({ effect: "spend" }), { write: { owner: "ask" } }).rule).toBe("spend × owner");
});
