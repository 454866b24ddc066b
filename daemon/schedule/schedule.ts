import * as z from "zod";

/** What every schedule has beside its rhythm. */
const common = {
	/** The IANA zone whose wall clock counts, and in which times are read back: `Europe/Berlin`. */
	zone: z.string().min(1),
	/** No firing after this instant. */
	until: z.number().int().optional(),
	/** No more than so many firings in all. */
	count: z.number().int().positive().optional(),
};

/** A minute as a calendar and a clock on the wall show it; `month` is 1 to 12. */
const first = z.object({
	year: z.number().int().min(1970).max(9999),
	month: z.number().int().min(1).max(12),
	day: z.number().int().min(1).max(31),
	hour: z.number().int().min(0).max(23),
	minute: z.number().int().min(0).max(59),
});

/** The longest step of a schedule in days: ten years, as far ahead as anything can be set. */
export const LONGEST_STEP_DAYS = 3650;

/**
 * When a timer is due, as it is stored. Instants are milliseconds since the epoch, UTC.
 * - `once`: at one instant
 * - `every`: at `firstAt` and after each `everyMs` of elapsed time, whatever the wall clock does
 * - `days`: when the wall clock of `zone` shows `first`, and at that time of day after each `everyDays` days of the calendar
 * - `cron`: whenever the wall clock of `zone` matches the expression (five fields; see cron.ts for the rules at DST)
 */
export const scheduleSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("once"), at: z.number().int(), ...common }),
	z.object({ kind: z.literal("every"), everyMs: z.number().int().positive(), firstAt: z.number().int(), ...common }),
	z.object({ kind: z.literal("days"), everyDays: z.number().int().min(1).max(LONGEST_STEP_DAYS), first, ...common }),
	z.object({ kind: z.literal("cron"), expression: z.string().min(1), ...common }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;
export type DaysSchedule = Extract<Schedule, { kind: "days" }>;

/** The shortest time between two firings of one timer: a slip must not become a flood. */
export const SHORTEST_INTERVAL_MS = 60_000;
