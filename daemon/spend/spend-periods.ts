import { Zone } from "#daemon/schedule/zoned-time.ts";

/** A day or a month of the owner's calendar, as a stretch of time. */
export interface Period {
	kind: "day" | "month";
	/** `2026-11-30` or `2026-11`. */
	name: string;
	/** Milliseconds since the epoch; the first that belongs to it. */
	start: number;
	/** The first that no longer does. */
	end: number;
}

/** The day and the month that a moment belongs to. */
export interface Periods {
	day: Period;
	month: Period;
}

const pad = (number: number): string => String(number).padStart(2, "0");

/** The day and the month of `now` on the calendar of `zone`. Pure. A day of a change of the clocks has 23 or 25 hours. */
export function periodsAt(now: number, zone: Zone): Periods {
	const { year, month, day } = zone.wallClock(now);
	const name = `${year}-${pad(month)}`;
	return {
		day: {
			kind: "day",
			name: `${name}-${pad(day)}`,
			start: midnight(zone, year, month, day),
			end: midnight(zone, year, month, day + 1),
		},
		month: {
			kind: "month",
			name,
			start: midnight(zone, year, month, 1),
			end: midnight(zone, year, month + 1, 1),
		},
	};
}

const midnight = (zone: Zone, year: number, month: number, day: number): number =>
	zone.instantOf({ year, month, day, hour: 0, minute: 0, second: 0 });

/** The last `count` days up to that of `now`, oldest first. */
export function latestDays(now: number, zone: Zone, count: number): Period[] {
	const { year, month, day } = zone.wallClock(now);
	return Array.from({ length: count }, (_, index) => {
		const start = midnight(zone, year, month, day - (count - 1 - index));
		return periodsAt(start, zone).day;
	});
}

/** The owner's calendar, kept from call to call: building a formatter takes a millisecond, and every request asks. */
export class SpendCalendar {
	readonly #zoneName: () => string;
	#zone: Zone | undefined;
	#periods: Periods | undefined;

	/** @param zoneName the owner's time zone, as the configuration has it now */
	constructor(zoneName: () => string) {
		this.#zoneName = zoneName;
	}

	get zone(): Zone {
		const name = this.#zoneName();
		if (this.#zone?.name !== name) {
			this.#zone = new Zone(name);
			this.#periods = undefined;
		}
		return this.#zone;
	}

	at(now: number): Periods {
		const { zone } = this;
		const known = this.#periods;
		if (known && now >= known.day.start && now < known.day.end) return known;
		this.#periods = periodsAt(now, zone);
		return this.#periods;
	}
}
