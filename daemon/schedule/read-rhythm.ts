import { type Duration, readDuration } from "./read-duration.ts";
import { readNumber, WHOLE_NUMBER } from "./read-numbers.ts";
import { readWeekday, WEEKDAY } from "./read-weekday.ts";
import { readWrittenDate } from "./read-written-date.ts";

/** What comes again, without the time of day. Weekdays: 0 is Sunday. */
export type Rhythm =
	/** After each `length` of elapsed time. */
	| { kind: "interval"; length: Duration }
	/** Every so many days, from `weekday` on if one is named. */
	| { kind: "days"; days: number; weekday?: number }
	| { kind: "weekdays"; weekdays: number[] }
	/** `L` is the last day of the month. */
	| { kind: "month-day"; day: number | "L" }
	/** `nth` as cron writes it: `1#2` is the second Monday, `5L` the last Friday. */
	| { kind: "month-weekday"; weekday: string }
	| { kind: "year-date"; month: number; day: number }
	/** A week or a month, without the day in it. */
	| { kind: "no-day" };

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKING_DAYS = [1, 2, 3, 4, 5];
const EVERY = "(?:every|each|jede[nrsm]?|alle)";
const EACH_MONTH = "(?:(?:of |in )?(?:every|each) month|jede[ns] monats?|eines jeden monats|im monat)";

const NAMED: [pattern: RegExp, rhythm: Rhythm][] = [
	// What remains of "every morning" and "jeden Abend" when the part of the day is taken out.
	[/^(?:every ?day|each day|every|each|daily|jede[nr]?|jeden tag|alle tage|taeglich)$/, weekdays(EVERY_DAY)],
	[
		/^(?:(?:every|each) (?:weekday|week day|workday|working day)|(?:on )?(?:weekdays|workdays))$/,
		weekdays(WORKING_DAYS),
	],
	[
		/^(?:jeden (?:werktag|arbeitstag|wochentag)|(?:werk|wochen)tags|werktaeglich|an (?:werk|wochen|arbeits)tagen)$/,
		weekdays(WORKING_DAYS),
	],
	[/^(?:(?:every|each) weekend|(?:on )?weekends|jedes wochenende|an wochenenden)$/, weekdays([0, 6])],
	[
		/^(?:weekly|every week|each week|monthly|every month|woechentlich|jede woche|monatlich|jeden monat)$/,
		{ kind: "no-day" },
	],
	[/^(?:hourly|stuendlich)$/, { kind: "interval", length: { months: 0, days: 0, elapsedMs: 3_600_000 } }],
	[/^(?:viertelstuendlich)$/, { kind: "interval", length: { months: 0, days: 0, elapsedMs: 900_000 } }],
	[/^(?:minuetlich)$/, { kind: "interval", length: { months: 0, days: 0, elapsedMs: 60_000 } }],
	[
		/^(?:on )?the last day of (?:every|each) month$|^am letzten(?: tag)? jede[ns] monats$/,
		{ kind: "month-day", day: "L" },
	],
	[
		/^(?:on )?the first(?: day)? of (?:every|each) month$|^am ersten(?: tag)? jede[ns] monats$/,
		{ kind: "month-day", day: 1 },
	],
];

const WEEKDAY_RANGE =
	/^(?:(?:every day|every|jeden tag),? )?(?:from |von )?([a-z]+\.?)(?: to | through | bis | ?- ?)([a-z]+\.?)$/;
const WEEKLY = /^(?:every week|weekly|each week|woechentlich|jede woche),? (?:on |am |immer )?/;
const EVERY_FEW_WEEKS = new RegExp(
	`^(?:every other|(?:every|alle) (${WHOLE_NUMBER}|other) (?:weeks?|wochen)(?: on| am)?) (${WEEKDAY})$`,
);
const DAY_OF_MONTH = [
	new RegExp(`^(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? ${EACH_MONTH}$`),
	/^(?:every month|each month|monthly),? on the (\d{1,2})(?:st|nd|rd|th)?$/,
	new RegExp(`^(?:immer )?am (\\d{1,2})\\. ${EACH_MONTH}$`),
	/^(?:jeden monat|monatlich),? (?:immer )?am (\d{1,2})\.$/,
];
const WEEKDAY_OF_MONTH = new RegExp(
	`^(?:(?:on )?(?:the )?|every |am |jeden )(first|second|third|fourth|last|[1-4]st|[1-4][nr]d|4th|ersten|zweiten|dritten|vierten|letzten) (${WEEKDAY}) (?:${EACH_MONTH}|of the month)$`,
);
const ORDINALS: Record<string, string> = { first: "#1", second: "#2", third: "#3", fourth: "#4", last: "L" };
const GERMAN_ORDINALS: Record<string, string> = {
	ersten: "#1",
	zweiten: "#2",
	dritten: "#3",
	vierten: "#4",
	letzten: "L",
};
const YEARLY =
	/^(?:every year|each year|yearly|annually|jedes jahr|jaehrlich),? (.+)$|^(.+?),? (?:every year|each year|jedes jahr)$/;

function weekdays(days: number[]): Rhythm {
	return { kind: "weekdays", weekdays: days };
}

/** Reads a folded text that is a rhythm and nothing else (no time of day, no part of one); undefined for all else. */
export function readRhythm(text: string): Rhythm | undefined {
	const named = NAMED.find(([pattern]) => pattern.test(text));
	if (named) return named[1];
	return readWeekdays(text) ?? readFewWeeks(text) ?? readInterval(text) ?? readMonthly(text) ?? readYearly(text);
}

/** "every monday and thursday", "montags", "weekly on friday", "mo-fr": a single "friday" is a date, not a rhythm. */
function readWeekdays(text: string): Rhythm | undefined {
	const [, first = "", last = ""] = WEEKDAY_RANGE.exec(text) ?? [];
	const [from, to] = [readWeekday(first), readWeekday(last)];
	if (from !== undefined && to !== undefined)
		return weekdays(EVERY_DAY.slice(0, ((to - from + 7) % 7) + 1).map((day) => (from + day) % 7));
	const isWeekly = WEEKLY.test(text) || new RegExp(`^${EVERY} `).test(text);
	const names = text
		.replace(WEEKLY, "")
		.split(/,? and |,? und |, ?| & /)
		.map((name) => name.replace(new RegExp(`^(?:${EVERY} |on |immer )`), ""));
	const found = names.map(readWeekday).filter((day) => day !== undefined);
	const arePlural = names.every((name) => /s$/.test(name) && name.length > 4 && name !== "dienstag");
	return found.length === names.length && (isWeekly || arePlural) ? weekdays([...new Set(found)].sort()) : undefined;
}

function readFewWeeks(text: string): Rhythm | undefined {
	const [, weeks = "other", name = ""] = EVERY_FEW_WEEKS.exec(text) ?? [];
	const [count, weekday] = [readNumber(weeks) ?? 2, readWeekday(name)];
	return weekday === undefined || count < 1 ? undefined : { kind: "days", days: 7 * count, weekday };
}

function readInterval(text: string): Rhythm | undefined {
	const [, written] = new RegExp(`^${EVERY} (.+)$`).exec(text) ?? [];
	if (written === undefined) return undefined;
	const amount = written.replace(/^(?:other|second|zweiten?) (?=[a-z])/, "2 ");
	const length = readDuration(amount) ?? readDuration(`1 ${amount}`);
	if (length === undefined || length.months > 0) return undefined;
	if (length.days === 0) return { kind: "interval", length };
	if (length.elapsedMs > 0) return undefined;
	return /week|woche/.test(amount) ? { kind: "no-day" } : { kind: "days", days: length.days };
}

function readMonthly(text: string): Rhythm | undefined {
	const day = DAY_OF_MONTH.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
	if (day !== undefined) return { kind: "month-day", day: Number(day) };
	const [, ordinal = "", name = ""] = WEEKDAY_OF_MONTH.exec(text) ?? [];
	const weekday = readWeekday(name);
	const nth = ORDINALS[ordinal] ?? GERMAN_ORDINALS[ordinal];
	return weekday === undefined || nth === undefined
		? undefined
		: { kind: "month-weekday", weekday: `${weekday}${nth}` };
}

function readYearly(text: string): Rhythm | undefined {
	const [, after, before] = YEARLY.exec(text) ?? [];
	const written = after ?? before;
	const date = written === undefined ? undefined : readWrittenDate(written);
	if (typeof date !== "object" || date.year !== undefined || date.month === undefined) return undefined;
	return { kind: "year-date", month: date.month, day: date.day };
}
