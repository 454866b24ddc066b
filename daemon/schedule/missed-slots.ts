import { parseCron } from "./cron.ts";
import { cronSlots, type SlotRun } from "./cron-slots.ts";
import { dayStep, dayStepAfter } from "./day-steps.ts";
import { nextSlot } from "./next-slot.ts";
import type { DaysSchedule, Schedule } from "./schedule.ts";
import { DAY_MS, MINUTE_MS, Zone } from "./zoned-time.ts";

/** `first` and `latest` are instants; they are the same where one slot was missed. */
export interface MissedSlots {
	count: number;
	first: number;
	latest: number;
}

/**
 * The slots in `(after, upTo]`: what a timer missed that was looked at last at `after`. Undefined where it missed none.
 * The count is exact, also for a timer of each minute after years; it doesn't know the schedule's own `count`.
 *
 * @param zone the schedule's own zone, where the caller keeps one
 * @throws Error where the schedule did not pass checkSchedule
 */
export function missedSlots(schedule: Schedule, after: number, upTo: number, zone?: Zone): MissedSlots | undefined {
	const end = Math.min(upTo, schedule.until ?? Number.POSITIVE_INFINITY);
	if (schedule.kind === "cron") {
		return summary(cronSlots(parseCron(schedule.expression), zone ?? new Zone(schedule.zone), after, end));
	}
	if (schedule.kind === "days") return missedDays(schedule, after, end, zone ?? new Zone(schedule.zone));
	const first = nextSlot(schedule, after);
	if (first === undefined || first > end) return undefined;
	const everyMs = schedule.kind === "every" ? schedule.everyMs : Number.POSITIVE_INFINITY;
	const further = Math.floor((end - first) / everyMs);
	return { count: 1 + further, first, latest: further === 0 ? first : first + further * everyMs };
}

function missedDays(schedule: DaysSchedule, after: number, end: number, zone: Zone): MissedSlots | undefined {
	const from = dayStepAfter(schedule, after, zone);
	const to = dayStepAfter(schedule, end, zone);
	if (to <= from) return undefined;
	const [first, latest] = [dayStep(schedule, from, zone), dayStep(schedule, to - 1, zone)];
	// Where a day was left out in between, the slots of each day are one fewer than the days of the calendar.
	const elapsedDays = Math.round((latest - first) / DAY_MS);
	return { count: Math.min(to - from, 1 + elapsedDays), first, latest };
}

function summary(runs: Iterable<SlotRun>): MissedSlots | undefined {
	let missed: MissedSlots | undefined;
	for (const { start, minutes } of runs) {
		const [first = 0, last = 0] = [minutes[0], minutes.at(-1)];
		const latest = start + last * MINUTE_MS;
		missed = {
			count: (missed?.count ?? 0) + minutes.length,
			first: missed?.first ?? start + first * MINUTE_MS,
			latest,
		};
	}
	return missed;
}
