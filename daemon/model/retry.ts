import type { Failure } from "./failure.ts";

const MAX_ATTEMPTS = 3;
const MAX_ATTEMPTS_IN_BACKGROUND = 1;
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** A longer wait that a service asks for is not sat through: another model, or the owner, is told sooner. */
const MAX_RETRY_AFTER_MS = 30_000;
/** After so long with one model, the next is asked: two silent streams of a minute are enough. */
const MAX_ELAPSED_MS = 120_000;

export interface RetrySituation {
	failure: Failure;
	/** Attempts made with this model, the failed one included. */
	attempt: number;
	/** Since the first attempt with this model began. */
	elapsedMs: number;
	/** In [0, 1), for the jitter. */
	fraction: number;
	/** True for what nobody waits for: it is not worth a second attempt. */
	background: boolean;
	/** How many models of the list could be tried next. */
	modelsLeft: number;
}

export type RetryDecision = { kind: "retry"; delayMs: number } | { kind: "next-model" } | { kind: "give-up" };

/** What to do after a failed attempt. */
export function decideRetry(situation: RetrySituation): RetryDecision {
	const delayMs = delayBefore(situation);
	if (mayRetry(situation, delayMs)) return { kind: "retry", delayMs };
	return situation.modelsLeft > 0 ? { kind: "next-model" } : { kind: "give-up" };
}

function mayRetry({ failure, attempt, elapsedMs, background }: RetrySituation, delayMs: number): boolean {
	if (!failure.passing) return false;
	if (attempt >= (background ? MAX_ATTEMPTS_IN_BACKGROUND : MAX_ATTEMPTS)) return false;
	return (failure.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS && elapsedMs + delayMs <= MAX_ELAPSED_MS;
}

/** Doubles from attempt to attempt, half of it by chance, so that many clients don't come back at one instant. */
function delayBefore({ failure, attempt, fraction }: RetrySituation): number {
	if (failure.retryAfterMs !== undefined) return Math.max(MIN_DELAY_MS, failure.retryAfterMs);
	// A rate limit without a word on how long counts minutes, as a rule: a second would only use up the attempts.
	const doublings = failure.cause === "rate-limited" ? attempt + 2 : attempt;
	const ceilingMs = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** doublings);
	return Math.round(ceilingMs * (0.5 + 0.5 * fraction));
}
