import { checkSchedule } from "#daemon/schedule/check-schedule.ts";
import { nextSlot } from "#daemon/schedule/next-slot.ts";
import { readWhen } from "#daemon/schedule/read-when.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import type { TimerChanges, TimerRequest } from "#tools/ports.ts";

export type RequestReading = { kind: "ok"; schedule: Schedule; nextAt: number } | { kind: "bad"; problem: string };

/** Five fields of which the first two can only be minutes and hours: "every 2 days at 8" is no cron expression. */
const CRON = /^\s*[\d*][\d*,/-]*\s+[\d*][\d*,/-]*(\s+[\w*?,/#-]+){3}\s*$|^\s*@\w+\s*$/;

/**
 * Reads when a timer is due, from words or a cron expression. Pure; never throws.
 * @param asOf the moment that "in 20 minutes" counts from
 */
export function readRequest(
	request: Pick<TimerRequest, "when" | "zone" | "until" | "count">,
	asOf: number,
	ownerZone: string,
): RequestReading {
	const zone = request.zone ?? ownerZone;
	const rhythm = readRhythm(request.when, asOf, zone);
	if (rhythm.kind === "bad") return rhythm;
	const limits = readLimits(request, asOf, zone);
	if (limits.kind === "bad") return limits;
	return checked({ ...rhythm.schedule, ...limits.limits }, asOf);
}

/** Whether a schedule can be carried out, and its first slot after `asOf`. */
export function checked(schedule: Schedule, asOf: number): RequestReading {
	const check = checkSchedule(schedule, asOf);
	if (check.kind === "bad") return check;
	const nextAt = nextSlot(schedule, asOf);
	return nextAt === undefined ? { kind: "bad", problem: "It would never fire." } : { kind: "ok", schedule, nextAt };
}

type Rhythm = { kind: "ok"; schedule: Schedule } | { kind: "bad"; problem: string };

function readRhythm(when: string, now: number, zone: string): Rhythm {
	if (CRON.test(when)) return { kind: "ok", schedule: { kind: "cron", expression: when.trim(), zone } };
	// A zone that doesn't exist would throw while words are read.
	const zoneCheck = checkSchedule({ kind: "once", at: now + 1, zone }, now);
	if (zoneCheck.kind === "bad") return zoneCheck;
	const reading = readWhen(when, { now, zone });
	return reading.kind === "schedule"
		? { kind: "ok", schedule: reading.schedule }
		: { kind: "bad", problem: reading.problem };
}

type Limits = { kind: "ok"; limits: Pick<Schedule, "until" | "count"> } | { kind: "bad"; problem: string };

/** Reads when a repeating timer ends. Pure; never throws. */
export function readLimits({ until, count }: Pick<TimerChanges, "until" | "count">, now: number, zone: string): Limits {
	const counted = count === undefined ? {} : { count };
	if (until === undefined) return { kind: "ok", limits: counted };
	const reading = readWhen(until, { now, zone, isEnd: true });
	if (reading.kind !== "schedule") return { kind: "bad", problem: `\`until\`: ${reading.problem}` };
	if (reading.schedule.kind !== "once")
		return { kind: "bad", problem: '`until` must be one moment, as "Friday 18:00".' };
	return { kind: "ok", limits: { ...counted, until: reading.schedule.at } };
}
