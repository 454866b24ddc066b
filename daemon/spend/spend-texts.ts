import type { Asker, PeriodSpend } from "./decide-spend.ts";
import type { Period } from "./spend-periods.ts";

/** The button and the command by which the owner lets the day's turns go on. */
export const ALLOW = { label: "Answer me today", action: "spend:allow", command: "/spend allow" };

/** `5.00`, `1234.50`, `0.0042`: two places, or two figures where those would show nothing. */
export function formatMoney(amount: number): string {
	if (amount === 0 || amount >= 0.01) return amount.toFixed(2);
	return amount < 0.0001 ? "<0.0001" : amount.toPrecision(2).replace(/0+$/, "");
}

const nameOf = ({ kind }: Period): string => (kind === "day" ? "Today's" : "This month's");

/** `tomorrow, 2026-12-01 00:00`, or the first of the next month. */
export function whenOver({ kind }: Period, endText: string): string {
	return kind === "day" ? `tomorrow (${endText})` : `the next month (${endText})`;
}

/** `Today's limit of 5.00 is used up (5.02).` */
export const describeReached = ({ period, spent, limit }: PeriodSpend): string =>
	`${nameOf(period)} limit of ${formatMoney(limit)} is used up (${formatMoney(spent)}).`;

/**
 * What is to be known beside that the limit is reached.
 * @param over when it ends, as {@link whenOver} says it
 * @param isAllowed the owner has said that their own turns go on today
 */
export function describeHeldBack(asker: Asker, over: string, isAllowed: boolean): string {
	if (asker === "owner")
		return `Answer you anyway today? \`${ALLOW.command}\` says yes. What isn't from you waits until ${over} either way.`;
	const you = isAllowed
		? "You are answered today, as you said."
		: `You are answered if you say so: \`${ALLOW.command}\`.`;
	return `What timers, mail and others set going waits until ${over}, and is kept. ${you}`;
}

/** The warning before a limit is reached. */
export const describeNear = ({ period, spent, limit }: PeriodSpend): string =>
	`${nameOf(period)} limit is ${Math.floor((100 * spent) / limit)} % used up: ${formatMoney(spent)} of ${formatMoney(limit)}. Once it is, ` +
	"timers, mail and other work wait, and I ask before I answer you. `/spend` shows how it stands; `limits` in config.yaml sets it.";

/** `today 1.20 of 5.00 (24 %)`, or without a limit `today 1.20`. */
export function describeSpent(when: string, spent: number, limit: number | undefined): string {
	if (limit === undefined) return `${when} ${formatMoney(spent)}`;
	const share = limit > 0 ? ` (${Math.floor((100 * spent) / limit)} %)` : "";
	return `${when} ${formatMoney(spent)} of ${formatMoney(limit)}${share}`;
}
