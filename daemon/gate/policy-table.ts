import { type PolicyOverrides, VERDICTS, type Verdict } from "#config/gate-schema.ts";
import type { CallEffect, Effect } from "#core/effect.ts";
import type { Trust } from "#core/trust.ts";

/** What each authority may cause, and what holds for everybody while outside content is in view. */
export type PolicyRow = Record<Trust | "tainted", Verdict>;

/**
 * The shipped policy. Owner and system differ in what nobody is present to see: what outlives the turn or reaches others
 * needs a person. Strangers cause nothing: their words reach no model that could do anything. What a model wants to keep while
 * outside content is in view may be what that told it to: it rests until the owner has looked at it.
 */
export const SHIPPED: Readonly<Record<Effect, PolicyRow>> = {
	read: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "allow" },
	write: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "allow" },
	"tell-owner": { owner: "allow", system: "allow", known: "allow", stranger: "deny", tainted: "allow" },
	"tell-others": { owner: "ask", system: "ask", known: "ask", stranger: "deny", tainted: "ask" },
	execute: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "allow" },
	reach: { owner: "allow", system: "allow", known: "deny", stranger: "deny", tainted: "ask" },
	persist: { owner: "allow", system: "ask", known: "deny", stranger: "deny", tainted: "inactive" },
	spend: { owner: "ask", system: "ask", known: "deny", stranger: "deny", tainted: "ask" },
};

export interface TableInput {
	effect: CallEffect;
	authority: Trust;
	/** Outside content is in the view that the model decided on. */
	tainted: boolean;
	/** The turn may only read and tell the owner: the owner refused something, or it answers beside another. */
	restricted: boolean;
}

export interface TableDecision {
	kind: Verdict;
	/** The cell that decided, for the journal and for the owner: `spend × owner`. */
	rule: string;
}

/** Whether the first is the stricter verdict of the two. */
export const isStricter = (one: Verdict, other: Verdict): boolean => VERDICTS.indexOf(one) > VERDICTS.indexOf(other);

/** The row of an effect as it holds here: the owner's cells in place of the shipped ones. */
export const rowOf = (effect: Effect, overrides: PolicyOverrides): PolicyRow => ({
	...SHIPPED[effect],
	...overrides[effect],
});

/**
 * What the table says of one call. Pure. The stricter of two cells holds: what the authority may do, and what may be done while
 * outside content is in view. The model can't see or change it.
 */
export function readTable(input: TableInput, overrides: PolicyOverrides): TableDecision {
	const { effect, authority, tainted, restricted } = input;
	if (effect === "none") return { kind: "allow", rule: "no effect" };
	if (restricted && effect !== "read" && effect !== "tell-owner")
		return { kind: "deny", rule: "this turn may only read and tell the owner" };
	const row = rowOf(effect, overrides);
	const byAuthority: TableDecision = { kind: row[authority], rule: `${effect} × ${authority}` };
	const byTaint: TableDecision = { kind: row.tainted, rule: `${effect} × outside content in view` };
	return tainted && isStricter(byTaint.kind, byAuthority.kind) ? byTaint : byAuthority;
}
