import type { Period, Periods } from "./spend-periods.ts";

/** From here on the owner is warned. */
const NEAR = 0.8;

/** What may be spent in a day and in a month. A limit that is not there holds nothing back. */
export interface SpendLimits {
	day?: number | undefined;
	month?: number | undefined;
}

/** What a period has cost so far, beside its limit. */
export interface PeriodSpend {
	period: Period;
	spent: number;
	limit: number;
}

export type SpendDecision =
	| { kind: "within" }
	/** At least one limit is four fifths used up; none is reached. */
	| { kind: "near"; near: PeriodSpend[] }
	/** Nothing more may be spent until `reached.period.end`. `near`: other limits that are nearly used up. */
	| { kind: "reached"; reached: PeriodSpend; near: PeriodSpend[] };

/**
 * Decides how the owner's limits stand. Pure. Of two that are reached, the one counts that holds back for longer. With a
 * limit of 0 whatever costs nothing may go on.
 * @param spent in the owner's money, since the beginning of each period
 */
export function decideSpend(
	spent: { day: number; month: number },
	limits: SpendLimits,
	periods: Periods,
): SpendDecision {
	const read = (kind: Period["kind"]): PeriodSpend[] => {
		const limit = limits[kind];
		return limit === undefined ? [] : [{ period: periods[kind], spent: spent[kind], limit }];
	};
	const limited = [...read("day"), ...read("month")];
	const near = limited.filter((each) => !isReached(each) && isNear(each));
	const reached = limited.filter(isReached).sort((a, b) => b.period.end - a.period.end)[0];
	if (reached) return { kind: "reached", reached, near };
	return near.length > 0 ? { kind: "near", near } : { kind: "within" };
}

const isReached = ({ spent, limit }: PeriodSpend): boolean => spent > 0 && spent >= limit;

const isNear = ({ spent, limit }: PeriodSpend): boolean => spent > 0 && spent >= limit * NEAR;

/** Who a request is for, as far as limits care. Work that no turn of the owner's waits for is `other`. */
export type Asker = "owner" | "other";

/** Whether a request may leave. Pure. Once the owner has said so, their own turns go on until the day is over. */
export function maySpend(decision: SpendDecision, asker: Asker, isAllowedToday: boolean): boolean {
	return decision.kind !== "reached" || (asker === "owner" && isAllowedToday);
}
