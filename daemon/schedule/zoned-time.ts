export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** What a calendar and a clock on the wall show. `month` is 1 to 12, `weekday` 0 (Sunday) to 6. */
export interface WallClock {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
	second: number;
	weekday: number;
}

/** The moment at which a zone's clocks are moved: `after` more than `before` leaves a gap, less repeats a stretch. */
export interface OffsetChange {
	at: number;
	beforeMs: number;
	afterMs: number;
}

/**
 * The clock of one time zone. Instants are milliseconds since the epoch, UTC. A "wall" value is the milliseconds from
 * 1970-01-01 00:00 as the zone's clock shows it, so that the arithmetic of dates needs no zone: `wall = instant + offset`.
 * Make one and keep it: the formatter inside takes long to build.
 */
export class Zone {
	readonly name: string;
	readonly #format: Intl.DateTimeFormat;

	/**
	 * @param name an IANA name, as "Europe/Berlin"
	 * @throws RangeError where Node doesn't know the zone
	 */
	constructor(name: string) {
		this.name = name;
		const digits = { year: "numeric", month: "numeric", day: "numeric" } as const;
		const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
		this.#format = new Intl.DateTimeFormat("en-US", { timeZone: name, ...digits, ...time });
	}

	/** What the zone's clock shows, as a wall value to the full second. */
	wall(instant: number): number {
		const numbers = this.#format.format(instant).match(/\d+/g) ?? [];
		const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = numbers.map(Number);
		return Date.UTC(year, month - 1, day, hour, minute, second);
	}

	/** How far the zone's clock is ahead of UTC. */
	offsetMs(instant: number): number {
		return this.wall(instant) - Math.floor(instant / 1000) * 1000;
	}

	wallClock(instant: number): WallClock {
		const date = new Date(this.wall(instant));
		return {
			year: date.getUTCFullYear(),
			month: date.getUTCMonth() + 1,
			day: date.getUTCDate(),
			hour: date.getUTCHours(),
			minute: date.getUTCMinutes(),
			second: date.getUTCSeconds(),
			weekday: date.getUTCDay(),
		};
	}

	/**
	 * The instant at which the clock shows `clock`, by the rule of RFC 5545, 3.3.5: a time that occurs twice means the
	 * first, and a time that clocks leap over is read with the offset before the gap (02:30 becomes 03:30). Parts beyond
	 * their range carry over, as with `Date.UTC`: day 32 is in the next month.
	 */
	instantOf(clock: Omit<WallClock, "weekday">): number {
		const wall = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second);
		// No zone is a whole day from UTC, so these two stand before and after the instant we look for.
		const before = wall - this.offsetMs(wall - DAY_MS);
		const after = wall - this.offsetMs(wall + DAY_MS);
		return this.wall(before) !== wall && this.wall(after) === wall ? after : before;
	}

	/**
	 * The change of offset in `(from, to]`, to the second. Where clocks are moved twice in between, one is found or none:
	 * ask for a few days at a time.
	 */
	changeBetween(from: number, to: number): OffsetChange | undefined {
		const beforeMs = this.offsetMs(from);
		if (this.offsetMs(to) === beforeMs) return undefined;
		let [low, high] = [Math.floor(from / 1000), Math.floor(to / 1000)];
		while (high - low > 1) {
			const middle = Math.floor((low + high) / 2);
			if (this.offsetMs(middle * 1000) === beforeMs) low = middle;
			else high = middle;
		}
		return { at: high * 1000, beforeMs, afterMs: this.offsetMs(high * 1000) };
	}
}
