/**
 * How many trajectories are worked on at once. The owner's never waits: a place is kept for it, and the others share what is
 * left, first come, first served.
 */
export class Slots {
	readonly #others: number;
	#taken = 0;
	readonly #waiting: (() => void)[] = [];

	/** @param total at least 2: the owner's, and one for all others */
	constructor(total: number) {
		this.#others = total - 1;
	}

	/** How many others are being worked on, and how many wait for a place. */
	get counts(): { running: number; waiting: number } {
		return { running: this.#taken, waiting: this.#waiting.length };
	}

	/** Resolves with the function that gives the place back, or with undefined when `signal` aborts before there is one. */
	async take(signal: AbortSignal): Promise<(() => void) | undefined> {
		while (this.#taken >= this.#others && !signal.aborted) {
			await new Promise<void>((resolve) => {
				const wake = () => {
					signal.removeEventListener("abort", wake);
					const index = this.#waiting.indexOf(wake);
					if (index !== -1) this.#waiting.splice(index, 1);
					resolve();
				};
				this.#waiting.push(wake);
				signal.addEventListener("abort", wake, { once: true });
			});
		}
		if (signal.aborted) return undefined;
		this.#taken += 1;
		return () => {
			this.#taken -= 1;
			this.#waiting[0]?.();
		};
	}
}
