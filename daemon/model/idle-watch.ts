import type { Clock } from "#core/clock.ts";

/** Notices when something that was expected doesn't come. */
export class IdleWatch {
	readonly #clock: Clock;
	readonly #onIdle: (idleMs: number) => void;
	#cancel: (() => void) | undefined;
	#stopped = false;

	constructor(clock: Clock, onIdle: (idleMs: number) => void) {
		this.#clock = clock;
		this.#onIdle = onIdle;
	}

	/** Begins to wait anew: unless this or `stop` is called within `limitMs`, the watch tells. */
	expect(limitMs: number): void {
		this.#cancel?.();
		if (!this.#stopped) this.#cancel = this.#clock.after(limitMs, () => this.#onIdle(limitMs));
	}

	/** For good: a stream that is read on after its end must not start the watch again. */
	stop(): void {
		this.#stopped = true;
		this.#cancel?.();
	}
}
