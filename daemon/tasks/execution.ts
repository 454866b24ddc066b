import type { CallResult } from "#daemon/loop/results.ts";
import type { ProgressLog } from "./progress-log.ts";

/** A call whose tool has been started, whoever waits for it. */
export interface Execution {
	/** How it ended; an error of the tool is an end, too. Rejects with ClosingError, or where the disk refused it its start. */
	readonly ended: Promise<CallResult>;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	/** By the monotonic clock. */
	readonly startedMs: number;
	/** How long it has been running, by the monotonic clock. */
	elapsedMs(): number;
	readonly progress: ProgressLog;
	/** False while it waits for another call that changes things. */
	readonly isStarted: boolean;
	/**
	 * Signals the tool to end and stops waiting for it. Harmless after its end.
	 * @param reason a CutOffError, which `ended` then repeats, or a ClosingError, with which it rejects
	 */
	cut(reason: Error): void;
}
