import type { DayRule } from "./cron.ts";
import type { FieldValue } from "./cron-fields.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const OCCURRENCES = "first second third fourth fifth".split(" ");

/** A longer list is harder to read than the expression. */
const LONGEST_LIST = 6;

/** `every day`, `every 2 days`; in full weeks with the day on which they begin: `every Friday`, `every 2 weeks on Friday`. */
export function describeDaySteps(everyDays: number, weekday: number): string {
	const weeks = everyDays / 7;
	if (!Number.isInteger(weeks)) return everyDays === 1 ? "every day" : `every ${everyDays} days`;
	return weeks === 1 ? `every ${WEEKDAYS[weekday]}` : `every ${weeks} weeks on ${WEEKDAYS[weekday]}`;
}

/** `every weekday`, `every Monday and Friday`, `on the 1st of each month`; undefined where words would be no clearer. */
export function describeDays(rule: DayRule): string | undefined {
	const anyDay = rule.daysOfMonth.length === 31;
	const anyWeekday = rule.weekdays.length === 7;
	const months = rule.months.length === 12 ? undefined : list(rule.months.map((month) => MONTHS[Number(month) - 1]));
	if ((anyDay && anyWeekday) || (rule.either && (anyDay || anyWeekday))) {
		return months === undefined ? "every day" : `every day in ${months}`;
	}
	const byMonth = anyDay ? undefined : describeMonthDays(rule.daysOfMonth, months);
	const byWeek = anyWeekday ? undefined : describeWeekdays(rule.weekdays, months);
	if (anyWeekday) return byMonth;
	if (anyDay) return byWeek;
	return rule.either && byMonth !== undefined && byWeek !== undefined ? `${byMonth} and ${byWeek}` : undefined;
}

function describeMonthDays(values: readonly FieldValue[], months = "each month"): string | undefined {
	const names = values.map((value) => {
		if (value === "L") return "last day";
		if (value === "LW") return "last working day";
		return typeof value === "number" ? ordinal(value) : undefined;
	});
	const listed = list(names);
	return listed === undefined ? undefined : `on the ${listed} of ${months}`;
}

function describeWeekdays(values: readonly FieldValue[], months: string | undefined): string | undefined {
	if (values.every((value) => typeof value === "number")) {
		// The week is read from Monday.
		const days = values.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
		const listed = days.join() === "1,2,3,4,5" ? "weekday" : list(days.map((day) => WEEKDAYS[day]));
		return `every ${listed}${months === undefined ? "" : ` in ${months}`}`;
	}
	const names = values.map((value) => {
		const [, day, occurrence] = /^(\d)(?:L|#(\d))$/.exec(String(value)) ?? [];
		if (day === undefined) return undefined;
		const which = occurrence === undefined ? "last" : OCCURRENCES[Number(occurrence) - 1];
		return `${which} ${WEEKDAYS[Number(day)]}`;
	});
	const listed = list(names);
	return listed === undefined ? undefined : `on the ${listed} of ${months ?? "each month"}`;
}

/** `a`, `a and b`, `a, b and c`; undefined where a name is missing or there are too many. */
export function list(names: readonly (string | undefined)[]): string | undefined {
	if (names.length > LONGEST_LIST || names.includes(undefined)) return undefined;
	return names.length < 2 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function ordinal(day: number): string {
	const ending = day > 10 && day < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
	return `${day}${ending}`;
}
