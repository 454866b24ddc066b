import { nextSlot } from "./next-slot.ts";
import { fold, looksGerman } from "./read-folded.ts";
import { addToWall, endOf, instantOfWall, resolveMoment } from "./read-moment.ts";
import { type Phrase, readPhrase } from "./read-phrase.ts";
import { describeProblem, type Language, type Problem } from "./read-problem.ts";
import { resolveRepetition } from "./read-repetition.ts";
import type { Schedule } from "./schedule.ts";
import { DAY_MS, Zone } from "./zoned-time.ts";

/** What a written time comes to. `problem` is a sentence for whoever wrote it, with an example. */
export type When =
	| { kind: "schedule"; schedule: Schedule; names: Named }
	/** It was at `at`, which is not after now. */
	| { kind: "past"; at: number; problem: string }
	| { kind: "unclear"; reason: Exclude<Problem["kind"], "past">; problem: string };

/** What the text named: a length of time, a date, a time of day, both, or a rhythm. */
export type Named = "length" | "date" | "time" | "date and time" | "rhythm";

export interface WhenContext {
	/** Milliseconds since the epoch, UTC. */
	now: number;
	/** The owner's IANA zone. */
	zone: string;
	/** The language of `problem`; without it, the one that the text seems to be in. */
	language?: Language;
	/** For waking somebody: hours without am or pm are before noon. */
	isAlarm?: boolean;
	/** For the end of something: a day without a time means its end, not its morning. */
	isEnd?: boolean;
}

/** Longer texts are no times. */
const MAX_LENGTH = 120;
const FURTHEST_MS = 10 * 365 * DAY_MS;
const ZONE_NAME = /[ (]+((?:[A-Za-z]+\/[A-Za-z_/]+)|UTC|GMT)\)?$/;

/**
 * Reads when something is due, in English or German, as a person or a model writes it. The whole text must be a time.
 * Pure; never throws, unless `zone` is unknown. The rules, where the text leaves a choice:
 * - Seconds, minutes and hours are elapsed time, exact across a change of the clocks. Days, weeks and months keep the
 *   wall time: "in 2 days" comes at this time of day.
 * - A time without a date is the next one, today or tomorrow; "Friday" is the next, today included. A date without a year
 *   is the next, too. "next Friday" is unclear when this week still has one.
 * - A date without a time means 9:00, "morning" 8:00, "noon" 12:00, "afternoon" 15:00, "evening" and "tonight" 19:00,
 *   "night" 22:00; "next week" is its Monday, "the weekend" its Saturday, "next month" its first day.
 * - An hour without am or pm ("at 5", "at 5:30", "um halb neun") lies between 7:00 and midnight, the earliest that is
 *   still to come: "at 5" is 17:00; "at 8" said at 10:00 is 20:00; "tomorrow at 8" is 8:00. Figures of the 24-hour clock
 *   stay as they are: "17:30", "05:30", "11:15", and in German any with minutes ("um 9:30").
 * - "until Friday" includes that Friday. A few days or weeks ("every 2 days at 8") are counted on the calendar from the
 *   first firing, and keep the wall time.
 */
export function readWhen(text: string, { now, zone, language, isAlarm = false, isEnd = false }: WhenContext): When {
	const speaks = language ?? (looksGerman(text) ? "de" : "en");
	const unclear = (problem: Problem): When => {
		const sentence = describeProblem(problem, text.trim().slice(0, MAX_LENGTH), speaks);
		if (problem.kind === "past") return { kind: "past", at: problem.at, problem: sentence };
		return { kind: "unclear", reason: problem.kind, problem: sentence };
	};
	if (text.length > MAX_LENGTH) return unclear({ kind: "not-a-time" });
	const named = ZONE_NAME.exec(text.trim());
	const phrase = readPhrase(fold(named === null ? text : text.trim().slice(0, named.index)));
	const usedZone = phrase && (named?.[1] === undefined ? new Zone(zone) : findZone(named[1]));
	if (phrase === undefined || usedZone === undefined) return unclear({ kind: "not-a-time" });

	const resolved = resolve(isEnd ? toItsEnd(phrase) : phrase, now, usedZone, isAlarm);
	if (resolved.kind !== "schedule") return unclear(resolved);
	const first = nextSlot(resolved.schedule, now, usedZone);
	if (first === undefined) return unclear({ kind: resolved.schedule.until === undefined ? "no-such-date" : "never" });
	if (first - now > FURTHEST_MS) return unclear({ kind: "too-far" });
	return { kind: "schedule", schedule: resolved.schedule, names: nameOf(phrase) };
}

type Resolved = { kind: "schedule"; schedule: Schedule } | Problem;

function resolve(phrase: Phrase, now: number, zone: Zone, isAlarm: boolean): Resolved {
	switch (phrase.kind) {
		case "repetition":
			return resolveRepetition(phrase.repetition, now, zone, isAlarm);
		case "instant":
			return once(phrase.at, now, zone);
		case "length": {
			const { days, months, elapsedMs } = phrase.length;
			const wall = addToWall(zone.wall(now), phrase.length);
			const start = days + months === 0 ? now : instantOfWall(zone, wall);
			return once(start + elapsedMs, now, zone);
		}
		case "moment": {
			const resolved = resolveMoment(phrase.moment, now, zone, isAlarm);
			return resolved.kind === "at" ? once(resolved.at, now, zone) : resolved;
		}
	}
}

function toItsEnd(phrase: Phrase): Phrase {
	return phrase.kind === "moment" ? { ...phrase, moment: endOf(phrase.moment) } : phrase;
}

function once(at: number, now: number, zone: Zone): Resolved {
	return at > now ? { kind: "schedule", schedule: { kind: "once", at, zone: zone.name } } : { kind: "past", at };
}

function findZone(name: string): Zone | undefined {
	try {
		return new Zone(name);
	} catch {
		return undefined;
	}
}

function nameOf(phrase: Phrase): Named {
	if (phrase.kind === "repetition") return "rhythm";
	if (phrase.kind === "length") return "length";
	if (phrase.kind === "instant") return "date and time";
	const { day, part, clock } = phrase.moment;
	if (day === undefined) return "time";
	return clock === undefined && part === undefined ? "date" : "date and time";
}
