import { type Clock, sleep } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { type EventId, formatEventId } from "#core/event.ts";
import { describeError, type Log } from "#core/log.ts";
import type { Views } from "#daemon/context/views.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { Closer } from "./closer.ts";
import { ClosingError } from "./closing.ts";
import type { ForkOutcomes } from "./fork-outcomes.ts";
import type { Intake } from "./intake.ts";
import type { Recorder } from "./recorder.ts";
import { TurnControl } from "./turn-control.ts";
import type { RunOutcome, TurnLoop } from "./turn-loop.ts";
import { PATIENCE_MS } from "./wait-for-end.ts";

export interface ParallelAnswersParts {
	database: Database;
	events: Events;
	turns: Turns;
	trajectories: Trajectories;
	views: Views;
	intake: Intake;
	recorder: Recorder;
	closer: Closer;
	forkOutcomes: ForkOutcomes;
	loop: TurnLoop;
	clock: Clock;
	log: Log;
	/** Called when an event went back into the main queue, or a note for it is there. */
	onReturned: () => void;
}

const INSTRUCTION =
	"You answer this event beside your main task, which goes on elsewhere and hears of it. Only look things up and reply: " +
	"everything else is the main task's.";

/**
 * Answers a question while the model is busy with something else, from what the main trajectory has seen so far: with the
 * same bytes up to there, so that the provider has them cached. It may only look and reply; the main trajectory gets a note
 * of what was asked and answered. Whatever goes wrong puts the question back into the queue.
 */
export class ParallelAnswers {
	readonly #parts: ParallelAnswersParts;
	readonly #closing = new AbortController();
	readonly #running = new Map<EventId, { control: TurnControl; done: Promise<void> }>();

	constructor(parts: ParallelAnswersParts) {
		this.#parts = parts;
	}

	/**
	 * Answers as soon as the model has been thinking longer than anybody should have to wait.
	 * @returns false where the main loop is not waiting for the model: then the event's turn comes soon by itself
	 */
	answer(eventId: EventId): boolean {
		const main = this.#parts.trajectories.find(MAIN_TRAJECTORY);
		if (main?.state !== "thinking" || this.#running.has(eventId) || this.#closing.signal.aborted) return false;
		const control = new TurnControl(() => false);
		const done = this.#answer(eventId, main.stateSince, control).finally(() => this.#running.delete(eventId));
		this.#running.set(eventId, { control, done });
		return true;
	}

	/** Forks that nobody runs any more are given up: their questions go back into the queue. */
	recover(): void {
		const { turns, events, database } = this.#parts;
		for (const { id, kind } of turns.unfinishedBeside(MAIN_TRAJECTORY)) {
			const asked = events.ofTurn(id);
			if (kind !== "fork" || asked.some((event) => this.#running.has(event.id))) continue;
			database.write(() => this.#parts.forkOutcomes.giveUp(id, "the answer beside the main task was cut off"));
		}
	}

	stop(): void {
		for (const { control } of this.#running.values()) control.stop();
	}

	async close(): Promise<void> {
		this.#closing.abort();
		for (const { control } of this.#running.values()) control.close();
		await Promise.all([...this.#running.values()].map(({ done }) => done));
	}

	async #answer(eventId: EventId, thinkingSince: number, control: TurnControl): Promise<void> {
		const { clock, database, log, onReturned } = this.#parts;
		const leftMs = PATIENCE_MS - (clock.now() - thinkingSince);
		if (leftMs > 0) await sleep(clock, leftMs, this.#closing.signal);
		// A stop ends what is being done; a question that only waits is still to be answered.
		if (this.#closing.signal.aborted || control.isStopped) return;
		try {
			const turnId = database.write(() => this.#open(eventId, thinkingSince));
			if (turnId !== undefined) await this.#run(turnId, control);
		} catch (error) {
			if (error instanceof ClosingError) return;
			log.error("An answer beside the main task failed; its question goes back into the queue", {
				event: eventId,
				error: describeError(error),
			});
			clock.after(DISK_WAIT_MS, () => this.#tryToRecover());
		}
		onReturned();
	}

	/** After a disk that took no rows: again, until it takes them. */
	#tryToRecover(): void {
		const { clock, log, onReturned } = this.#parts;
		if (this.#closing.signal.aborted) return;
		try {
			this.recover();
			onReturned();
		} catch (error) {
			log.error("A question could not be put back into the queue; trying again", { error });
			clock.after(DISK_WAIT_MS, () => this.#tryToRecover());
		}
	}

	/** @returns the turn, or undefined where the main loop has moved on meanwhile and takes the event up itself */
	#open(eventId: EventId, thinkingSince: number): number | undefined {
		const { database, events, turns, trajectories, views, intake, recorder } = this.#parts;
		const event = events.find(eventId);
		const main = trajectories.find(MAIN_TRAJECTORY);
		const isStillThinking = main?.state === "thinking" && main.stateSince === thinkingSince;
		if (event?.state !== "waiting" || !isStillThinking || !views.of(MAIN_TRAJECTORY).hasShown) {
			events.noteStrategy(eventId, "queue", "the model had finished before it was worth an answer beside it");
			return undefined;
		}
		const purpose = `answers ${formatEventId(eventId)} beside the main task`;
		const fork = trajectories.fork(MAIN_TRAJECTORY, views.of(MAIN_TRAJECTORY).lastEntryId, purpose);
		if (!events.moveToTrajectory(eventId, fork)) return undefined;
		// Not before: were this rolled back, the next trajectory of that number would find the owner's view.
		database.afterCommit(() => views.fork(MAIN_TRAJECTORY, fork));
		const turnId = intake.beginTurn(fork);
		if (turnId === undefined) return undefined;
		turns.restrict(turnId);
		recorder.note(turnId, INSTRUCTION);
		return turnId;
	}

	async #run(turnId: number, control: TurnControl): Promise<void> {
		const { loop, turns, views } = this.#parts;
		try {
			this.#finish(turnId, await loop.run({ id: turnId }, control));
		} finally {
			views.release(turns.find(turnId)?.trajectoryId ?? MAIN_TRAJECTORY);
		}
	}

	#finish(turnId: number, outcome: RunOutcome): void {
		const { database, events, closer, forkOutcomes } = this.#parts;
		database.write(() => {
			const isOver = outcome.kind === "end" && (outcome.end.kind === "done" || outcome.end.kind === "stopped");
			if (!isOver) return forkOutcomes.giveUp(turnId, "an answer beside the main task did not work out");
			closer.end(turnId, outcome);
			for (const event of events.ofTurn(turnId)) forkOutcomes.tellMain(event, turnId);
		});
	}
}
