/** Time as the program sees it. Everything that waits or stamps takes a Clock, so that tests can move it. */
export interface Clock {
	/** Milliseconds since the Unix epoch, UTC. May jump when the machine's clock is set. */
	now(): number;
	/** Milliseconds from an arbitrary start; never goes back. For measuring durations. */
	monotonicMs(): number;
	/** Calls `run` once after `delayMs`. The returned function cancels it; calling that twice is harmless. */
	after(delayMs: number, run: () => void): () => void;
}

/** The machine's own clock. Its timers don't keep the process alive: the daemon's sockets do. */
export const systemClock: Clock = {
	now: () => Date.now(),
	monotonicMs: () => performance.now(),
	after(delayMs, run) {
		const timer = setTimeout(run, delayMs).unref();
		return () => clearTimeout(timer);
	},
};

/**
 * Waits `delayMs` on `clock`, or until `signal` aborts. Resolves in both cases: the caller looks at the signal,
 * so that a cancelled wait is not an error to be caught.
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) return resolve();
		const finish = () => {
			cancel();
			signal?.removeEventListener("abort", finish);
			resolve();
		};
		const cancel = clock.after(delayMs, finish);
		signal?.addEventListener("abort", finish, { once: true });
	});
}
