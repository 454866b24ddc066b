import type { EventId } from "#core/event.ts";
import type { LoopState } from "#daemon/records/trajectories.ts";
import type { StopReport } from "./stop-report.ts";

/** What the main loop is doing, for the decision what becomes of an event that comes now. */
export interface LoopReading {
	state: LoopState;
	/** Tasks that are running. */
	tasks: number;
	/** Questions that wait for the owner. */
	approvals: number;
}

/** How the way in acts on the loops. All of it takes effect at once, without a model. */
export interface LoopControl {
	reading(): LoopReading;
	/** Something waits for these trajectories. */
	wake(): void;
	/** Cuts off what the event's trajectory is thinking or doing, so that it is taken up next. Tasks go on. */
	interrupt(eventId: EventId): void;
	/** Answers an event beside what is going on. @returns false where that is not possible now: then it stays in the queue */
	answerInParallel(eventId: EventId): boolean;
	/**
	 * Ends the running turn with its calls and tasks, and takes its questions back. Where no turn is running: the tasks of the
	 * latest turn that has some. Part of the caller's transaction; what runs is signalled when that is on disk.
	 * @param all everything that is going on, whoever began it
	 */
	stop(all: boolean): StopReport;
}
