import { type Bounds, takeBounds } from "./read-bounds.ts";
import { type Clock, takeClock } from "./read-clock.ts";
import { readDay } from "./read-day.ts";
import { type DayPart, takeDayPart } from "./read-day-part.ts";
import { type Duration, readElapsing } from "./read-duration.ts";
import { type Moment, readMoment } from "./read-moment.ts";
import { type Rhythm, readRhythm } from "./read-rhythm.ts";

/** Something that repeats, as it was written. */
export interface Repetition {
	rhythm: Rhythm;
	clock?: Clock | undefined;
	part?: DayPart | undefined;
	bounds: Bounds;
}

/** A time as it was written, before it is known what time it is now. */
export type Phrase =
	| { kind: "instant"; at: number }
	| { kind: "length"; length: Duration }
	| { kind: "moment"; moment: Moment }
	| { kind: "repetition"; repetition: Repetition };

/** RFC 3339, with an offset: the only form that needs no zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)? ?(?:z|[+-]\d{2}:?\d{2})$/;
/** The same without an offset, as models write it: the wall clock of the zone. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;

/** Reads a folded text that is a time and nothing else; undefined for all else. */
export function readPhrase(text: string): Phrase | undefined {
	if (INSTANT.test(text)) {
		const at = Date.parse(text.replace(/(\d) /, "$1t").replace(" ", "").toUpperCase());
		return Number.isNaN(at) ? undefined : { kind: "instant", at };
	}
	const length = readElapsing(text);
	if (length) return { kind: "length", length };
	const repetition = readRepetition(text, {}) ?? readBounded(text);
	if (repetition) return { kind: "repetition", repetition };
	const moment = readLocal(text) ?? readMoment(text);
	return moment && { kind: "moment", moment };
}

function readLocal(text: string): Moment | undefined {
	const [, date = "", hour, minute, second = "0"] = LOCAL.exec(text) ?? [];
	const day = date === "" ? undefined : readDay(date);
	if (day === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
	return { day, clock: { kind: "exact", minute: Number(hour) * 60 + Number(minute) + Number(second) / 60 } };
}

function readBounded(text: string): Repetition | undefined {
	const { bounds, rest } = takeBounds(text);
	const read = rest === text ? undefined : readRepetition(rest, bounds);
	const end = bounds.until;
	if (read === undefined || read.rhythm.kind === "interval" || read.clock || !end?.day || !end.clock) return read;
	// In "every day until Friday at 8" the time belongs to every day.
	return { ...read, clock: end.clock, bounds: { ...bounds, until: { day: end.day } } };
}

function readRepetition(text: string, bounds: Bounds): Repetition | undefined {
	const taken = takeClock(text);
	if (taken === undefined) return undefined;
	const { part, rest } = takeDayPart(taken.rest.replace(/,? (?:starting|beginning|beginnend)$/, "").replace(/,$/, ""));
	const rhythm = readRhythm(rest);
	// "Every" alone is a rhythm only as what is left of "every morning".
	if (rhythm === undefined || (part === undefined && /^(?:every|each|jede[nr]?)$/.test(rest))) return undefined;
	return { rhythm, clock: taken.clock, part, bounds };
}
