const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

export type AttemptDecision =
	| { kind: "send"; repeat: boolean }
	| { kind: "wait"; delayMs: number }
	| { kind: "give-up"; problem: string };

/**
 * Decides what to do with the oldest message of a conversation. Pure.
 *
 * A part that was in flight when the process died may have arrived. To the owner it is repeated once, with the mark; to
 * others never, since nobody can take back what a third party has read twice.
 */
export function decideAttempt(
	message: {
		inFlight: boolean;
		repeats: number;
		toOwner: boolean;
		nextAttemptAt: number;
		expiresAt: number;
		problem: string | undefined;
	},
	channel: { repeatable: boolean },
	now: number,
): AttemptDecision {
	if (now >= message.expiresAt) {
		return {
			kind: "give-up",
			problem: `it could not be delivered for a day (${message.problem ?? "the channel did not answer"})`,
		};
	}
	if (now < message.nextAttemptAt) return { kind: "wait", delayMs: message.nextAttemptAt - now };
	if (!message.inFlight || channel.repeatable) return { kind: "send", repeat: false };
	if (!message.toOwner)
		return { kind: "give-up", problem: "it may or may not have arrived, and is not sent twice to others" };
	if (message.repeats > 0) return { kind: "give-up", problem: "it was sent twice and neither try was confirmed" };
	return { kind: "send", repeat: true };
}

export type FailureDecision =
	| { kind: "retry"; delayMs: number; uncertain: boolean }
	| { kind: "give-up"; problem: string };

/**
 * Decides what a failed attempt means. Pure.
 * @param failure.attempts attempts of this part so far, this one included
 * @param fraction in [0, 1), spreads retries so that they don't come in step
 */
export function decideFailure(
	failure: {
		kind: "retry" | "uncertain" | "permanent";
		message: string;
		retryAfterMs: number | undefined;
		attempts: number;
	},
	fraction: number,
): FailureDecision {
	if (failure.kind === "permanent") return { kind: "give-up", problem: failure.message };
	const backoffMs =
		Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(10, failure.attempts - 1)) * (0.75 + fraction / 2);
	return {
		kind: "retry",
		delayMs: Math.round(failure.retryAfterMs ?? backoffMs),
		uncertain: failure.kind === "uncertain",
	};
}
