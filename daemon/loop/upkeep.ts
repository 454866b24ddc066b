/** What is done for a trajectory when a burst of activity has ended, one at a time; given up when the next one begins. */
export class Upkeep {
	readonly #work: (signal: AbortSignal) => Promise<void>;
	#running: AbortController | undefined;

	/** @param work must end soon when the signal says so */
	constructor(work: (signal: AbortSignal) => Promise<void>) {
		this.#work = work;
	}

	/** @throws only what the work throws */
	async run(): Promise<void> {
		const running = new AbortController();
		this.#running = running;
		try {
			await this.#work(running.signal);
		} finally {
			this.#running = undefined;
		}
	}

	get isRunning(): boolean {
		return this.#running !== undefined;
	}

	/** Harmless while nothing runs. */
	giveUp(): void {
		this.#running?.abort();
	}
}
