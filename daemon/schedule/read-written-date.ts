import { createRequire } from "node:module";
import { readWeekday, WEEKDAY } from "./read-weekday.ts";

type Chrono = Pick<typeof import("chrono-node/en")["strict"], "parse">;

/** The library is loaded at the first date that names a month: it would take some 30 ms of every start. */
const load = createRequire(import.meta.url);

/** A date of the calendar as it was written; what is not said of year and month is whichever comes next. */
export interface WrittenDate {
	year?: number | undefined;
	/** 1 is January. */
	month?: number | undefined;
	day: number;
	/** 0 is Sunday. */
	weekday?: number | undefined;
}

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
const DOTS = /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\.? ?(?<year>\d{4}|(?<=\.)\d{2})?$/;
const DAY_ALONE = /^(?:(?:on )?the (?<english>\d{1,2})(?:st|nd|rd|th)|am (?<german>\d{1,2})\.)$/;
/** Without one, the library would find no date either, and its first use takes a tenth of a second. */
const MONTH_NAME = /(?:^|[^a-z])(?:jan|feb|mar|maer|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)/;
/** "7/12" is December in one country and July in another. */
const SLASHES = /^(?<first>\d{1,2})\/(?<second>\d{1,2})(?:\/(?<year>\d{4}|\d{2}))?$/;
const WITH_WEEKDAY = new RegExp(`^(?:on |am )?(${WEEKDAY}),? (?:the |den |dem )?(.+)$`);

/** The library leaves out a date that it fills into one the calendar hasn't: in any other year, 29 February. */
const LEAP_YEAR = new Date("2024-06-15T12:00:00Z");

/**
 * Reads a folded text that is a date and nothing else: "3rd of march", "march 3, 2027", "monday, 7 december", "7.12.",
 * "am 7. dezember 2026", "2026-12-07", "on the 3rd". Whether the calendar has such a day is not looked at.
 * @returns "either" where day and month can't be told apart; undefined where the text is something else
 */
export function readWrittenDate(text: string): WrittenDate | "either" | undefined {
	const [, weekday, date] = WITH_WEEKDAY.exec(text) ?? [];
	if (weekday === undefined || date === undefined) return readDate(text);
	const read = readDate(date);
	return typeof read === "object" ? { ...read, weekday: readWeekday(weekday) } : read;
}

function readDate(text: string): WrittenDate | "either" | undefined {
	const alone = DAY_ALONE.exec(text)?.groups;
	if (alone) return { day: Number(alone.english ?? alone.german) };
	const figures = text.replace(/^(?:on |am |den )/, "");
	const numeric = (ISO.exec(figures) ?? DOTS.exec(figures))?.groups;
	if (numeric) return toDate(numeric.day, numeric.month, numeric.year);
	const slashes = SLASHES.exec(figures)?.groups;
	if (slashes) return readSlashes(slashes.first, slashes.second, slashes.year);
	if (!MONTH_NAME.test(text)) return undefined;
	const english: typeof import("chrono-node/en") = load("chrono-node/en");
	const german: typeof import("chrono-node/de") = load("chrono-node/de");
	return readByLibrary(text, english.strict) ?? readByLibrary(text, german.strict);
}

function toDate(day: string | undefined, month: string | undefined, year: string | undefined): WrittenDate {
	const fullYear = year === undefined ? undefined : Number(year) + (year.length === 2 ? 2000 : 0);
	return { day: Number(day), month: Number(month), year: fullYear };
}

function readSlashes(first = "", second = "", year?: string): WrittenDate | "either" {
	if (Number(first) > 12 || Number(first) === Number(second)) return toDate(first, second, year);
	return Number(second) > 12 ? toDate(second, first, year) : "either";
}

function readByLibrary(text: string, reader: Chrono): WrittenDate | undefined {
	// The library takes any part of a text that looks like a date, and fills in what is missing from the reference: only
	// what it is certain of counts, and only where it took the whole text.
	const [found, second] = reader.parse(text, { instant: LEAP_YEAR, timezone: 0 });
	if (found === undefined || second !== undefined || found.end) return undefined;
	const isWhole = /^(?:on )?(?:am )?(?:the |den )?$/.test(text.slice(0, found.index)) && text.endsWith(found.text);
	const certain = (component: "year" | "month" | "day" | "weekday") =>
		found.start.isCertain(component) ? (found.start.get(component) ?? undefined) : undefined;
	const [year, month, day] = [certain("year"), certain("month"), certain("day")];
	if (!isWhole || day === undefined || month === undefined) return undefined;
	// The 10 of "7 December 10" may be an hour.
	if (year !== undefined && !text.includes(String(year))) return undefined;
	return { year, month, day, weekday: certain("weekday") };
}
