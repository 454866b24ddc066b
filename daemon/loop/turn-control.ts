import { type EventId, formatEventId } from "#core/event.ts";
import { CutOffError } from "#daemon/gate/run-with-timeout.ts";
import { ClosingError } from "./closing.ts";

export const STOPPED = "stopped by the owner";

/**
 * What may cut into a running turn from outside: a stop ends it, an interrupt ends what it is doing now, and something that
 * waits makes long calls give way.
 */
export class TurnControl {
	readonly #isPressed: () => boolean;
	readonly #listeners = new Set<() => void>();
	#abort = new AbortController();
	#isStopped = false;

	/** @param isPressed whether something waits that should not wait long */
	constructor(isPressed: () => boolean) {
		this.#isPressed = isPressed;
	}

	/** Aborts when what is being thought or done now is to end. Another one after each `renew`. */
	get signal(): AbortSignal {
		return this.#abort.signal;
	}

	get isStopped(): boolean {
		return this.#isStopped;
	}

	stop(): void {
		this.#isStopped = true;
		this.#abort.abort(new CutOffError(STOPPED));
	}

	interrupt(by: EventId): void {
		this.#abort.abort(new CutOffError(`cut off for ${formatEventId(by)}, which goes first`));
	}

	/** Ends work where it stands, without a row. */
	close(): void {
		// A stop that came before has its own signal already, and is recorded by the next start.
		if (this.#abort.signal.aborted) this.#abort = new AbortController();
		this.#abort.abort(new ClosingError());
	}

	/** After an interrupt: what comes next may run. */
	renew(): void {
		if (!this.#isStopped && !(this.#abort.signal.reason instanceof ClosingError)) this.#abort = new AbortController();
	}

	/** To be called when something new waits. */
	notice(): void {
		for (const listener of this.#listeners) listener();
	}

	/** Resolves as soon as something waits that should not wait long, or with the end of `until`. */
	async untilPressed(until: AbortSignal): Promise<void> {
		while (!until.aborted && !this.#isPressed()) {
			await new Promise<void>((resolve) => {
				const wake = () => {
					this.#listeners.delete(wake);
					until.removeEventListener("abort", wake);
					resolve();
				};
				this.#listeners.add(wake);
				until.addEventListener("abort", wake, { once: true });
			});
		}
	}
}
