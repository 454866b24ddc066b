import { createRequire } from "node:module";
import { CRON_FIELDS, type CronField, type FieldValue, fieldProblem } from "./cron-fields.ts";

/** The library is loaded with the first expression: it brings child processes along, which take some 10 ms of every start. */
const load = createRequire(import.meta.url);

function validateDetailed(expression: string): ReturnType<typeof import("node-cron")["validateDetailed"]> {
	const library: typeof import("node-cron") = load("node-cron");
	return library.validateDetailed(expression);
}

/** An expression that was read. */
export interface Cron {
	/** The minutes of a day at which it fires, rising: 540 is 09:00. */
	minutesOfDay: readonly number[];
	days: DayRule;
	/** How it goes through a change of the clocks; see {@link readCron}. */
	pace: "fixed" | "elapsed";
}

/** The days on which an expression fires. Besides numbers there are marks as `L`, `15W`, `5L` and `1#2`. */
export interface DayRule {
	daysOfMonth: readonly FieldValue[];
	months: readonly FieldValue[];
	/** 0 is Sunday. */
	weekdays: readonly FieldValue[];
	/** Whether one of day of month and weekday is enough. */
	either: boolean;
}

export type ReadCron = { kind: "cron"; cron: Cron } | { kind: "bad"; problem: string };

/** The names of crontab(5) for frequent expressions. */
const MACROS = new Map([
	["@hourly", "0 * * * *"],
	["@daily", "0 0 * * *"],
	["@midnight", "0 0 * * *"],
	["@weekly", "0 0 * * 0"],
	["@monthly", "0 0 1 * *"],
	["@yearly", "0 0 1 1 *"],
	["@annually", "0 0 1 1 *"],
]);

/**
 * Reads a cron expression: minute, hour, day of month, month and weekday, with names, lists, ranges (also around the end,
 * as `fri-mon` or `22-2`) and steps, or one of the macros as `@daily`. Never throws; `problem` is for a person.
 *
 * Day of month and weekday, as in crontab(5): where both are restricted, a day that matches one of them is enough. A
 * field that begins with `*` (also `*\/2`) counts as not restricted, and then both must match.
 *
 * Changes of the clocks, as in cron(8) of Vixie cron: an expression with `*` or a step in its minutes or hours follows
 * the minutes as they pass (pace "elapsed"): it fires in both passes of a repeated hour, and what lies in a gap is left
 * out, so that nothing bunches after it. One that names its minutes and hours (pace "fixed") fires once for each of its
 * times: in a repeated hour in the first pass, and from a gap at the time that RFC 5545, 3.3.5 gives (02:30 becomes
 * 03:30), where cron(8) would fire at once at the end of the gap. Slots that fall on one instant are one.
 */
export function readCron(expression: string): ReadCron {
	const given = expression.trim().toLowerCase();
	const texts = (MACROS.get(given) ?? given).split(/\s+/);
	const problem = shapeProblem(given, texts);
	if (problem !== undefined) return { kind: "bad", problem };

	const { fields } = validateDetailed(texts.join(" "));
	const values: FieldValue[][] = [];
	for (const [index, field] of CRON_FIELDS.entries()) {
		const text = texts[index] ?? "";
		const read = fields?.[field.key] ?? readAlone(field, index, text);
		if (read === undefined || hasIdleStep(field, text)) return { kind: "bad", problem: fieldProblem(field, text) };
		values.push([...new Set<FieldValue>(read)].sort((a, b) => Number(a) - Number(b)));
	}
	const [minutes = [], hours = [], daysOfMonth = [], months = [], weekdays = []] = values;
	const [minute = "", hour = "", dayOfMonth = "", , weekday = ""] = texts;
	const restricted = (text: string) => !/^[*?]/.test(text);
	const cron: Cron = {
		minutesOfDay: hours.flatMap((hour) => minutes.map((minute) => Number(hour) * 60 + Number(minute))),
		days: { daysOfMonth, months, weekdays, either: restricted(dayOfMonth) && restricted(weekday) },
		pace: /[*/]/.test(minute + hour) ? "elapsed" : "fixed",
	};
	return { kind: "cron", cron };
}

/** As {@link readCron}, for an expression that was checked before. @throws Error with the problem where it is bad */
export function parseCron(expression: string): Cron {
	const read = readCron(expression);
	if (read.kind === "bad") throw new Error(read.problem);
	return read.cron;
}

const ORDER = "minute hour day-of-month month weekday";

function shapeProblem(given: string, texts: string[]): string | undefined {
	if (given === "") return `The cron expression is empty. Give five fields: ${ORDER}.`;
	if (given.startsWith("@") && !MACROS.has(given)) {
		return `"${given}" is not known. Use one of ${[...MACROS.keys()].join(", ")}, or five fields: ${ORDER}.`;
	}
	if (texts.length === CRON_FIELDS.length) return undefined;
	const seconds = texts.length === 6 ? " Seconds are not possible: leave the first field out." : "";
	return `The cron expression has ${texts.length} fields, but needs five: ${ORDER}.${seconds}`;
}

/**
 * What `text` says as the field at `index`, undefined where it is not possible. Of an expression with a mistake, or with
 * a day that its months don't have, as `31 2`, node-cron gives no values; so each field is then read on its own.
 */
function readAlone(field: CronField, index: number, text: string): FieldValue[] | undefined {
	return validateDetailed(["*", "*", "*", "*", "*"].with(index, text).join(" ")).fields?.[field.key];
}

/** node-cron reads each 90 minutes as each full hour: a step beyond the field is never taken. */
function hasIdleStep(field: CronField, text: string): boolean {
	return [...text.matchAll(/\/(\d+)/g)].some(([, step]) => Number(step) >= field.size);
}
