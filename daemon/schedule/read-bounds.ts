import { type Duration, readDuration } from "./read-duration.ts";
import { type Moment, readMoment } from "./read-moment.ts";
import { readNumber, WHOLE_NUMBER } from "./read-numbers.ts";

/** Where something that repeats ends, as it was written. */
export interface Bounds {
	until?: Moment;
	/** The time from now during which it repeats. */
	during?: Duration;
	count?: number;
}

const UNTIL = /,? (?:until|till|til|bis(?: zum| zu)?) ((?:(?! (?:until|till|bis) ).)+)$/;
const DURING =
	/,? (?:for (?:the next )?|fuer (?:die naechsten )?|die naechsten )([a-z0-9 ]+?)$|,? ((?:[a-z0-9]+) [a-z]+) lang$/;
const TIMES = new RegExp(
	`,? (?:for )?(?:(${WHOLE_NUMBER}) ?(?:times|mal|x)|(twice))(?: in total| in all| insgesamt)?$`,
);

/**
 * Takes from the end of a folded text where it ends: "until friday", "bis 18 uhr", "5 times", "for a week". Only at the
 * end, since "3 times a day" is something else.
 */
export function takeBounds(text: string): { bounds: Bounds; rest: string } {
	const bounds: Bounds = {};
	let rest = text;
	for (;;) {
		const taken = takeUntil(rest, bounds) ?? takeCount(rest, bounds) ?? takeDuring(rest, bounds);
		if (taken === undefined) return { bounds, rest };
		rest = taken;
	}
}

function takeUntil(text: string, bounds: Bounds): string | undefined {
	const match = UNTIL.exec(text);
	const until = readMoment(match?.[1] ?? "");
	if (match === null || until === undefined || bounds.until) return undefined;
	bounds.until = until;
	return text.slice(0, match.index);
}

function takeCount(text: string, bounds: Bounds): string | undefined {
	const match = TIMES.exec(text);
	const count = match?.[2] === undefined ? readNumber(match?.[1] ?? "") : 2;
	if (match === null || count === undefined || count < 1 || bounds.count) return undefined;
	bounds.count = count;
	return text.slice(0, match.index);
}

function takeDuring(text: string, bounds: Bounds): string | undefined {
	const match = DURING.exec(text);
	const during = readDuration(match?.[1] ?? match?.[2] ?? "");
	if (match === null || during === undefined || bounds.during) return undefined;
	bounds.during = during;
	return text.slice(0, match.index);
}
