import { type Clock, sleep } from "#core/clock.ts";

/** Sleeps until there is something to do. What comes while it is awake is not missed: the next sleep ends at once. */
export class Waker {
	readonly #clock: Clock;
	#end: () => void = () => undefined;
	#isWoken = false;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Whether there is something to do: the next sleep would end at once. */
	get isWoken(): boolean {
		return this.#isWoken;
	}

	/** There is something to do. */
	wake(): void {
		this.#isWoken = true;
		this.#end();
	}

	/** From here on, what comes is new. */
	begin(): void {
		this.#isWoken = false;
	}

	/** @param atMostMs without it, until `wake` */
	async sleep(atMostMs?: number): Promise<void> {
		if (this.#isWoken) return;
		const waiting = new AbortController();
		const ended = new Promise<void>((resolve) => {
			waiting.signal.addEventListener("abort", () => resolve(), { once: true });
		});
		this.#end = () => waiting.abort();
		await (atMostMs === undefined ? ended : sleep(this.#clock, atMostMs, waiting.signal));
		this.#end = () => undefined;
	}
}
