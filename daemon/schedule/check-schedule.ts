import { timeZone } from "#config/fields.ts";
import { nearest } from "#config/nearest.ts";
import { readCron } from "./cron.ts";
import { hasFirstDay } from "./day-steps.ts";
import { describeInterval } from "./describe-interval.ts";
import { absoluteMoment } from "./describe-moment.ts";
import { nextSlot } from "./next-slot.ts";
import { type Schedule, SHORTEST_INTERVAL_MS } from "./schedule.ts";
import { Zone } from "./zoned-time.ts";

/** `problem` is for a person: what is wrong, and what to do. */
export type CheckedSchedule = { kind: "ok" } | { kind: "bad"; problem: string };

/** Whether `schedule` can be kept from `now` on: it is readable, not too frequent, and fires at least once. Never throws. */
export function checkSchedule(schedule: Schedule, now: number): CheckedSchedule {
	const problem = zoneProblem(schedule.zone) ?? rhythmProblem(schedule) ?? firstSlotProblem(schedule, now);
	return problem === undefined ? { kind: "ok" } : { kind: "bad", problem };
}

function zoneProblem(name: string): string | undefined {
	if (timeZone().safeParse(name).success) return undefined;
	const meant = closeZone(name);
	const remedy = meant === undefined ? "Give an IANA name, as Europe/Berlin or UTC." : `Did you mean ${meant}?`;
	return `The time zone "${name}" is not known. ${remedy}`;
}

/** People often name the city alone. */
function closeZone(name: string): string | undefined {
	const zones = Intl.supportedValuesOf("timeZone");
	const place = name.trim().replaceAll(" ", "_");
	const byPlace = new Map(zones.map((zone) => [zone.split("/").at(-1) ?? zone, zone]));
	return nearest(place, zones) ?? byPlace.get(nearest(place, [...byPlace.keys()]) ?? "");
}

function rhythmProblem(schedule: Schedule): string | undefined {
	switch (schedule.kind) {
		case "once":
			return undefined;
		case "every": {
			if (schedule.everyMs >= SHORTEST_INTERVAL_MS) return undefined;
			const [given, shortest] = [describeInterval(schedule.everyMs), describeInterval(SHORTEST_INTERVAL_MS)];
			return `"${given}" is too often. The shortest interval is "${shortest}".`;
		}
		case "days": {
			if (hasFirstDay(schedule)) return undefined;
			const { year, month, day } = schedule.first;
			return `The calendar has no day ${day} in month ${month} of ${year}. Give another first day.`;
		}
		case "cron": {
			const read = readCron(schedule.expression);
			return read.kind === "bad" ? read.problem : undefined;
		}
	}
}

function firstSlotProblem(schedule: Schedule, now: number): string | undefined {
	const zone = new Zone(schedule.zone);
	const { until, ...endless } = schedule;
	const first = nextSlot(endless, now, zone);
	const text = (at: number) => `${absoluteMoment(at, zone)} (${zone.name})`;
	if (first === undefined) {
		return schedule.kind === "once"
			? `${text(schedule.at)} has passed; it is ${text(now)}. Give a later time.`
			: "It would not fire within the next ten years: no such day comes, as with 31 February. Change the day or the month.";
	}
	if (until === undefined || first <= until) return undefined;
	return `It would never fire: its end, ${text(until)}, lies before its first time, ${text(first)}. Give a later end or none.`;
}
