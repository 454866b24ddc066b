import { formatDuration } from "#core/duration.ts";

/** From here on a call's time is worth telling. */
const WORTH_TELLING_MS = 1_000;
/** So many times what is usual is slow, not chance. */
const SLOW_FACTOR = 3;
/** Below this, what is usual is too short to be a measure. */
const LEAST_USUAL_MS = 100;

/** A short time to a tenth of a second, a longer one as `formatDuration` writes it: `under 0.1s`, `0.4s`, `5.0s`, `1m12s`. */
export function formatElapsed(elapsedMs: number): string {
	if (elapsedMs < 50) return "under 0.1s";
	// What would be rounded to 60.0s is a minute.
	return elapsedMs < 59_950 ? `${(elapsedMs / 1000).toFixed(1)}s` : formatDuration(Math.round(elapsedMs / 1000) * 1000);
}

/** Whether a call took so long that its result says so. */
export const isWorthTelling = (elapsedMs: number): boolean => elapsedMs > WORTH_TELLING_MS;

/** Whether something takes far longer than it usually does. Where that is not known, nothing is slow. */
export const isSlow = (elapsedMs: number, usualMs: number | undefined): boolean =>
	usualMs !== undefined && isWorthTelling(elapsedMs) && elapsedMs >= SLOW_FACTOR * Math.max(usualMs, LEAST_USUAL_MS);
