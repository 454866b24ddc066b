import { readNumber, WHOLE_NUMBER } from "./read-numbers.ts";

/**
 * A length of time. Hours and less are elapsed time, the same in every zone and across a change of the clocks. Days and
 * more are counted on the calendar: "in 2 days" comes at the same wall time, not 48 hours later.
 */
export interface Duration {
	months: number;
	days: number;
	elapsedMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS: [pattern: RegExp, unit: Duration][] = [
	[/^(?:s|secs?|seconds?|sek|sekunden?)$/, { months: 0, days: 0, elapsedMs: SECOND_MS }],
	[/^(?:m|mins?|minutes?|minuten)$/, { months: 0, days: 0, elapsedMs: MINUTE_MS }],
	[/^(?:h|hrs?|hours?|std|stunden?)$/, { months: 0, days: 0, elapsedMs: HOUR_MS }],
	[/^(?:d|days?|tag|tagen?)$/, { months: 0, days: 1, elapsedMs: 0 }],
	[/^(?:w|weeks?|wochen?)$/, { months: 0, days: 7, elapsedMs: 0 }],
	[/^(?:months?|monat|monaten?)$/, { months: 1, days: 0, elapsedMs: 0 }],
	[/^(?:years?|jahr|jahren?)$/, { months: 12, days: 0, elapsedMs: 0 }],
];

/** Set phrases, put into figures before the parts are read. */
const PHRASES: [pattern: RegExp, figures: string][] = [
	[/\b(?:an|one|1) hour and a half\b/g, "90 minutes"],
	[/\b(?:half (?:an?|1) hour|(?:an? |one )?half[ -]hour|(?:eine[rn]? )?halbe[nr]? stunde)\b/g, "30 minutes"],
	[/\b(?:three quarters of an hour|(?:eine[rn]? )?dreiviertel ?stunde)\b/g, "45 minutes"],
	[/\b(?:(?:a )?quarter(?: of)? an hour|(?:a )?quarter[ -]hour|(?:eine[rn]? )?viertel ?stunde)\b/g, "15 minutes"],
	[/\b(?:anderthalb|eineinhalb|ein(?:e|er)? und eine halbe)\b/g, "1.5"],
	[/\bhalf a day\b/g, "12 hours"],
	[/\b(\d{1,3})h(\d{2})\b/g, "$1 hours $2 minutes"],
	[/\b(?:a couple of|a couple)\b/g, "2"],
];

const AND_A_HALF = new RegExp(`\\b(${WHOLE_NUMBER})(?: and a half|einhalb| 1/2)\\b`, "g");
const PART = new RegExp(`^(\\d{1,6}[.,]\\d{1,2}|${WHOLE_NUMBER}|an?) ?([a-z]+)(?:,? and |,? und |, ?| |$|(?=\\d))`);

/**
 * Reads a folded text that is a length of time and nothing else: "20 minutes", "2h", "1h 30m", "an hour and a half",
 * "eine halbe stunde". Undefined for all else, also for "a few minutes".
 */
export function readDuration(text: string): Duration | undefined {
	let rest = toFigures(text);
	const total: Duration = { months: 0, days: 0, elapsedMs: 0 };
	while (rest !== "") {
		const [whole = "", amount = "", unitName = ""] = PART.exec(rest) ?? [];
		const count = amount === "a" || amount === "an" ? 1 : readNumber(amount);
		const unit = UNITS.find(([pattern]) => pattern.test(unitName))?.[1];
		if (count === undefined || unit === undefined || (!Number.isInteger(count) && unit.months > 0)) return undefined;
		const isWhole = Number.isInteger(count);
		total.months += unit.months * count;
		total.days += isWhole ? unit.days * count : 0;
		// A day and a half has no wall time of its own: it is so many hours.
		total.elapsedMs += Math.round(unit.elapsedMs * count + (isWhole ? 0 : unit.days * DAY_MS * count));
		rest = rest.slice(whole.length);
	}
	return total.months + total.days + total.elapsedMs > 0 ? total : undefined;
}

function toFigures(text: string): string {
	const plain = PHRASES.reduce((read, [pattern, figures]) => read.replace(pattern, figures), text);
	return plain.replace(AND_A_HALF, (_, whole: string) => String((readNumber(whole) ?? 0) + 0.5));
}

/** Reads "in 20 minutes", "20 minutes from now", "in einer Stunde"; also a bare "20 minutes". */
export function readElapsing(text: string): Duration | undefined {
	const [, length] = /^(?:in (?:about |around |etwa |ca\.? |circa )?)?(.+?)(?: from now)?$/.exec(text) ?? [];
	return length === undefined ? undefined : readDuration(length);
}
