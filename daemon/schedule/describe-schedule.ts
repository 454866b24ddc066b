import { readCron } from "./cron.ts";
import { firstWeekday } from "./day-steps.ts";
import { describeCron } from "./describe-cron.ts";
import { describeDaySteps } from "./describe-days.ts";
import { describeInterval } from "./describe-interval.ts";
import { absoluteMoment, clockText, relativeMoment, utcOffset } from "./describe-moment.ts";
import { nextSlots } from "./next-slot.ts";
import type { Schedule } from "./schedule.ts";
import { Zone } from "./zoned-time.ts";

/** As many firings show whether a rhythm was meant so. */
const READ_BACK = 3;

/**
 * A schedule in words, for people and for the model: `every weekday at 09:00 (Europe/Berlin)`, `every 2 weeks on Friday at
 * 18:00 (Europe/Berlin)`, `every 90 minutes, 5 times at most`, `once on Mon 2026-12-07 10:00 (Europe/Berlin)`. An expression
 * that words would make no clearer stands as it is: `cron 1,2,4 7 * * * (UTC)`.
 *
 * @throws RangeError where the schedule's zone is unknown, which checkSchedule finds
 */
export function describeSchedule(schedule: Schedule): string {
	const zone = new Zone(schedule.zone);
	const until = schedule.until === undefined ? "" : `, until ${absoluteMoment(schedule.until, zone)}`;
	// An interval is the same everywhere, so it needs a zone only beside its end.
	const inZone = schedule.kind === "every" && until === "" ? "" : ` (${zone.name})`;
	return `${rhythm(schedule, zone)}${inZone}${until}${atMost(schedule.count)}`;
}

function rhythm(schedule: Schedule, zone: Zone): string {
	switch (schedule.kind) {
		case "once":
			return `once on ${absoluteMoment(schedule.at, zone)}`;
		case "every":
			return describeInterval(schedule.everyMs);
		case "days":
			return `${describeDaySteps(schedule.everyDays, firstWeekday(schedule))} at ${clockText(schedule.first)}`;
		case "cron": {
			const read = readCron(schedule.expression);
			const words = read.kind === "cron" ? describeCron(read.cron) : undefined;
			return words ?? `cron ${schedule.expression}`;
		}
	}
}

function atMost(count: number | undefined): string {
	if (count === undefined) return "";
	return count === 1 ? ", once at most" : `, ${count} times at most`;
}

/**
 * `today 14:05`, `tomorrow 09:00`, `yesterday 18:30`, else `Mon 2026-12-07 10:00`.
 *
 * @param zone IANA name; @throws RangeError where it is unknown
 */
export function describeMoment(at: number, zone: string, now: number): string {
	return relativeMoment(at, new Zone(zone), now);
}

/**
 * The next firings, so that whoever set a timer sees what was understood: `next: tomorrow 09:00, Wed 2026-12-02 09:00
 * (Europe/Berlin, UTC+1)`, with the offset at the first of them; where the schedule counts by another clock, by that one
 * too. A `count` is taken as if none of them had come yet.
 *
 * @throws Error where the schedule did not pass checkSchedule
 */
export function readBack(schedule: Schedule, now: number, ownerZone: string): string {
	const zone = new Zone(ownerZone);
	const slots = nextSlots(schedule, now, Math.min(READ_BACK, schedule.count ?? READ_BACK));
	const [first] = slots;
	if (first === undefined) return "next: never again";
	const forOwner = `next: ${slots.map((slot) => relativeMoment(slot, zone, now)).join(", ")} (${zoneAt(first, zone)})`;
	if (schedule.zone === ownerZone) return forOwner;
	const ownZone = new Zone(schedule.zone);
	return `${forOwner}; that is ${slots.map((slot) => absoluteMoment(slot, ownZone)).join(", ")} (${zoneAt(first, ownZone)})`;
}

const zoneAt = (at: number, zone: Zone): string =>
	zone.name === "UTC" ? zone.name : `${zone.name}, ${utcOffset(at, zone)}`;
