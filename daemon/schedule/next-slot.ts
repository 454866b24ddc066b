import { parseCron } from "./cron.ts";
import { cronSlots, slotsOf } from "./cron-slots.ts";
import type { Schedule } from "./schedule.ts";
import { DAY_MS, Zone } from "./zoned-time.ts";

/** How far ahead we look. 29 February comes within 8 years, also around 2100. */
const HORIZON_MS = 10 * 366 * DAY_MS;

/**
 * The first instant later than `after` at which `schedule` is due, or undefined where there is none: it is over, or its
 * expression names no day of the next ten years. Counts no firings: `count` is for whoever knows how many there were.
 *
 * @param zone the schedule's own zone, where the caller keeps one; making it takes longer than the search
 * @throws Error where the schedule did not pass checkSchedule
 */
export function nextSlot(schedule: Schedule, after: number, zone?: Zone): number | undefined {
	return nextSlots(schedule, after, 1, zone)[0];
}

/** As {@link nextSlot}, but the next `wanted` slots, or as many as there are. */
export function nextSlots(schedule: Schedule, after: number, wanted: number, zone?: Zone): number[] {
	const until = schedule.until ?? Number.POSITIVE_INFINITY;
	if (schedule.kind === "cron") {
		const upTo = Math.min(until, after + HORIZON_MS);
		const found: number[] = [];
		for (const run of cronSlots(parseCron(schedule.expression), zone ?? new Zone(schedule.zone), after, upTo)) {
			found.push(...slotsOf(run));
			if (found.length >= wanted) break;
		}
		return found.slice(0, wanted);
	}
	if (schedule.kind === "once") return [schedule.at].filter((at) => at > after && at <= until).slice(0, wanted);
	const { firstAt, everyMs } = schedule;
	const next = firstAt + Math.max(0, Math.floor((after - firstAt) / everyMs) + 1) * everyMs;
	return Array.from({ length: wanted }, (_, index) => next + index * everyMs).filter((at) => at <= until);
}
