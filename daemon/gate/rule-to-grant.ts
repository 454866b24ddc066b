import { type OwnersRule, ownersRuleSchema } from "#config/gate-schema.ts";
import type { CallEffect } from "#core/effect.ts";
import { periodsAt, type SpendCalendar } from "#daemon/spend/spend-periods.ts";

/** What a rule would be made from. */
export interface GrantableCall {
	effect: CallEffect;
	tool: string;
	destinations?: readonly string[];
	tainted: boolean;
}

/** A rule from a button is a small one: the owner can write a wider one. */
const DAYS = 30;
const PER_DAY = 10;
/** More names than a button can say. */
const MAX_DESTINATIONS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The rule that an approval may grant beside its one yes: this tool, to these very places, for a while. Pure but for the calendar.
 * Undefined where none is offered: what costs or deletes is looked at each time, and so is what was asked for while outside content
 * was in view, since a rule for that would be the prize of an attack.
 */
export function ruleToGrant(call: GrantableCall, calendar: SpendCalendar, now: number): OwnersRule | undefined {
	const { effect, tool, destinations = [], tainted } = call;
	if (tainted || (effect !== "tell-others" && effect !== "reach")) return undefined;
	// A star in an address would become a pattern, and `${NAME}` a value of the environment.
	const isPlain = destinations.every((destination) => !/\*|\$\{/.test(destination));
	if (destinations.length === 0 || destinations.length > MAX_DESTINATIONS || !isPlain) return undefined;
	// What is no rule as the owner could write it, as one for nobody, could not be read back from the row either.
	return ownersRuleSchema.safeParse({
		allow: effect,
		to: [...destinations],
		tools: [tool],
		perDay: PER_DAY,
		until: periodsAt(now + DAYS * DAY_MS, calendar.zone).day.name,
		evenWithOutsideContent: false,
	}).data;
}
