import type { Database } from "#core/database.ts";
import { type EventId, formatEventId } from "#core/event.ts";
import type { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import { decideOutageWait } from "#daemon/loop/decide-outage-wait.ts";
import { STOPPED } from "#daemon/loop/turn-control.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { EventReading, Reader } from "./reader.ts";
import type { ReadingOutage } from "./reading-outage.ts";
import { type Conclusion, toHandOver } from "./to-hand-over.ts";
import { WaitingOutside } from "./waiting-outside.ts";

/** What a service refuses so often may be this message, and the ones behind it must not wait for ever. */
const MAX_REJECTIONS = 3;

export interface QuarantineParts {
	database: Database;
	events: Events;
	trajectories: Trajectories;
	journal: Journal;
	handOverDesk: Pick<HandOverDesk, "handOverEvent">;
	reader: Pick<Reader, "read">;
	outage: Pick<ReadingOutage, "tell" | "end">;
	/** Called when a waiting event was taken up: there may be room for more. */
	onTaken: () => void;
}

/** How a step went. `wait`: no model is in reach; the next step is worth it after `forMs`, or when something has changed. */
export type ReadStep = { kind: "nothing" } | { kind: "read" } | { kind: "wait"; forMs: number };

/** An event that somebody is reading, or that waits for a model after a try. */
interface AtHand {
	eventId: EventId;
	/** Tries in a row that found no model. */
	failures: number;
	cut: AbortController;
}

type NoModel = Extract<EventReading, { kind: "no-model" }>;

/**
 * Reads what others wrote in side trajectories, one event after the other, and tells the owner's trajectory what a form has room
 * for. An event waits until its entry, its end and its line in the journal are on disk, in one commit: after a crash it is read
 * again, and its entry is there once, since the event's number is the entry's key.
 */
export class Quarantine {
	readonly #parts: QuarantineParts;
	readonly #waiting: WaitingOutside;
	/** By trajectory. */
	readonly #atHand = new Map<number, AtHand>();

	constructor(parts: QuarantineParts) {
		this.#parts = parts;
		this.#waiting = new WaitingOutside(parts.database);
	}

	/** Whether there is something to read in this trajectory. */
	hasWaiting(trajectoryId: number): boolean {
		return this.#waiting.has(trajectoryId);
	}

	/**
	 * Reads the oldest event that waits. To be called at a safe point of its trajectory, one call at a time for each.
	 * @throws ClosingError where `signal` aborts, and whatever the database throws; the event then waits as before
	 */
	async readNext(trajectoryId: number, signal: AbortSignal): Promise<ReadStep> {
		const event = this.#waiting.next(trajectoryId);
		if (!event) return { kind: "nothing" };
		const atHand = this.#take(trajectoryId, event.id);
		const abort = () => atHand.cut.abort();
		signal.addEventListener("abort", abort, { once: true });
		if (signal.aborted) abort();
		try {
			const reading = await this.#parts.reader.read(event, atHand.cut.signal);
			if (signal.aborted) throw new ClosingError();
			if (reading.kind === "aborted") return { kind: "read" };
			return reading.kind === "no-model" ? this.#wait(event, atHand, reading) : this.#conclude(event, reading);
		} finally {
			signal.removeEventListener("abort", abort);
		}
	}

	/**
	 * The owner has said that everything ends: what is being read, or waits for a model to read it, is not. Part of the caller's
	 * transaction; what is running is cut off after it.
	 * @returns how much that was
	 */
	stop(): number {
		const { database, events } = this.#parts;
		const stopped = [...this.#atHand].filter(([, { eventId }]) => events.find(eventId)?.state === "waiting");
		for (const [trajectoryId, { eventId, cut }] of stopped) {
			events.settle(eventId, "stopped", STOPPED);
			database.afterCommit(() => {
				this.#atHand.delete(trajectoryId);
				cut.abort();
			});
		}
		return stopped.length;
	}

	#take(trajectoryId: number, eventId: EventId): AtHand {
		const known = this.#atHand.get(trajectoryId);
		const failures = known?.eventId === eventId ? known.failures : 0;
		const atHand = { eventId, failures, cut: new AbortController() };
		this.#atHand.set(trajectoryId, atHand);
		return atHand;
	}

	#wait(event: EventRecord, atHand: AtHand, { failure }: NoModel): ReadStep {
		atHand.failures += 1;
		if (failure.cause === "rejected" && atHand.failures >= MAX_REJECTIONS)
			return this.#conclude(event, { kind: "unreadable", problem: "the model's service refuses it" });
		const { database, trajectories, outage } = this.#parts;
		database.write(() => {
			trajectories.setState(event.trajectoryId, "failed", "no model is there to read what came in");
			outage.tell(failure);
		});
		return { kind: "wait", forMs: decideOutageWait(failure, atHand.failures) };
	}

	/** One commit: the entry, the event's end, the journal's line. */
	#conclude(event: EventRecord, reading: Conclusion): ReadStep {
		const { database, events, journal, handOverDesk, outage, onTaken } = this.#parts;
		database.write(() => {
			// A stop may have ended it while it was being read.
			if (events.find(event.id)?.state !== "waiting") return;
			const entry = formatEventId(handOverDesk.handOverEvent(event, toHandOver(event, reading)));
			const how = reading.kind === "read" ? "read by a reader" : `could not be read: ${reading.problem}`;
			events.settle(event.id, "handed-over", how);
			journal.add({
				kind: "quarantine",
				authority: event.trust,
				tainted: true,
				target: `${formatEventId(event.id)} of ${event.channel}`,
				decision: how,
				outcome: `handed over as ${entry}`,
			});
			if (reading.kind === "read") outage.end();
		});
		this.#atHand.delete(event.trajectoryId);
		onTaken();
		return { kind: "read" };
	}
}
