import { DAY_MS } from "./decide-retention.ts";
import { type PruneParts, prune } from "./prune.ts";

/** Not at the start itself, when the owner may be waiting for what came meanwhile. */
const FIRST_RUN_MS = 5 * 60_000;

/** Prunes some minutes after the start, and then once a day. Between two runs it wakes nobody. */
export class Pruner {
	readonly #parts: PruneParts;
	readonly #closing = new AbortController();
	#running: Promise<void> = Promise.resolve();
	#cancel: () => void = () => undefined;

	constructor(parts: PruneParts) {
		this.#parts = parts;
	}

	start(): void {
		this.#runIn(FIRST_RUN_MS);
	}

	/** Ends a run between two of its steps. Resolves when it has ended: the database may be closed then. */
	async close(): Promise<void> {
		this.#cancel();
		this.#closing.abort();
		await this.#running;
	}

	#runIn(delayMs: number): void {
		this.#cancel = this.#parts.clock.after(delayMs, () => {
			this.#running = this.#running.then(() => prune(this.#parts, this.#closing.signal));
			this.#runIn(DAY_MS);
		});
	}
}
