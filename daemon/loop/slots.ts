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
		if (signal.aborted) return undefined;
		if (this.#taken < this.#others) this.#taken += 1;
		else if (!(await this.#wait(signal))) return undefined;
		return () => this.#giveOn();
	}

	/** @returns whether a place was handed over */
	#wait(signal: AbortSignal): Promise<boolean> {
		return new Promise((resolve) => {
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(take), 1);
				resolve(false);
			};
			const take = () => {
				signal.removeEventListener("abort", leave);
				resolve(true);
			};
			this.#waiting.push(take);
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	/** A place goes from hand to hand: were it free in between, whoever asks just then would go before those who wait. */
	#giveOn(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#taken -= 1;
	}
}
