import { dayMatches } from "./calendar-day.ts";
import type { Cron } from "./cron.ts";
import { DAY_MS, MINUTE_MS, type Zone } from "./zoned-time.ts";

/** Slots at `start` plus each of the minutes, which rise; a day's slots share the minutes of the expression. */
export interface SlotRun {
	start: number;
	minutes: readonly number[];
}

/** The instants from `from` up to, not including, `to`, and the offsets with which their times are read. */
interface Stretch {
	from: number;
	to: number;
	offsetsMs: number[];
}

/** Shorter than the time for which any zone has kept an offset since 1985 (7 days: Brazil, October 2000). */
const LOOK_AHEAD_MS = 6 * DAY_MS;

/** As long as the longest gap: Samoa left out 30 December 2011. */
const LONGEST_GAP_MS = DAY_MS;

/**
 * All slots of `cron` in `(after, upTo]`, in order and each once: in runs that are never empty, so that whoever needs only
 * the next slot pays for a few days. The rule at changes of the clocks stands at readCron in cron.ts.
 */
export function* cronSlots(cron: Cron, zone: Zone, after: number, upTo: number): Generator<SlotRun> {
	for (const stretch of stretches(cron, zone, after, upTo)) {
		const from = Math.max(stretch.from, after + 1);
		const to = Math.min(stretch.to, upTo + 1);
		const runs = stretch.offsetsMs.flatMap((offsetMs) => [...slotsWithOffset(cron, from, to, offsetMs)]);
		if (stretch.offsetsMs.length < 2) {
			yield* runs;
			continue;
		}
		const slots = new Set(runs.flatMap(slotsOf));
		for (const start of [...slots].sort((a, b) => a - b)) yield { start, minutes: [0] };
	}
}

/** The instants of a run. */
export function slotsOf({ start, minutes }: SlotRun): number[] {
	return minutes.map((minute) => start + minute * MINUTE_MS);
}

function* stretches(cron: Cron, zone: Zone, after: number, upTo: number): Generator<Stretch> {
	// A gap that ended before `after` may still send slots behind it.
	let from = after - LONGEST_GAP_MS;
	let offsetMs = zone.offsetMs(from);
	while (from <= upTo) {
		const end = from + LOOK_AHEAD_MS;
		const change = zone.changeBetween(from, end);
		const to = change?.at ?? end;
		yield { from, to, offsetsMs: [offsetMs] };
		from = to;
		if (change === undefined) continue;
		const { beforeMs, afterMs } = change;
		offsetMs = afterMs;
		if (cron.pace === "elapsed") continue;
		from = to + Math.abs(afterMs - beforeMs);
		// The times in a gap are read with the offset before it; those that the clock shows again have been.
		const offsetsMs = afterMs > beforeMs ? [beforeMs, afterMs] : [];
		yield { from: to, to: from, offsetsMs };
	}
}

function* slotsWithOffset(cron: Cron, from: number, to: number, offsetMs: number): Generator<SlotRun> {
	const firstDayMs = Math.floor((from + offsetMs) / DAY_MS) * DAY_MS;
	for (let dayMs = firstDayMs; dayMs < to + offsetMs; dayMs += DAY_MS) {
		if (!dayMatches(cron.days, dayMs)) continue;
		const start = dayMs - offsetMs;
		const isWhole = start >= from && start + DAY_MS <= to;
		const minutes = isWhole ? cron.minutesOfDay : within(cron.minutesOfDay, from - start, to - start);
		if (minutes.length > 0) yield { start, minutes };
	}
}

function within(minutes: readonly number[], fromMs: number, toMs: number): number[] {
	return minutes.filter((minute) => minute * MINUTE_MS >= fromMs && minute * MINUTE_MS < toMs);
}
