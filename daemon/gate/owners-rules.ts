import type { OwnersRule } from "#config/gate-schema.ts";
import { canonicalJson, sha256 } from "#core/digest.ts";
import type { CallEffect } from "#core/effect.ts";
import type { Trust } from "#core/trust.ts";
import { matchesPlace } from "./matches-place.ts";

/** What a rule is held against. */
export interface RuledCall {
	effect: CallEffect;
	tool: string;
	/** All of them have to be covered by the same rule. */
	destinations: readonly string[];
	authority: Trust;
	tainted: boolean;
}

/** What a rule may have been used for already, and which day it is. */
export interface RuleFacts {
	/** How often a rule was used today, in the owner's time zone. */
	usesToday: (rule: string) => number;
	/** `2026-12-04`, in the owner's time zone. */
	today: string;
}

export type RuleReading =
	| { kind: "covered"; rule: OwnersRule; key: string }
	/** One names this place, and yet does not hold; `why` is for the owner. */
	| { kind: "not-now"; why: string }
	| { kind: "none" };

/** What a rule allows, as a name: a new cap or end of the same rule does not forget how often it was used. */
export const ruleKey = ({ allow, to, tools }: OwnersRule): string => sha256(canonicalJson({ allow, to, tools }));

/**
 * Looks for a rule of the owner's that covers a call. Pure. Only the owner's own turns and the program's (a timer of theirs) use
 * rules: what somebody else asks for is never allowed ahead of time.
 */
export function findRule(rules: readonly OwnersRule[], call: RuledCall, facts: RuleFacts): RuleReading {
	if (call.authority !== "owner" && call.authority !== "system") return { kind: "none" };
	const naming = rules.filter((rule) => namesIt(rule, call));
	for (const rule of naming) {
		const key = ruleKey(rule);
		if (whyNotNow(rule, key, call, facts) === undefined) return { kind: "covered", rule, key };
	}
	const [first] = naming;
	if (!first) return { kind: "none" };
	return { kind: "not-now", why: whyNotNow(first, ruleKey(first), call, facts) ?? "" };
}

function namesIt({ allow, to, tools }: OwnersRule, { effect, tool, destinations }: RuledCall): boolean {
	if (allow !== effect || (tools && !tools.includes(tool)) || destinations.length === 0) return false;
	return destinations.every((destination) => to.some((place) => matchesPlace(place, destination)));
}

function whyNotNow(rule: OwnersRule, key: string, { tainted }: RuledCall, facts: RuleFacts): string | undefined {
	if (rule.until !== undefined && facts.today > rule.until) return `it ended on ${rule.until}`;
	if (rule.perDay !== undefined && facts.usesToday(key) >= rule.perDay) return `it was used ${rule.perDay}× today`;
	if (tainted && !rule.evenWithOutsideContent) return "outside content is in view, which it does not allow for";
	return undefined;
}

/** For people: `tell-others to bob@example.org, 3 a day, until 2026-12-04`. */
export function describeRule({ allow, to, tools, perDay, until, evenWithOutsideContent }: OwnersRule): string {
	return [
		`${allow} to ${to.join(" or ")}`,
		...(tools ? [`with ${tools.join(" or ")}`] : []),
		...(perDay === undefined ? [] : [`${perDay} a day`]),
		...(until === undefined ? [] : [`until ${until}`]),
		...(evenWithOutsideContent ? ["even with outside content in view"] : []),
	].join(", ");
}
