import type { DaysSchedule } from "./schedule.ts";
import { DAY_MS, type Zone } from "./zoned-time.ts";

/** What the slots of a schedule in days depend on. */
type DaySteps = Pick<DaysSchedule, "everyDays" | "first">;

/**
 * The instant of the slot with this index; 0 is the first. A time that is left out or comes twice is read as
 * {@link Zone.instantOf} says: where a whole day was left out, its slot falls on that of the next day.
 */
export function dayStep({ everyDays, first }: DaySteps, index: number, zone: Zone): number {
	return zone.instantOf({ ...first, day: first.day + index * everyDays, second: 0 });
}

/** The index of the first slot later than `after`. */
export function dayStepAfter(steps: DaySteps, after: number, zone: Zone): number {
	const days = Math.floor((zone.wall(after) - firstWall(steps)) / DAY_MS);
	// The last slot that the clock has passed may still be to come, from a gap; none before it, for a gap is a day at most.
	let index = Math.max(0, Math.floor(days / steps.everyDays));
	while (dayStep(steps, index, zone) <= after) index++;
	return index;
}

/** The slots later than `after`, each instant once, without end. */
export function* dayStepsAfter(steps: DaySteps, after: number, zone: Zone): Generator<number> {
	let last = after;
	for (let index = dayStepAfter(steps, after, zone); ; index++) {
		const at = dayStep(steps, index, zone);
		if (at <= last) continue;
		last = at;
		yield at;
	}
}

/** Whether the calendar has the first day: 31 February is a date by its form only. */
export function hasFirstDay(steps: DaySteps): boolean {
	return new Date(firstWall(steps)).getUTCDate() === steps.first.day;
}

/** 0 is Sunday. */
export function firstWeekday(steps: DaySteps): number {
	return new Date(firstWall(steps)).getUTCDay();
}

function firstWall({ first }: DaySteps): number {
	return Date.UTC(first.year, first.month - 1, first.day, first.hour, first.minute);
}
