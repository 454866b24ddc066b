import type { DayRule } from "./cron.ts";
import { DAY_MS } from "./zoned-time.ts";

/** Whether `rule` takes the day that begins at the wall value `dayMs`. */
export function dayMatches(rule: DayRule, dayMs: number): boolean {
	const date = new Date(dayMs);
	if (!rule.months.includes(date.getUTCMonth() + 1)) return false;
	const [day, weekday] = [date.getUTCDate(), date.getUTCDay()];
	const byMonth = rule.daysOfMonth.some((value) => value === day || isMonthDay(value, dayMs, day));
	const byWeek = rule.weekdays.some((value) => value === weekday || isWeekdayOfMonth(value, dayMs, day, weekday));
	return rule.either ? byMonth || byWeek : byMonth && byWeek;
}

/** `L` is the last day, `L-2` two before it; `15W` the working day next to the 15th in its month, `LW` the last one. */
function isMonthDay(value: number | string, dayMs: number, day: number): boolean {
	if (typeof value === "number") return false;
	const last = lastDay(dayMs);
	const [, back, target] = /^L(?:-(\d+))?$|^(\d+|L)W$/.exec(value) ?? [];
	if (target === undefined) return day === last - Number(back ?? 0);
	return day === workingDayNextTo(target === "L" ? last : Number(target), dayMs - (day - 1) * DAY_MS, last);
}

/** `5L` is the last Friday of the month, `1#2` its second Monday. */
function isWeekdayOfMonth(value: number | string, dayMs: number, day: number, weekday: number): boolean {
	if (typeof value === "number") return false;
	const [, wanted, mark, occurrence] = /^(\d)(L|#(\d))$/.exec(value) ?? [];
	if (Number(wanted) !== weekday) return false;
	return mark === "L" ? day + 7 > lastDay(dayMs) : Math.ceil(day / 7) === Number(occurrence);
}

function lastDay(dayMs: number): number {
	const date = new Date(dayMs);
	return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

function workingDayNextTo(target: number, firstDayMs: number, last: number): number | undefined {
	if (target > last) return undefined;
	const weekday = new Date(firstDayMs + (target - 1) * DAY_MS).getUTCDay();
	if (weekday === 6) return target === 1 ? 3 : target - 1;
	if (weekday === 0) return target === last ? target - 2 : target + 1;
	return target;
}
