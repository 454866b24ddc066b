import type { Clock } from "./read-clock.ts";

export type DayPart = "morning" | "forenoon" | "noon" | "afternoon" | "evening" | "night" | "tonight";

/** The time that a part of the day stands for when no clock time is said, in minutes after midnight. */
export const PART_MINUTES: Record<DayPart, number> = {
	morning: 8 * 60,
	forenoon: 10 * 60,
	noon: 12 * 60,
	afternoon: 15 * 60,
	evening: 19 * 60,
	night: 22 * 60,
	tonight: 19 * 60,
};

/** A date without a time means nine in the morning. */
const DEFAULT_MINUTE = 9 * 60;
/** Nobody who says "at 5" without more means an hour before this. */
const WAKING_MINUTE = 7 * 60;
const HALF_DAY_MINUTES = 12 * 60;
const FULL_DAY_MINUTES = 24 * 60;

const NAMES: Record<string, DayPart> = {
	morning: "morning",
	morgen: "morning",
	morgens: "morning",
	frueh: "morning",
	vormittag: "forenoon",
	vormittags: "forenoon",
	mittag: "noon",
	mittags: "noon",
	afternoon: "afternoon",
	nachmittag: "afternoon",
	nachmittags: "afternoon",
	evening: "evening",
	abend: "evening",
	abends: "evening",
	night: "night",
	nacht: "night",
	nachts: "night",
};

const ALONE =
	"(?:in the |in der |am |this |at )?(?:(?<=the |this )(?:morning|afternoon|evening)|(?<=at )night|(?<=der )(?:frueh|nacht)|(?<=am )(?:morgen|vormittag|mittag|nachmittag|abend)|frueh|morgens|vormittags|mittags|nachmittags|abends|nachts)";
const AFTER_A_DAY = "(?<=[a-z0-9.] )(?:morning|afternoon|evening|night|morgen|vormittag|mittag|nachmittag|abend|nacht)";
const AT_THE_END = new RegExp(`(?:^| )(${ALONE}|${AFTER_A_DAY})$`);
const AT_THE_START = new RegExp(`^(${ALONE})(?: |$)`);
const COMPOUND =
	/^((?:am |jeden |naechste[nr] |kommende[nr] )?[a-z]+(?:tag|woch))s?(morgen|vormittag|mittag|nachmittag|abend|nacht)$/;

/**
 * Takes the part of the day out of a folded text that names a day: "tomorrow evening", "morgen frueh", "montagabend".
 * "tonight" and "this morning" leave "today" behind.
 */
export function takeDayPart(text: string): { part: DayPart | undefined; rest: string } {
	if (text === "tonight") return { part: "tonight", rest: "today" };
	const compound = COMPOUND.exec(text);
	if (compound) return { part: NAMES[compound[2] ?? ""], rest: compound[1] ?? "" };
	const match = AT_THE_END.exec(text) ?? AT_THE_START.exec(text);
	if (match === null) return { part: undefined, rest: text };
	const part = NAMES[match[1]?.split(" ").at(-1) ?? ""];
	const rest = text.replace(match[0], "").trim();
	return { part, rest: rest === "" && match[1]?.startsWith("this ") ? "today" : rest };
}

/**
 * The times of a day that a clock time and a part of the day can mean, in minutes after midnight (more than 1439: on the
 * next day), earliest first; empty where the two contradict each other ("at 15:00 in the morning").
 *
 * A bare hour is read within the waking day, from 7:00 to midnight: "at 5" is 17:00, "at 8" is 8:00 or 20:00, whichever
 * comes next. With `isEarly` (an alarm to wake somebody) it is read as before noon.
 */
export function clockChoices(clock: Clock | undefined, part: DayPart | undefined, isEarly: boolean): number[] {
	if (clock === undefined) return [part === undefined ? DEFAULT_MINUTE : PART_MINUTES[part]];
	if (clock.kind === "midnight")
		return part === undefined || part === "night" || part === "tonight" ? [FULL_DAY_MINUTES] : [];
	const { kind, minute } = clock;
	if (part !== undefined) return fitToPart(kind === "bare" ? [minute, minute + HALF_DAY_MINUTES] : [minute], part);
	if (kind === "exact" || isEarly) return [minute];
	return [minute, minute + HALF_DAY_MINUTES].filter((choice) => choice >= WAKING_MINUTE && choice < FULL_DAY_MINUTES);
}

/** The hours that people still call by that name. */
const PART_SPANS: Record<DayPart, [fromMinute: number, toMinute: number]> = {
	morning: [3 * 60, 12 * 60],
	forenoon: [6 * 60, 13 * 60],
	noon: [11 * 60, 15 * 60],
	afternoon: [12 * 60, 19 * 60],
	evening: [16 * 60, 25 * 60],
	night: [18 * 60, 30 * 60],
	tonight: [17 * 60, 29 * 60],
};

function fitToPart(minutes: number[], part: DayPart): number[] {
	const [from, to] = PART_SPANS[part];
	return minutes
		.flatMap((minute) => (to > FULL_DAY_MINUTES ? [minute, minute + FULL_DAY_MINUTES] : [minute]))
		.filter((minute) => minute >= from && minute < to);
}
