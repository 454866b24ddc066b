/** The reason of a signal that aborts because the process ends, not because the owner said stop: the rows stay as they are. */
export class ClosingError extends Error {
	override name = "ClosingError";

	constructor() {
		super("the program is closing");
	}
}

/** @throws ClosingError where the signal was aborted for closing: nothing of this turn is recorded any more */
export function throwIfClosing(signal: AbortSignal): void {
	if (signal.aborted && signal.reason instanceof ClosingError) throw signal.reason;
}
