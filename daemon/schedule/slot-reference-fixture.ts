import { IANAZone } from "luxon";

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 1440;

/** luxon is slow: a stretch of so many minutes is looked at more closely only where its ends differ. */
const STRETCH_MINUTES = 360;

/**
 * What an expression should fire at, found without thinking: every minute of a span is looked at, with the offsets that
 * luxon gives, and the five fields are read here once more. Knows no L, W and #.
 */
export class MinuteScan {
	/** When clocks were moved, and by how much: more than 0 leaves a gap. */
	readonly changes: { at: number; byMs: number }[] = [];
	readonly #from: number;
	/** What the clock shows in each minute, in minutes from 1970: whole numbers of 32 bits keep the scan fast. */
	readonly #walls: Int32Array;

	/**
	 * The span is `[from, to)`.
	 * @param options.sampleMinutes clocks are moved only at multiples of this many minutes
	 */
	constructor(zoneName: string, from: number, to: number, { sampleMinutes }: { sampleMinutes: number }) {
		const zone = IANAZone.create(zoneName);
		this.#from = from;
		this.#walls = new Int32Array((to - from) / MINUTE_MS);
		let offset = zone.offset(from);
		let isMoving = false;
		for (let index = 0; index < this.#walls.length; index++) {
			const at = from + index * MINUTE_MS;
			if (index % STRETCH_MINUTES === 0) isMoving = zone.offset(at + STRETCH_MINUTES * MINUTE_MS) !== offset;
			const offsetNow = isMoving && index % sampleMinutes === 0 ? zone.offset(at) : offset;
			if (offsetNow !== offset) this.changes.push({ at, byMs: (offsetNow - offset) * MINUTE_MS });
			offset = offsetNow;
			this.#walls[index] = at / MINUTE_MS + offset;
		}
	}

	/** The instants in the span at which `expression` is due. The last ones from a gap may lie behind the span. */
	slots(expression: string): number[] {
		const fields = expression.split(" ");
		const isFixed = !/[*/]/.test(`${fields[0]}${fields[1]}`);
		const matches = matcher(fields);
		const slots: number[] = [];
		let seenTo = Number.NEGATIVE_INFINITY;
		let expected = this.#walls[0] ?? 0;
		this.#walls.forEach((wall, index) => {
			const at = this.#from + index * MINUTE_MS;
			for (let missing = expected; isFixed && missing < wall; missing++) {
				if (matches(missing)) slots.push(at + (missing - expected) * MINUTE_MS);
			}
			if (matches(wall) && !(isFixed && wall <= seenTo)) slots.push(at);
			seenTo = Math.max(seenTo, wall);
			expected = wall + 1;
		});
		return slots.sort((a, b) => a - b).filter((slot, index) => slot !== slots[index - 1]);
	}
}

function matcher([minute = "", hour = "", dayOfMonth = "", month = "", weekday = ""]: string[]) {
	const minutes = numbers(minute, 0, 59);
	const hours = numbers(hour, 0, 23);
	const times = Uint8Array.from({ length: MINUTES_OF_DAY }, (_, each) =>
		minutes.has(each % 60) && hours.has(Math.floor(each / 60)) ? 1 : 0,
	);
	const days = numbers(dayOfMonth, 1, 31);
	const months = numbers(month, 1, 12, "jan feb mar apr may jun jul aug sep oct nov dec".split(" "));
	const weekdays = numbers(weekday, 0, 7, "sun mon tue wed thu fri sat".split(" "));
	const isEither = !dayOfMonth.startsWith("*") && !weekday.startsWith("*");
	return (wall: number): boolean => {
		if (times[wall % MINUTES_OF_DAY] !== 1) return false;
		const date = new Date(wall * MINUTE_MS);
		const byMonth = days.has(date.getUTCDate());
		const byWeek = weekdays.has(date.getUTCDay()) || (date.getUTCDay() === 0 && weekdays.has(7));
		return months.has(date.getUTCMonth() + 1) && (isEither ? byMonth || byWeek : byMonth && byWeek);
	};
}

function numbers(field: string, lowest: number, highest: number, names: string[] = []): Set<number> {
	const values = new Set<number>();
	const value = (text: string) => (names.includes(text) ? names.indexOf(text) + lowest : Number(text));
	for (const part of field.split(",")) {
		const [range = "", step = "1"] = part.split("/");
		const [start = "", end = start] = range.split("-");
		const [first, last] = range === "*" ? [lowest, highest] : [value(start), value(end)];
		for (let each = first; each <= last; each += Number(step)) values.add(each);
	}
	return values;
}
