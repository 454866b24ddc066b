import type { Clock } from "#core/clock.ts";

/** Looks after deadlines with one timer, set only while there is one to wait for: nothing wakes up for nothing. */
export class ExpiryWatch {
	readonly #clock: Clock;
	readonly #expire: () => number | undefined;
	#cancel: () => void = () => undefined;
	#isClosed = false;

	/** @param expire ends what is overdue, and returns when the next deadline is, if there is one */
	constructor(clock: Clock, expire: () => number | undefined) {
		this.#clock = clock;
		this.#expire = expire;
	}

	/** To be called when a deadline was set or fell away. */
	look(): void {
		this.#cancel();
		if (this.#isClosed) return;
		const next = this.#expire();
		// A clock that was set back makes the delay too long; the deadline itself is looked at, not the delay.
		if (next !== undefined) this.#cancel = this.#clock.after(Math.max(0, next - this.#clock.now()), () => this.look());
	}

	close(): void {
		this.#isClosed = true;
		this.#cancel();
	}
}
