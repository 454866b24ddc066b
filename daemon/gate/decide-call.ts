import type { OwnersRule, PolicyOverrides, Verdict } from "#config/gate-schema.ts";
import type { Concern } from "./concern.ts";
import { describeRule, findRule, type RuledCall, type RuleFacts } from "./owners-rules.ts";
import { isStricter, readTable, type TableDecision } from "./policy-table.ts";

export interface GateInput extends RuledCall {
	/** The turn may only read and tell the owner. */
	restricted: boolean;
	/** What the checks beside the table have against it. */
	concerns: readonly Concern[];
}

/** What the owner has laid down. */
export interface Policy {
	table: PolicyOverrides;
	rules: readonly OwnersRule[];
}

export interface GateDecision {
	kind: Verdict;
	/** What decided, for the journal and for the owner: a cell of the table, a rule of the owner's, a check. */
	rule: string;
	/** For the owner and the model; only where there is more to say than the cell. Nothing that others wrote. */
	why?: string;
	/** The rule of the owner's by which it is allowed: its use has to be counted. */
	ruleKey?: string;
}

/**
 * The gate's decision over one call. Pure. First the table; then the owner's rules, which turn a question into a yes and never
 * lift a refusal; last the checks, which only ever make it stricter, so that no rule lets a secret out.
 */
export function decideCall(input: GateInput, policy: Policy, facts: RuleFacts): GateDecision {
	return withConcerns(byRule(readTable(input, policy.table), input, policy.rules, facts), input.concerns);
}

function byRule(table: TableDecision, input: GateInput, rules: readonly OwnersRule[], facts: RuleFacts): GateDecision {
	if (table.kind !== "ask" && table.kind !== "inactive") return table;
	const reading = findRule(rules, input, facts);
	switch (reading.kind) {
		case "covered":
			return { kind: "allow", rule: `the owner's rule: ${describeRule(reading.rule)}`, ruleKey: reading.key };
		case "not-now":
			return { ...table, why: `a rule of yours names this place, but ${reading.why}` };
		case "none":
			return table;
	}
}

function withConcerns(decision: GateDecision, concerns: readonly Concern[]): GateDecision {
	const [first, ...others] = concerns;
	if (!first) return decision;
	const worst = others.reduce((one, other) => (isStricter(other.verdict, one.verdict) ? other : one), first);
	if (isStricter(decision.kind, worst.verdict)) return decision;
	const why = concerns.filter(({ verdict }) => verdict === worst.verdict).map((concern) => concern.why);
	// Where it is asked for anyhow, the owner still has to hear what was found.
	const rule = decision.kind === worst.verdict ? decision.rule : worst.by;
	return { kind: worst.verdict, rule, why: [...new Set([...(decision.why ? [decision.why] : []), ...why])].join("; ") };
}
