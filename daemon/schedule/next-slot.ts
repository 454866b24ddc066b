import { parseCron } from "./cron.ts";
import { cronSlots, slotsOf } from "./cron-slots.ts";
import { dayStepsAfter } from "./day-steps.ts";
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
	switch (schedule.kind) {
		case "once":
			return [schedule.at].filter((at) => at > after && at <= until).slice(0, wanted);
		case "every": {
			const { firstAt, everyMs } = schedule;
			const next = firstAt + Math.max(0, Math.floor((after - firstAt) / everyMs) + 1) * everyMs;
			return Array.from({ length: wanted }, (_, index) => next + index * everyMs).filter((at) => at <= until);
		}
		case "days":
			return takeUntil(dayStepsAfter(schedule, after, zone ?? new Zone(schedule.zone)), wanted, until);
		case "cron": {
			const upTo = Math.min(until, after + HORIZON_MS);
			return takeUntil(cronInstants(schedule.expression, after, upTo, zone ?? new Zone(schedule.zone)), wanted, upTo);
		}
	}
}

function* cronInstants(expression: string, after: number, upTo: number, zone: Zone): Generator<number> {
	for (const run of cronSlots(parseCron(expression), zone, after, upTo)) yield* slotsOf(run);
}

/** Asks for no slot more than it takes: the one after it may lie years ahead. */
function takeUntil(slots: Generator<number>, wanted: number, until: number): number[] {
	const taken: number[] = [];
	while (taken.length < wanted) {
		const next = slots.next();
		if (next.done || next.value > until) break;
		taken.push(next.value);
	}
	return taken;
}
