export type ClockStep = { kind: "steady" } | { kind: "back"; byMs: number } | { kind: "forward"; byMs: number };

/** Smaller differences are the clock being kept right, not being set. */
const TOLERANCE_MS = 2_000;

/**
 * Whether the wall clock did something else than go on: it was set, or the machine slept (monotonic time stands still
 * then, on Linux and macOS alike). Pure.
 * @param wallMs how far the wall clock moved between two looks
 * @param elapsedMs how much monotonic time passed between them
 */
export function decideClockStep(wallMs: number, elapsedMs: number): ClockStep {
	const byMs = Math.round(wallMs - elapsedMs);
	if (Math.abs(byMs) <= TOLERANCE_MS) return { kind: "steady" };
	return byMs < 0 ? { kind: "back", byMs: -byMs } : { kind: "forward", byMs };
}
