import type { PolicyOverrides, Verdict } from "#config/schema.ts";
import type { CallEffect, Effect } from "#core/effect.ts";
import type { Trust } from "#core/trust.ts";

/** What each authority may cause, and what holds for everybody while outside content is in view. */
export type PolicyRow = Record<Trust | "tainted", Verdict>;

/**
 * The shipped policy. Owner and system differ in what nobody is present to see: what outlives the turn or reaches others
 * needs a person. Strangers cause nothing: their words reach no model.
 */
const SHIPPED: Record<Effect, PolicyRow> = {
	read: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "allow" },
	write: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "allow" },
	"tell-owner": { owner: "allow", system: "allow", known: "allow", stranger: "deny", tainted: "allow" },
	"tell-others": { owner: "ask", system: "ask", known: "ask", stranger: "deny", tainted: "ask" },
	execute: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "allow" },
	reach: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "ask" },
	persist: { owner: "allow", system: "ask", known: "deny", stranger: "deny", tainted: "ask" },
	spend: { owner: "ask", system: "ask", known: "deny", stranger: "deny", tainted: "ask" },
};

export interface GateInput {
	effect: CallEffect;
	authority: Trust;
	/** Outside content is in the view that the model decided on. */
	tainted: boolean;
	/** The owner refused something in this turn. */
	restricted: boolean;
}

export interface GateDecision {
	kind: Verdict;
	/** The cell that decided, for the journal and for the owner: `spend × owner`. */
	rule: string;
}

const SEVERITY: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 };

/**
 * The gate's decision over one call. Pure. The stricter of the two cells holds: what the authority may do, and what may be
 * done under taint. The owner's overrides replace cells of the shipped table; the model can't see or change it.
 */
export function decideCall(input: GateInput, overrides: PolicyOverrides): GateDecision {
	const { effect, authority, tainted, restricted } = input;
	if (effect === "none") return { kind: "allow", rule: "no effect" };
	if (restricted && effect !== "read" && effect !== "tell-owner")
		return { kind: "deny", rule: "the owner refused an action in this turn" };
	const row: PolicyRow = { ...SHIPPED[effect], ...overrides[effect] };
	const byAuthority: GateDecision = { kind: row[authority], rule: `${effect} × ${authority}` };
	const byTaint: GateDecision = { kind: row.tainted, rule: `${effect} × outside content in view` };
	return tainted && SEVERITY[byTaint.kind] > SEVERITY[byAuthority.kind] ? byTaint : byAuthority;
}
