import { describe, expect, it } from "vitest";
import { readWhen } from "./read-when.ts";
import type { Schedule } from "./schedule.ts";

const ZONE = "Europe/Berlin";
/** Monday, 11:30:45 in Berlin. */
const NOW = Date.parse("2026-11-30T10:30:45Z");

const read = (text: string) => readWhen(text, { now: NOW, zone: ZONE });

/** `2026-12-07 10:00:00`, as the clock in Berlin shows it. */
function wall(instant: number): string {
	return new Date(instant).toLocaleString("sv-SE", { timeZone: ZONE });
}

function at(text: string): string {
	const when = read(text);
	return when.kind === "schedule" && when.schedule.kind === "once" ? wall(when.schedule.at) : JSON.stringify(when);
}

function rhythm(text: string): string {
	const when = read(text);
	if (when.kind !== "schedule") return JSON.stringify(when);
	const { schedule } = when;
	const until = schedule.until === undefined ? "" : ` until ${wall(schedule.until).slice(5, 16)}`;
	return `${withoutEnd(schedule)}${until}${schedule.count === undefined ? "" : ` ×${schedule.count}`}`;
}

function withoutEnd(schedule: Schedule): string {
	switch (schedule.kind) {
		case "once":
			return `once at ${wall(schedule.at)}`;
		case "cron":
			return schedule.expression;
		case "every":
			return `every ${schedule.everyMs / 60_000} from ${wall(schedule.firstAt).slice(5, 16)}`;
		case "days": {
			const { year, month, day, hour, minute } = schedule.first;
			const first = new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString();
			return `every ${schedule.everyDays} days from ${first.slice(5, 16).replace("T", " ")}`;
		}
	}
}

describe("a single time", () => {
	it.each([
		["in 20 minutes", "2026-11-30 11:50:45"],
		["in half an hour", "2026-11-30 12:00:45"],
		["in 2h", "2026-11-30 13:30:45"],
		["in 1h30", "2026-11-30 13:00:45"],
		["in 1h 30m", "2026-11-30 13:00:45"],
		["in an hour and a half", "2026-11-30 13:00:45"],
		["in one and a half hours", "2026-11-30 13:00:45"],
		["in 1.5 hours", "2026-11-30 13:00:45"],
		["in twenty-five minutes", "2026-11-30 11:55:45"],
		["in a quarter of an hour", "2026-11-30 11:45:45"],
		["in 2 hours and 5 minutes", "2026-11-30 13:35:45"],
		["in 90 seconds", "2026-11-30 11:32:15"],
		["two hours from now", "2026-11-30 13:30:45"],
		["20 minutes", "2026-11-30 11:50:45"],
		["in 2 days", "2026-12-02 11:30:45"],
		["in a week", "2026-12-07 11:30:45"],
		["in 3 months", "2027-02-28 11:30:45"],
		["in 2 weeks at 10:00", "2026-12-14 10:00:00"],
		["at 5", "2026-11-30 17:00:00"],
		["at 5:30", "2026-11-30 17:30:00"],
		["at 8", "2026-11-30 20:00:00"],
		["at 11", "2026-11-30 23:00:00"],
		["at 12", "2026-11-30 12:00:00"],
		["at 17:30", "2026-11-30 17:30:00"],
		["at 09:00", "2026-12-01 09:00:00"],
		["at 05:30", "2026-12-01 05:30:00"],
		["at 9am", "2026-12-01 09:00:00"],
		["9 p.m.", "2026-11-30 21:00:00"],
		["at 12 am", "2026-12-01 00:00:00"],
		["at noon", "2026-11-30 12:00:00"],
		["at midnight", "2026-12-01 00:00:00"],
		["at quarter past eight", "2026-11-30 20:15:00"],
		["at half past 8", "2026-11-30 20:30:00"],
		["at quarter to one", "2026-11-30 12:45:00"],
		["ten to nine", "2026-11-30 20:50:00"],
		["at six o'clock", "2026-11-30 18:00:00"],
		["at 8 in the morning", "2026-12-01 08:00:00"],
		["tomorrow", "2026-12-01 09:00:00"],
		["Tomorrow at 9.", "2026-12-01 09:00:00"],
		["tomorrow at 5", "2026-12-01 17:00:00"],
		["at 9 tomorrow", "2026-12-01 09:00:00"],
		["tomorrow morning", "2026-12-01 08:00:00"],
		["tomorrow evening at 8", "2026-12-01 20:00:00"],
		["the day after tomorrow at noon", "2026-12-02 12:00:00"],
		["tonight", "2026-11-30 19:00:00"],
		["tonight at 9", "2026-11-30 21:00:00"],
		["tonight at 1", "2026-12-01 01:00:00"],
		["this afternoon", "2026-11-30 15:00:00"],
		["today at 8", "2026-11-30 20:00:00"],
		["next Monday 10:00", "2026-12-07 10:00:00"],
		["on Friday", "2026-12-04 09:00:00"],
		["Friday 13:00", "2026-12-04 13:00:00"],
		["on Monday at 9", "2026-12-07 09:00:00"],
		["monday at 13:00", "2026-11-30 13:00:00"],
		["Friday next week at 3pm", "2026-12-11 15:00:00"],
		["next week", "2026-12-07 09:00:00"],
		["next month", "2026-12-01 09:00:00"],
		["this weekend", "2026-12-05 09:00:00"],
		["2026-12-07 10:00", "2026-12-07 10:00:00"],
		["2026-12-07T10:00", "2026-12-07 10:00:00"],
		["2026-12-07T10:00:00", "2026-12-07 10:00:00"],
		["2026-11-30T11:50:55", "2026-11-30 11:50:55"],
		["2026-12-07T10:00:00+01:00", "2026-12-07 10:00:00"],
		["2026-12-07T10:00:00-05:00", "2026-12-07 16:00:00"],
		["2026-12-07T10:00:00Z", "2026-12-07 11:00:00"],
		["2026-12-07 10:00 America/New_York", "2026-12-07 16:00:00"],
		["2026-12-07 10:00 UTC", "2026-12-07 11:00:00"],
		["3rd of March at noon", "2027-03-03 12:00:00"],
		["March 3rd at 5pm", "2027-03-03 17:00:00"],
		["March 3, 2028 at 17:00", "2028-03-03 17:00:00"],
		["Monday, 7 December at 10", "2026-12-07 10:00:00"],
		["Fri 4 Dec 14:00", "2026-12-04 14:00:00"],
		["30 November", "2027-11-30 09:00:00"],
		["29 February", "2028-02-29 09:00:00"],
		["12/25", "2026-12-25 09:00:00"],
		["on the 3rd at 9", "2026-12-03 09:00:00"],
		["on the 31st", "2026-12-31 09:00:00"],
	])("reads %j", (text, expected) => {
		expect(at(text)).toBe(expected);
	});

	it.each([
		["in 20 Minuten", "2026-11-30 11:50:45"],
		["in einer halben Stunde", "2026-11-30 12:00:45"],
		["in einer Viertelstunde", "2026-11-30 11:45:45"],
		["in anderthalb Stunden", "2026-11-30 13:00:45"],
		["in zweieinhalb Stunden", "2026-11-30 14:00:45"],
		["in einer Stunde und 10 Minuten", "2026-11-30 12:40:45"],
		["in fünfundzwanzig Minuten", "2026-11-30 11:55:45"],
		["in 1,5 Std", "2026-11-30 13:00:45"],
		["in zwei Tagen", "2026-12-02 11:30:45"],
		["in drei Tagen um 8", "2026-12-03 08:00:00"],
		["um halb neun", "2026-11-30 20:30:00"],
		["um 9", "2026-11-30 21:00:00"],
		["um 9:30", "2026-12-01 09:30:00"],
		["um 9.30 Uhr", "2026-12-01 09:30:00"],
		["um 17 Uhr", "2026-11-30 17:00:00"],
		["um 18 Uhr 30", "2026-11-30 18:30:00"],
		["um Viertel nach acht", "2026-11-30 20:15:00"],
		["viertel vor neun", "2026-11-30 20:45:00"],
		["um zehn vor acht", "2026-11-30 19:50:00"],
		["um 8 Uhr morgens", "2026-12-01 08:00:00"],
		["abends um 8", "2026-11-30 20:00:00"],
		["nachts um 3", "2026-12-01 03:00:00"],
		["morgen", "2026-12-01 09:00:00"],
		["morgen um 9", "2026-12-01 09:00:00"],
		["morgen früh", "2026-12-01 08:00:00"],
		["morgen frueh um 7", "2026-12-01 07:00:00"],
		["morgen Abend", "2026-12-01 19:00:00"],
		["am Morgen", "2026-12-01 08:00:00"],
		["heute Abend", "2026-11-30 19:00:00"],
		["heute Abend um 8", "2026-11-30 20:00:00"],
		["heute Nacht um 2", "2026-12-01 02:00:00"],
		["heute Mittag", "2026-11-30 12:00:00"],
		["um Mitternacht", "2026-12-01 00:00:00"],
		["um 24 Uhr", "2026-12-01 00:00:00"],
		["übermorgen", "2026-12-02 09:00:00"],
		["übermorgen um halb 8", "2026-12-02 07:30:00"],
		["nächsten Montag um 10 Uhr", "2026-12-07 10:00:00"],
		["naechsten Montag um 10 Uhr", "2026-12-07 10:00:00"],
		["kommenden Freitag", "2026-12-04 09:00:00"],
		["am Freitag um 18 Uhr", "2026-12-04 18:00:00"],
		["am Fr um 9", "2026-12-04 09:00:00"],
		["um 9 am Montag", "2026-12-07 09:00:00"],
		["um 3 am Dienstag", "2026-12-01 15:00:00"],
		["Dienstagabend", "2026-12-01 19:00:00"],
		["nächste Woche Mittwoch um 9", "2026-12-09 09:00:00"],
		["nächste Woche", "2026-12-07 09:00:00"],
		["am Wochenende", "2026-12-05 09:00:00"],
		["am 7.12. um 18 Uhr", "2026-12-07 18:00:00"],
		["7.12.2026 9:00", "2026-12-07 09:00:00"],
		["am 7. Dezember um 18 Uhr", "2026-12-07 18:00:00"],
		["am Montag, den 7.12. um 8", "2026-12-07 08:00:00"],
		["3. März 2027", "2027-03-03 09:00:00"],
		["31. Dezember 23:59", "2026-12-31 23:59:00"],
		["am 3. um 9", "2026-12-03 09:00:00"],
	])("reads %j", (text, expected) => {
		expect(at(text)).toBe(expected);
	});
});

describe("a rhythm", () => {
	it.each([
		["every day at 9", "0 9 * * *"],
		["daily at 7", "0 7 * * *"],
		["every day at 5", "0 17 * * *"],
		["every day at midnight", "0 0 * * *"],
		["every morning", "0 8 * * *"],
		["every evening at 8", "0 20 * * *"],
		["every night at 2", "0 2 * * *"],
		["every weekday at 9", "0 9 * * 1,2,3,4,5"],
		["Monday to Friday at 9", "0 9 * * 1,2,3,4,5"],
		["on weekends at 10:00", "0 10 * * 0,6"],
		["every Monday and Thursday at 18:00", "0 18 * * 1,4"],
		["every Mon, Wed and Fri at 7:15", "15 7 * * 1,3,5"],
		["mondays at 8", "0 8 * * 1"],
		["weekly on Friday at 16:00", "0 16 * * 5"],
		["at 9 every Monday", "0 9 * * 1"],
		["on the 1st of every month at 8:30", "30 8 1 * *"],
		["monthly on the 31st", "0 9 31 * *"],
		["on the last day of every month at 18:00", "0 18 L * *"],
		["every first Monday of the month at 9", "0 9 * * 1#1"],
		["every year on the 3rd of March at 9", "0 9 3 3 *"],
		["every 90 minutes", "every 90 from 11-30 13:00"],
		["every hour", "every 60 from 11-30 12:30"],
		["hourly", "every 60 from 11-30 12:30"],
		["every half hour", "every 30 from 11-30 12:00"],
		["every 2 hours from 9:00", "every 120 from 12-01 09:00"],
		["every 2 days at 8", "every 2 days from 12-01 08:00"],
		["every 3 days", "every 3 days from 12-01 09:00"],
		["every 2 days at midnight", "every 2 days from 12-01 00:00"],
		["every 2 days at 8 until 24 December", "every 2 days from 12-01 08:00 until 12-24 23:59"],
		["every 48 hours", "every 2880 from 12-02 11:30"],
		["every other day at 18:00", "every 2 days from 11-30 18:00"],
		["every 2 weeks on Friday at 16:00", "every 14 days from 12-04 16:00"],
		["every other Friday at 16:00", "every 14 days from 12-04 16:00"],
		["every day at 9 until Friday", "0 9 * * * until 12-04 23:59"],
		["every day until Friday at 8", "0 8 * * * until 12-04 23:59"],
		["every weekday at 8 until 24 December", "0 8 * * 1,2,3,4,5 until 12-24 23:59"],
		["every hour until 18:00", "every 60 from 11-30 12:30 until 11-30 18:00"],
		["every 5 minutes for 2 hours", "every 5 from 11-30 11:35 until 11-30 13:30"],
		["every day at 9, 5 times", "0 9 * * * ×5"],
		["every 90 minutes, twice", "every 90 from 11-30 13:00 ×2"],
		["jeden Tag um 9", "0 9 * * *"],
		["täglich um 7", "0 7 * * *"],
		["jeden Morgen um 7", "0 7 * * *"],
		["jeden Abend", "0 19 * * *"],
		["jeden Sonntagabend um 8", "0 20 * * 0"],
		["jeden Werktag um 9 Uhr", "0 9 * * 1,2,3,4,5"],
		["werktags um halb acht", "30 7 * * 1,2,3,4,5"],
		["Mo-Fr um 9", "0 9 * * 1,2,3,4,5"],
		["jeden Montag", "0 9 * * 1"],
		["montags um 8", "0 8 * * 1"],
		["dienstags und donnerstags um 18 Uhr", "0 18 * * 2,4"],
		["jeden Dienstag und Freitag um 7:15", "15 7 * * 2,5"],
		["jede Woche am Dienstag um 9", "0 9 * * 2"],
		["am 1. jedes Monats um 8:30", "30 8 1 * *"],
		["jeden Monat am 15. um 9", "0 9 15 * *"],
		["jeden ersten Montag im Monat um 9", "0 9 * * 1#1"],
		["jedes Jahr am 3. März", "0 9 3 3 *"],
		["alle 90 Minuten", "every 90 from 11-30 13:00"],
		["stündlich", "every 60 from 11-30 12:30"],
		["jede halbe Stunde", "every 30 from 11-30 12:00"],
		["jeden zweiten Tag um 8", "every 2 days from 12-01 08:00"],
		["alle zwei Tage um 8 Uhr", "every 2 days from 12-01 08:00"],
		["alle 3 Tage abends um 8, 4 Mal", "every 3 days from 11-30 20:00 ×4"],
		["alle 14 Tage um 9", "every 14 days from 12-01 09:00"],
		["alle 2 Wochen am Freitag um 18 Uhr", "every 14 days from 12-04 18:00"],
		["alle 48 Stunden", "every 2880 from 12-02 11:30"],
		["alle 2 Wochen freitags um 16 Uhr", "every 14 days from 12-04 16:00"],
		["jeden Tag um 9 bis Freitag", "0 9 * * * until 12-04 23:59"],
		["jede Stunde bis 18 Uhr", "every 60 from 11-30 12:30 until 11-30 18:00"],
		["werktags um 9 bis 24.12.", "0 9 * * 1,2,3,4,5 until 12-24 23:59"],
		["jeden Tag um 9 fünfmal", "0 9 * * * ×5"],
		["alle 2 Stunden, 3 Mal", "every 120 from 11-30 13:30 ×3"],
		["jeden Tag um 9 eine Woche lang", "0 9 * * * until 12-07 11:30"],
	])("reads %j", (text, expected) => {
		expect(rhythm(text)).toBe(expected);
	});
});
