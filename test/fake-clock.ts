import type { Clock } from "#core/clock.ts";

/** A clock that stands still until a test moves it. Timers that are due run in order of their time. */
export class FakeClock implements Clock {
	#now: number;
	/** How far the wall clock was set away from the time that passed. */
	#setByMs = 0;
	#timers = new Set<{ dueAt: number; run: () => void }>();

	constructor(start: number | string = "2026-11-30T10:30:45Z") {
		this.#now = typeof start === "number" ? start : Date.parse(start);
	}

	now(): number {
		return this.#now + this.#setByMs;
	}

	/** Sets the wall clock, as its owner or a time server would; what waits goes on waiting. */
	set(to: number | string): void {
		this.#setByMs = (typeof to === "number" ? to : Date.parse(to)) - this.#now;
	}

	monotonicMs(): number {
		return this.#now;
	}

	after(delayMs: number, run: () => void): () => void {
		const timer = { dueAt: this.#now + delayMs, run };
		this.#timers.add(timer);
		return () => this.#timers.delete(timer);
	}

	/** How long until the next timer is due, or undefined where none is set. */
	get nextDelayMs(): number | undefined {
		return this.#timers.size === 0 ? undefined : Math.min(...[...this.#timers].map((timer) => timer.dueAt)) - this.#now;
	}

	/** Moves time forward, running each timer at its own moment and letting promises settle after each. */
	async advance(byMs: number): Promise<void> {
		const end = this.#now + byMs;
		for (;;) {
			const due = [...this.#timers].filter((timer) => timer.dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)[0];
			if (!due) break;
			this.#timers.delete(due);
			this.#now = Math.max(this.#now, due.dueAt);
			due.run();
			await settle();
		}
		this.#now = end;
		await settle();
	}
}

/** Lets everything that is ready to run do so: promise callbacks and one turn of the event loop. */
async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
