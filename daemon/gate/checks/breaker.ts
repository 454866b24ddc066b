import type { Clock } from "#core/clock.ts";

/**
 * Keeps from asking, for a while, what has failed several times in a row. After the pause one more failure begins the next one;
 * a success forgets them all.
 */
export class Breaker {
	readonly #clock: Clock;
	readonly #afterFailures: number;
	readonly #pauseMs: number;
	#failures = 0;
	#openUntil = Number.NEGATIVE_INFINITY;

	constructor(clock: Clock, limits: { afterFailures: number; pauseMs: number }) {
		this.#clock = clock;
		this.#afterFailures = limits.afterFailures;
		this.#pauseMs = limits.pauseMs;
	}

	get isOpen(): boolean {
		return this.#clock.monotonicMs() < this.#openUntil;
	}

	noteSuccess(): void {
		this.#failures = 0;
	}

	/** @returns whether a pause begins with this failure */
	noteFailure(): boolean {
		this.#failures += 1;
		if (this.#failures < this.#afterFailures || this.isOpen) return false;
		this.#openUntil = this.#clock.monotonicMs() + this.#pauseMs;
		return true;
	}
}
