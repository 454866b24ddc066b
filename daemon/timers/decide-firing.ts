import { missedSlots } from "#daemon/schedule/missed-slots.ts";
import { nextSlot } from "#daemon/schedule/next-slot.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import type { Zone } from "#daemon/schedule/zoned-time.ts";

export type FiringDecision =
	| { kind: "not-due" }
	| {
			kind: "fire";
			/** The slot that fires: of several that passed, the latest. */
			slotAt: number;
			lateMs: number;
			/** Slots before it that passed without firing; they fold into this one. */
			missed: { firstAt: number; count: number } | undefined;
			/** The slot after it; undefined where the timer ends. */
			nextAt: number | undefined;
	  };

/**
 * What becomes of a timer now. Pure.
 *
 * A slot fires once, however late. Of several slots of a repeating timer that passed (the machine slept, the program was
 * off) the latest fires and the others are noted as skipped: twenty reminders in a row help nobody.
 * @param now milliseconds since the epoch
 * @param zone the schedule's own, where the caller keeps it
 */
export function decideFiring(
	timer: { schedule: Schedule; nextAt: number | undefined; fired: number },
	now: number,
	zone?: Zone,
): FiringDecision {
	const { schedule, nextAt, fired } = timer;
	if (nextAt === undefined || nextAt > now) return { kind: "not-due" };
	const passed = missedSlots(schedule, nextAt - 1, now, zone);
	const slotAt = passed?.latest ?? nextAt;
	const isLast = schedule.count !== undefined && fired + 1 >= schedule.count;
	return {
		kind: "fire",
		slotAt,
		lateMs: now - slotAt,
		missed: passed && passed.count > 1 ? { firstAt: passed.first, count: passed.count - 1 } : undefined,
		nextAt: isLast ? undefined : nextSlot(schedule, slotAt, zone),
	};
}
