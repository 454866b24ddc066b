import { readDuration } from "./read-duration.ts";
import { readWeekday, WEEKDAY } from "./read-weekday.ts";
import { readWrittenDate, type WrittenDate } from "./read-written-date.ts";

/** A day as it was named, before it is known what day it is now. Weekdays: 0 is Sunday. */
export type Day =
	| { kind: "ahead"; days: number; months: number }
	/** Whichever comes first, today included. */
	| { kind: "weekday"; weekday: number }
	/** "next Friday": in the middle of a week, people mean different ones by it. */
	| { kind: "next-weekday"; weekday: number }
	/** The weekday in the week (from Monday) that follows this one. */
	| { kind: "weekday-of-next-week"; weekday: number }
	| { kind: "first-of-next-month" }
	| { kind: "date"; date: WrittenDate }
	/** "7/12". */
	| { kind: "either-date" };

const NAMED: [pattern: RegExp, days: number][] = [
	[/^(?:today|heute)$/, 0],
	[/^(?:tomorrow|tmrw?|morgen)$/, 1],
	[/^(?:(?:the )?day after tomorrow|overmorrow|uebermorgen)$/, 2],
];
const NEXT_WEEK = /^(?:next week|(?:in der )?naechste[rn]? woche)$/;
const NEXT_MONTH = /^(?:next month|(?:im )?naechsten monat)$/;
const WEEKEND = /^(?:(?:on |at )?(?:the|this) weekend|(?:am|dieses) wochenende)$/;
const ON_WEEKDAY = new RegExp(
	`^(?:on |am |this |the coming |coming |diese[nm] |an diesem |kommende[nm] )?(${WEEKDAY})$`,
);
/** Two letters are a weekday only behind "am": "so" and "do" are words. */
const SHORT_WEEKDAY = /^am (mo|di|mi|do|fr|sa|so)\.?$/;
const NEXT_WEEKDAY = new RegExp(`^(?:on |am )?(?:next|naechste[nrm]?) (${WEEKDAY})$`);
const IN_NEXT_WEEK = new RegExp(
	`^(?:(?:on |am )?(${WEEKDAY}) (?:of )?(?:next week|(?:in der )?naechste[rn]? woche)|(?:next week|naechste woche) (?:on |am )?(${WEEKDAY}))$`,
);

/** Reads a folded text that names a day and nothing else (no time, no part of the day); undefined for all else. */
export function readDay(written: string): Day | undefined {
	const text = written.replace(/^,? ?|,? ?$/g, "");
	const named = NAMED.find(([pattern]) => pattern.test(text));
	if (named) return { kind: "ahead", days: named[1], months: 0 };
	if (NEXT_WEEK.test(text)) return { kind: "weekday-of-next-week", weekday: 1 };
	if (NEXT_MONTH.test(text)) return { kind: "first-of-next-month" };
	if (WEEKEND.test(text)) return { kind: "weekday", weekday: 6 };
	return readNamedWeekday(text) ?? readAhead(text) ?? readDate(text);
}

function readNamedWeekday(text: string): Day | undefined {
	const plain = weekdayIn(ON_WEEKDAY, text) ?? weekdayIn(SHORT_WEEKDAY, text);
	if (plain !== undefined) return { kind: "weekday", weekday: plain };
	const next = weekdayIn(NEXT_WEEKDAY, text);
	if (next !== undefined) return { kind: "next-weekday", weekday: next };
	const inNextWeek = weekdayIn(IN_NEXT_WEEK, text);
	return inNextWeek === undefined ? undefined : { kind: "weekday-of-next-week", weekday: inNextWeek };
}

function weekdayIn(pattern: RegExp, text: string): number | undefined {
	const [, first, second] = pattern.exec(text) ?? [];
	return readWeekday(first ?? second ?? "");
}

/** "in 2 days", "in einer woche", "a week from now": days and more, of which a clock time can be said. */
function readAhead(text: string): Day | undefined {
	const [, after, fromNow] = /^in (.+)$|^(.+) from (?:now|today)$/.exec(text) ?? [];
	const duration = readDuration(after ?? fromNow ?? "");
	if (duration === undefined || duration.elapsedMs > 0) return undefined;
	return { kind: "ahead", days: duration.days, months: duration.months };
}

function readDate(text: string): Day | undefined {
	const date = readWrittenDate(text);
	if (date === undefined) return undefined;
	return date === "either" ? { kind: "either-date" } : { kind: "date", date };
}
