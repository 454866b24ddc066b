interface Waiter {
	holder: () => string | undefined;
	/** Hands the lock over. */
	grant(): void;
}

/**
 * Lets one call change things at a time, across all trajectories: they share one workspace, and a write that goes on in the
 * background must not meet another. First come, first served.
 */
export class WriteLock {
	#current: Waiter | undefined;
	readonly #waiting: Waiter[] = [];

	get isHeld(): boolean {
		return this.#current !== undefined;
	}

	/** Who holds it, in words for a model; undefined where nobody does, or where it gave no name. */
	get holder(): string | undefined {
		return this.#current?.holder();
	}

	/**
	 * Waits for its turn.
	 * @param signal leaves the queue when it aborts; once the lock is held it does nothing
	 * @param holder how to name the call now. A function, since a call gets its task's number while it holds the lock
	 * @returns gives the lock to the next. Harmless when called again
	 * @throws the signal's reason
	 */
	async acquire(signal: AbortSignal, holder: () => string | undefined = () => undefined): Promise<() => void> {
		signal.throwIfAborted();
		const { promise, resolve, reject } = withResolvers();
		const leave = () => {
			this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
			reject(signal.reason);
		};
		const waiter: Waiter = {
			holder,
			grant: () => {
				signal.removeEventListener("abort", leave);
				this.#current = waiter;
				resolve();
			},
		};
		if (this.#current) {
			this.#waiting.push(waiter);
			signal.addEventListener("abort", leave, { once: true });
		} else waiter.grant();
		await promise;
		return () => this.#release(waiter);
	}

	#release(waiter: Waiter): void {
		// A second release must not take the lock from whoever holds it by then.
		if (this.#current !== waiter) return;
		this.#current = undefined;
		this.#waiting.shift()?.grant();
	}
}

/** `Promise.withResolvers`, which the oldest supported Node lacks. */
function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } {
	let resolve: () => void = () => undefined;
	let reject: (reason: unknown) => void = () => undefined;
	const promise = new Promise<void>((onDone, onFailed) => {
		resolve = onDone;
		reject = onFailed;
	});
	return { promise, resolve, reject };
}
