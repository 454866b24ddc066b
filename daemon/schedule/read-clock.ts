import { HOUR_NUMBER, readNumber, WHOLE_NUMBER } from "./read-numbers.ts";

/**
 * A time of day as it was written, in minutes after midnight. `exact` is of the 24-hour clock or has am/pm; `bare` may be
 * before or after noon ("at 5"): `clockChoices` decides. `midnight` belongs to two days.
 */
export type Clock = { kind: "exact" | "bare"; minute: number } | { kind: "midnight" };

interface Form {
	pattern: RegExp;
	/** Minutes before or after the hour that is named: "half past 8", "halb neun". */
	shiftMinutes: number;
	/** The 24-hour clock is meant: "9:30" in German, while "um 9" is said of the evening too. */
	isExact: boolean;
}

const HALF_DAY_MINUTES = 12 * 60;
const START = "(?<![a-z0-9.:/-])";
const END = "(?![a-z0-9:/]|-\\d|[.,]\\d)";
const AT = "(?:(?:at|@|around|from|ab|gegen|(?<um>um)) ?)?";
const HOUR = `(?<hour>${HOUR_NUMBER})`;
const FIGURES = "(?<hour>\\d{1,2})";
const MINUTE = "(?<minute>\\d{2})";
const MARK = "(?: ?(?<mark>am|pm))?";
const UHR = "(?: uhr)?";
const STEP = "(?<step>5|10|20|25|five|ten|twenty|fuenf|zehn|zwanzig)(?: minutes| minuten)?";

const form = (source: string, { shiftMinutes = 0, isExact = false } = {}): Form => ({
	pattern: new RegExp(START + source + END),
	shiftMinutes,
	isExact,
});

/** In the order in which they are tried: the more is said, the earlier. */
const FORMS: Form[] = [
	form(`um ${FIGURES}[.:]${MINUTE}${UHR}`, { isExact: true }),
	form(`${AT}${FIGURES}[.:]${MINUTE} ?(?:uhr|h)`, { isExact: true }),
	form(`${AT}${FIGURES}:${MINUTE}(?::00(?:\\.0+)?)?${MARK}`),
	form(`${AT}${FIGURES}\\.${MINUTE} ?(?<mark>am|pm)`),
	form(`${AT}${HOUR} uhr (?<minute>${WHOLE_NUMBER})`, { isExact: true }),
	form(`${AT}half past ${HOUR}${MARK}`, { shiftMinutes: 30 }),
	form(`${AT}halb ${HOUR}${UHR}`, { shiftMinutes: -30 }),
	form(`${AT}(?:a )?(?:quarter past|viertel nach) ${HOUR}${MARK}${UHR}`, { shiftMinutes: 15 }),
	form(`${AT}(?:a )?(?:quarter to|viertel vor|dreiviertel) ${HOUR}${MARK}${UHR}`, { shiftMinutes: -15 }),
	form(`${AT}${STEP} (?:past|nach) ${HOUR}${MARK}${UHR}`, { shiftMinutes: 1 }),
	form(`${AT}${STEP} (?:to|vor) ${HOUR}${MARK}${UHR}`, { shiftMinutes: -1 }),
	form(`${AT}${HOUR} uhr`),
	form(`${AT}${HOUR} ?o'? ?clock${MARK}`),
	form(`um ${HOUR}`),
	form(`${AT}${HOUR} ?(?<mark>am|pm)`),
	form(`(?:at|@|around|gegen) ?${HOUR}`),
	form("(?:at )?(?:12 )?(?<noon>noon|midday)"),
	form("(?:at |um )?(?<midnight>midnight|mitternacht)"),
];

/**
 * Finds the time of day in a folded text and takes it out. Of two, the second stays in the rest.
 * @returns the clock time, if there is one, and the text without it; undefined where no clock shows that time
 */
export function takeClock(text: string): { clock: Clock | undefined; rest: string } | undefined {
	for (const found of FORMS) {
		const match = found.pattern.exec(text);
		if (match === null) continue;
		const clock = toClock(found, match.groups ?? {});
		const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
		return clock && { clock, rest: rest.replace(/ +/g, " ").trim() };
	}
	return { clock: undefined, rest: text };
}

type Groups = Partial<Record<string, string>>;

function toClock(found: Form, groups: Groups): Clock | undefined {
	if (groups.noon !== undefined) return { kind: "exact", minute: HALF_DAY_MINUTES };
	if (groups.midnight !== undefined) return { kind: "midnight" };
	const hour = readNumber(groups.hour ?? "");
	const minute = hour === undefined ? undefined : minuteOfDay(hour, found, groups);
	if (hour === undefined || minute === undefined) return undefined;
	// After "um" the word "am" is German: "um 9 am Montag". And "18:00 pm" says one thing twice.
	const isMarked = groups.mark !== undefined && groups.um === undefined && hour <= 12;
	if (isMarked) return hour === 0 ? undefined : { kind: "exact", minute: minuteOfHalfDay(minute, groups.mark) };
	// "09" and "11:15" are figures of the 24-hour clock.
	const isTwoFigures = /^\d\d$/.test(groups.hour ?? "") && (hour < 10 || groups.minute !== undefined);
	const isExact = found.isExact || hour === 0 || hour > 12 || isTwoFigures;
	return { kind: isExact ? "exact" : "bare", minute };
}

function minuteOfHalfDay(minute: number, mark: string | undefined): number {
	return (minute % HALF_DAY_MINUTES) + (mark === "pm" ? HALF_DAY_MINUTES : 0);
}

function minuteOfDay(hour: number, { shiftMinutes }: Form, groups: Groups): number | undefined {
	const past = readNumber(groups.minute ?? "0") ?? 0;
	const minute = hour * 60 + past + shiftMinutes * (groups.step === undefined ? 1 : (readNumber(groups.step) ?? 0));
	const isOnClock = Number.isInteger(hour) && past < 60 && minute <= 24 * 60;
	return isOnClock && (shiftMinutes === 0 || (hour >= 1 && hour <= 12)) ? minute : undefined;
}
