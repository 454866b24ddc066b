import type { Day } from "./read-day.ts";
import { clockChoices } from "./read-day-part.ts";
import { addToWall, endOf, instantOfWall, type ResolvedMoment, resolveMoment } from "./read-moment.ts";
import type { Repetition } from "./read-phrase.ts";
import type { Problem } from "./read-problem.ts";
import type { Rhythm } from "./read-rhythm.ts";
import { LONGEST_STEP_DAYS, type Schedule, SHORTEST_INTERVAL_MS } from "./schedule.ts";
import type { Zone } from "./zoned-time.ts";

const DAY_MINUTES = 24 * 60;

type Ends = { until?: number; count?: number };
type Made = { kind: "schedule"; schedule: Schedule } | Problem;

/** Makes the schedule of something that repeats; see `readWhen` for the rules. */
export function resolveRepetition(repetition: Repetition, now: number, zone: Zone, isEarly: boolean): Made {
	const { rhythm } = repetition;
	const bounds = resolveBounds(repetition, now, zone);
	if (bounds.kind !== "ends") return bounds;
	const common = { zone: zone.name, ...bounds.ends };
	switch (rhythm.kind) {
		case "no-day":
			return { kind: "no-day" };
		case "interval": {
			const everyMs = rhythm.length.elapsedMs;
			if (everyMs < SHORTEST_INTERVAL_MS) return { kind: "too-often" };
			const isFromNow = repetition.clock === undefined && repetition.part === undefined;
			if (isFromNow) return every(everyMs, now + everyMs, common);
			const first = firstOf(repetition, undefined, now, zone, isEarly);
			return first.kind === "at" ? every(everyMs, first.at, common) : first;
		}
		case "days": {
			if (rhythm.days > LONGEST_STEP_DAYS) return { kind: "too-far" };
			const first = firstOf(repetition, rhythm.weekday, now, zone, isEarly);
			return first.kind === "at" ? everyFewDays(rhythm.days, first.wall, common) : first;
		}
		default:
			return onCalendar(rhythm, repetition, common, isEarly);
	}
}

function every(everyMs: number, firstAt: number, common: Ends & { zone: string }): Made {
	return { kind: "schedule", schedule: { kind: "every", everyMs, firstAt, ...common } };
}

function everyFewDays(everyDays: number, wall: number, common: Ends & { zone: string }): Made {
	const date = new Date(wall);
	const first = {
		year: date.getUTCFullYear(),
		month: date.getUTCMonth() + 1,
		day: date.getUTCDate(),
		hour: date.getUTCHours(),
		minute: date.getUTCMinutes(),
	};
	return { kind: "schedule", schedule: { kind: "days", everyDays, first, ...common } };
}

/** The next moment at the time of day that was said (as for "every day"), or at the usual one. */
function firstOf(
	{ clock, part }: Repetition,
	weekday: number | undefined,
	now: number,
	zone: Zone,
	isEarly: boolean,
): ResolvedMoment {
	const day: Day | undefined = weekday === undefined ? undefined : { kind: "weekday", weekday };
	const [minute] = clockChoices(clock, part, isEarly);
	if (minute === undefined) return { kind: "contradiction" };
	if (minute >= DAY_MINUTES && day !== undefined) return { kind: "either-midnight" };
	return resolveMoment({ clock: { kind: "exact", minute }, day }, now, zone, isEarly);
}

type CalendarRhythm = Exclude<Rhythm, { kind: "interval" | "days" | "no-day" }>;

function onCalendar(
	rhythm: CalendarRhythm,
	{ clock, part, bounds }: Repetition,
	common: Ends & { zone: string },
	isEarly: boolean,
): Made {
	if (bounds.count !== undefined && clock === undefined) return { kind: "either-count" };
	const minute = clockChoices(clock, part, isEarly)[0];
	if (minute === undefined) return { kind: "contradiction" };
	const isEveryDay = rhythm.kind === "weekdays" && rhythm.weekdays.length === 7;
	// As in firstOf: "every Friday night at 2" is on Saturday, and midnight belongs to two days.
	if (minute >= DAY_MINUTES && !isEveryDay) return { kind: "either-midnight" };
	return { kind: "schedule", schedule: { kind: "cron", expression: toCron(rhythm, minute % DAY_MINUTES), ...common } };
}

function toCron(rhythm: CalendarRhythm, minute: number): string {
	const time = `${minute % 60} ${Math.floor(minute / 60)}`;
	switch (rhythm.kind) {
		case "weekdays":
			return `${time} * * ${rhythm.weekdays.length === 7 ? "*" : rhythm.weekdays.join(",")}`;
		case "month-day":
			return `${time} ${rhythm.day} * *`;
		case "month-weekday":
			return `${time} * * ${rhythm.weekday}`;
		case "year-date":
			return `${time} ${rhythm.day} ${rhythm.month} *`;
	}
}

function resolveBounds({ bounds }: Repetition, now: number, zone: Zone): { kind: "ends"; ends: Ends } | Problem {
	const count = bounds.count === undefined ? {} : { count: bounds.count };
	if (bounds.during) {
		const wall = addToWall(zone.wall(now), bounds.during);
		return { kind: "ends", ends: { until: instantOfWall(zone, wall) + bounds.during.elapsedMs, ...count } };
	}
	if (!bounds.until) return { kind: "ends", ends: count };
	const resolved = resolveMoment(endOf(bounds.until), now, zone, false);
	if (resolved.kind === "past") return { kind: "never" };
	return resolved.kind === "at" ? { kind: "ends", ends: { until: resolved.at, ...count } } : resolved;
}
