import { DAY_MS, MINUTE_MS, type WallClock, type Zone } from "./zoned-time.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `today 14:05`, `tomorrow 09:00`, `yesterday 18:30`, else as {@link absoluteMoment}; days are those of `zone` at `now`. */
export function relativeMoment(at: number, zone: Zone, now: number): string {
	const days = Math.floor(zone.wall(at) / DAY_MS) - Math.floor(zone.wall(now) / DAY_MS);
	const word = ["yesterday", "today", "tomorrow"][days + 1];
	return word === undefined ? absoluteMoment(at, zone) : `${word} ${clockText(zone.wallClock(at))}`;
}

/** `Mon 2026-12-07 10:00` */
export function absoluteMoment(at: number, zone: Zone): string {
	const clock = zone.wallClock(at);
	return `${WEEKDAYS[clock.weekday]} ${clock.year}-${pad(clock.month)}-${pad(clock.day)} ${clockText(clock)}`;
}

/** How far the clock of `zone` is from UTC at that instant: `UTC+1`, `UTC-3:30`. */
export function utcOffset(at: number, zone: Zone): string {
	const offsetMinutes = Math.round(zone.offsetMs(at) / MINUTE_MS);
	const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
	return `UTC${offsetMinutes < 0 ? "-" : "+"}${hours}${minutes === 0 ? "" : `:${pad(minutes)}`}`;
}

/** `09:05` */
export function clockText({ hour, minute }: Pick<WallClock, "hour" | "minute">): string {
	return `${pad(hour)}:${pad(minute)}`;
}

const pad = (number: number): string => String(number).padStart(2, "0");
