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

/**
 * When a timer is due, as it is stored. Instants are milliseconds since the epoch, UTC.
 * - `once`: at one instant
 * - `every`: at `firstAt` and after each `everyMs` of elapsed time, whatever the wall clock does
 * - `cron`: whenever the wall clock of `zone` matches the expression (five fields; see cron.ts for the rules at DST)
 */
export const scheduleSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("once"), at: z.number().int(), ...common }),
	z.object({ kind: z.literal("every"), everyMs: z.number().int().positive(), firstAt: z.number().int(), ...common }),
	z.object({ kind: z.literal("cron"), expression: z.string().min(1), ...common }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/** The shortest time between two firings of one timer: a slip must not become a flood. */
export const SHORTEST_INTERVAL_MS = 60_000;
