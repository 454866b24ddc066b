import type { ModelEntry } from "#config/schema.ts";
import type { UsageAnswer } from "#daemon/control/usage-answer.ts";
import { type FoundPrice, findPrice } from "#daemon/model/prices.ts";
import type { UsageLedger } from "#daemon/records/usage-ledger.ts";
import type { SpendReading } from "./spend-desk.ts";
import { latestDays, type SpendCalendar } from "./spend-periods.ts";

export interface UsageReportParts {
	usage: UsageLedger;
	calendar: Pick<SpendCalendar, "zone">;
	reading: SpendReading;
	/** All that are configured, of every role. */
	models: readonly ModelEntry[];
	/** Milliseconds since the epoch. */
	now: number;
}

/** What was used in the last `days` days of the owner's calendar, today included, for `steward usage`. */
export function reportUsage({ usage, calendar, reading, models, now }: UsageReportParts, days: number): UsageAnswer {
	const periods = latestDays(now, calendar.zone, days);
	const from = periods[0]?.start ?? now;
	const to = periods.at(-1)?.end ?? now;
	return {
		days: periods.map(({ name, start, end }) => ({ name, ...usage.between(start, end) })),
		models: usage.by("model", from, to),
		purposes: usage.by("purpose", from, to),
		total: usage.between(from, to),
		spent: { day: reading.day, month: reading.month },
		limits: reading.limits,
		prices: models.map((entry) => {
			const found = findPrice(entry);
			return { model: entry.model, ...(found && { ...found.price, from: fromWhere(found) }) };
		}),
	};
}

const fromWhere = (found: FoundPrice): string => (found.from === "list" ? `list of ${found.asOf}` : found.from);
