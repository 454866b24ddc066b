import { systemClock } from "#core/clock.ts";
import type { Records } from "#daemon/records/records.ts";
import { SpendCalendar } from "#daemon/spend/spend-periods.ts";
import { reportUsage } from "#daemon/spend/usage-report.ts";
import type { UsageAnswer } from "./usage-answer.ts";

/** The ledger as the daemon reports it, in UTC and without limits. */
export function usageOf({ usage }: Records, days: number): UsageAnswer {
	const reading = { turn: 0, day: 0, month: 0, limits: {} };
	const calendar = new SpendCalendar(() => "UTC");
	return reportUsage({ usage, calendar, reading, models: [], now: systemClock.now() }, days);
}
