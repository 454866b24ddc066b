import { type Clock, takeClock } from "./read-clock.ts";
import { type Day, readDay } from "./read-day.ts";
import { clockChoices, type DayPart, takeDayPart } from "./read-day-part.ts";
import type { Problem } from "./read-problem.ts";
import type { WrittenDate } from "./read-written-date.ts";
import { DAY_MS, MINUTE_MS, type Zone } from "./zoned-time.ts";

/** A point in time as it was written: at least one of the three is there. */
export interface Moment {
	day?: Day | undefined;
	part?: DayPart | undefined;
	clock?: Clock | undefined;
}

const LAST_MINUTE = 24 * 60 - 1;

/** `wall` is what was asked for (see zoned-time.ts): where clocks leap over it, the clock shows another time at `at`. */
export type ResolvedMoment = { kind: "at"; at: number; wall: number } | Problem;

/** Reads a folded text that is a point in time and nothing else: "tomorrow evening at 8", "am 7.12. um 18 uhr". */
export function readMoment(text: string): Moment | undefined {
	const taken = takeClock(text);
	if (taken === undefined) return undefined;
	const { part, rest } = takeDayPart(taken.rest);
	const { clock } = taken;
	if (rest === "") return clock || part ? { clock, part } : undefined;
	const day = readDay(rest);
	return day && { day, part, clock };
}

/** A moment as the end of something: a day is meant with its evening. */
export function endOf(moment: Moment): Moment {
	const isWholeDay = moment.clock === undefined && moment.part === undefined;
	return isWholeDay ? { ...moment, clock: { kind: "exact", minute: LAST_MINUTE } } : moment;
}

/**
 * The first instant later than `now` that a moment can mean in `zone`; `past` with the last one where all have passed.
 *
 * @param isEarly whether hours without am or pm are before noon (to wake somebody)
 */
export function resolveMoment(moment: Moment, now: number, zone: Zone, isEarly: boolean): ResolvedMoment {
	const { day, part, clock } = moment;
	const isToday = day === undefined || (day.kind === "ahead" && day.days + day.months === 0);
	if (clock?.kind === "midnight" && !isToday && part === undefined) return { kind: "either-midnight" };
	const choices = clockChoices(clock, part, isEarly);
	if (choices.length === 0) return { kind: "contradiction" };
	// "Monday at 9" is in the morning, also when it is Monday and past that.
	const minutes = isToday ? choices : choices.slice(0, 1);
	const todayWall = Math.floor(zone.wall(now) / DAY_MS) * DAY_MS;
	const days = dayChoices(day, todayWall);
	if (!Array.isArray(days)) return days;
	// The night in which it is one in the morning began yesterday.
	const isNight = isToday && (part === "night" || part === "tonight");
	const walls = (isNight ? [todayWall - DAY_MS, ...days] : days).flatMap((dayWall) =>
		minutes.map((minute) => dayWall + Math.round(minute * MINUTE_MS)),
	);
	const found = walls.map((wall) => ({ at: instantOfWall(zone, wall), wall }));
	const next = found.find(({ at }) => at > now);
	if (next === undefined) return { kind: "past", at: Math.max(...found.map(({ at }) => at)) };
	return isOnWeekday(day, zone.wall(next.at)) ? { kind: "at", ...next } : { kind: "other-weekday" };
}

/** The instant of a wall value, by the rule of {@link Zone.instantOf}. */
export function instantOfWall(zone: Zone, wall: number): number {
	const [day, second] = [Math.floor(wall / DAY_MS), Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / 1000)];
	return zone.instantOf({ year: 1970, month: 1, day: day + 1, hour: 0, minute: 0, second });
}

/** Adds on the calendar: from 31 January, a month leads to the last day of February. */
export function addToWall(wall: number, { days, months }: { days: number; months: number }): number {
	const date = new Date(wall);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
	return date.getTime() + days * DAY_MS;
}

/** The days that are meant, as the wall values of their midnights, in the order in which they are tried. */
function dayChoices(day: Day | undefined, todayWall: number): number[] | Problem {
	const weekday = new Date(todayWall).getUTCDay();
	const nextMonday = todayWall + (7 - ((weekday + 6) % 7)) * DAY_MS;
	switch (day?.kind) {
		case undefined:
			return [todayWall, todayWall + DAY_MS];
		case "ahead":
			return [addToWall(todayWall, day)];
		case "weekday": {
			const nearest = todayWall + ((day.weekday - weekday + 7) % 7) * DAY_MS;
			return [nearest, nearest + 7 * DAY_MS];
		}
		case "next-weekday": {
			const nearest = todayWall + ((day.weekday - weekday + 7) % 7 || 7) * DAY_MS;
			if (nearest >= nextMonday) return [nearest];
			return { kind: "either-weekday", nearWall: nearest, farWall: nearest + 7 * DAY_MS };
		}
		case "weekday-of-next-week":
			return [nextMonday + ((day.weekday + 6) % 7) * DAY_MS];
		case "first-of-next-month": {
			const date = new Date(todayWall);
			return [Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)];
		}
		case "either-date":
			return { kind: "either-date" };
		case "date": {
			const days = dateChoices(day.date, new Date(todayWall));
			return days.length > 0 ? days : { kind: "no-such-date" };
		}
	}
}

/** The days that a date can be, from this year or month on. 29 February comes within eight years, also around 2100. */
function dateChoices({ year, month, day }: WrittenDate, today: Date): number[] {
	const thisYear = today.getUTCFullYear();
	const years = year === undefined ? Array.from({ length: 9 }, (_, index) => thisYear + index) : [year];
	const months = month === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [month];
	return years
		.flatMap((each) => months.map((eachMonth) => ({ wall: Date.UTC(each, eachMonth - 1, day), eachMonth })))
		.filter(
			({ wall, eachMonth }) => new Date(wall).getUTCMonth() === eachMonth - 1 && new Date(wall).getUTCDate() === day,
		)
		.map(({ wall }) => wall)
		.filter((wall) => year !== undefined || month !== undefined || wall >= today.getTime());
}

function isOnWeekday(day: Day | undefined, wall: number): boolean {
	if (day?.kind !== "date" || day.date.weekday === undefined) return true;
	return new Date(wall).getUTCDay() === day.date.weekday;
}
