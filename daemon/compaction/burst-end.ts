import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation, EventId } from "#core/event.ts";
import { describeError, type Log } from "#core/log.ts";
import type { View } from "#daemon/context/view.ts";
import type { Views } from "#daemon/context/views.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { CompactionRecord, Compactions } from "#daemon/records/compactions.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import { brokenText, endText } from "./compaction-texts.ts";
import type { Compactor } from "./compactor.ts";
import { CLEAR_AT, decideCompaction, MAX_FAILURES } from "./decide-compaction.ts";
import type { Handover, HandoverEnd, HandoverOutcome } from "./handover.ts";
import type { LongReads } from "./long-reads.ts";

/** How long providers keep what they were sent, at least: five minutes (Anthropic; OpenAI names five to ten). */
const CACHE_MS = 5 * 60_000;

export interface BurstEndParts {
	database: Database;
	views: Views;
	windows: Windows;
	compactions: Compactions;
	events: Events;
	outbox: Outbox;
	compactor: Compactor;
	handover: Handover;
	longReads: LongReads;
	ownerConversation: () => Conversation;
	clock: Clock;
	log: Log;
}

/** Makes room in a trajectory's view when a burst of activity has ended: never in front of somebody who waits. */
export class BurstEnd {
	readonly #parts: BurstEndParts;
	/** When a trajectory's last request was answered, in this process. */
	readonly #answeredAt = new Map<number, number>();
	/** Trajectories where an error, as a full disk, came in between, and which. */
	readonly #broken = new Map<number, string>();

	constructor(parts: BurstEndParts) {
		this.#parts = parts;
	}

	/** A request of the trajectory was answered: for a while its provider knows what it was sent. */
	noteRequest(trajectoryId: number): void {
		this.#answeredAt.set(trajectoryId, this.#parts.clock.now());
	}

	/**
	 * The owner wants the main view summed up. Whoever calls wakes the loop after that.
	 * @param focus what to keep above all
	 * @returns what to say now
	 */
	ask(focus: string | undefined, eventId: EventId | undefined): string {
		const { database, compactions } = this.#parts;
		if (compactions.asked(MAIN_TRAJECTORY)) return "That is already to be done: you hear of it.";
		database.write(() => compactions.ask(MAIN_TRAJECTORY, focus, eventId));
		return "I sum up what I have in view as soon as nothing else is to be done. You hear of it.";
	}

	/** What a crash cut off is no failure. What the owner asked for is still to be done. */
	recover(): void {
		const { database, compactions } = this.#parts;
		database.write(() => {
			for (const { id, state, wasAsked } of compactions.open()) {
				if (wasAsked) compactions.putBack(id);
				else if (state === "running") compactions.fail(id, "given-up", "the program ended");
			}
		});
	}

	/** Never throws: what is not done now is tried again after the next burst, and the guard before each request holds anyway. */
	async tidy(trajectoryId: number, signal: AbortSignal): Promise<void> {
		try {
			this.#clearAway(trajectoryId);
			await this.#tidy(trajectoryId, signal);
		} catch (error) {
			this.#parts.views.reset(trajectoryId);
			this.#parts.log.error("Making room in the conversation failed", { trajectory: trajectoryId, error });
			this.#broken.set(trajectoryId, describeError(error));
			try {
				this.#clearAway(trajectoryId);
			} catch {
				// The disk takes nothing at all: it is told after the next burst.
			}
		}
	}

	async #tidy(trajectoryId: number, signal: AbortSignal): Promise<void> {
		const { views, windows, compactions, compactor, longReads } = this.#parts;
		const asked = compactions.asked(trajectoryId);
		const view = views.of(trajectoryId);
		view.extend();
		if (view.isFork || (!asked && (!view.epoch || windows.fill(view.tokens) < CLEAR_AT))) return;
		const isWarm = this.#isWarm(trajectoryId);
		const decision = decideCompaction({
			fill: windows.fill(view.tokens),
			fillAfterClearing: compactor.fillAfterClearing(view),
			isWarm,
			isAsked: asked !== undefined,
			failures: compactions.failuresInARow(trajectoryId),
		});
		if (decision.kind === "none") return;
		// Once for each burst: who is woken in vain after that must not pay for the same once more.
		this.#answeredAt.delete(trajectoryId);
		const outcome = decision.kind === "handover" ? await this.#handOver(view, asked, signal) : undefined;
		// One turn that fills the window by itself can't be summed up, but what it has read can give way.
		const isOneTurn = outcome?.kind === "nothing-to-do" && !asked;
		if (decision.kind === "clear" || isOneTurn) await longReads.clear(view, isWarm, signal);
	}

	async #handOver(view: View, asked: CompactionRecord | undefined, signal: AbortSignal): Promise<HandoverOutcome> {
		const { handover, log } = this.#parts;
		const outcome = await handover.write(view, asked, signal, (end) => this.#report(end, view, asked));
		if (outcome.kind !== "interrupted") log.info("Compaction", { trajectory: view.trajectoryId, ...outcome });
		return outcome;
	}

	/** What an error left begun. What the owner asked for is not tried again and again: the owner may ask once more. */
	#clearAway(trajectoryId: number): void {
		const { database, compactions } = this.#parts;
		const problem = this.#broken.get(trajectoryId);
		if (problem === undefined) return;
		database.write(() => {
			for (const record of compactions.open().filter((each) => each.trajectoryId === trajectoryId)) {
				compactions.fail(record.id, "given-up", problem);
				if (record.wasAsked) this.#tell(record, endText({ kind: "failed", problem }));
			}
		});
		this.#broken.delete(trajectoryId);
	}

	#isWarm(trajectoryId: number): boolean {
		const at = this.#answeredAt.get(trajectoryId);
		return at !== undefined && this.#parts.clock.now() - at < CACHE_MS;
	}

	/** The owner hears of what they asked for, and once of what does not work any more. Part of the commit that ends it. */
	#report(end: HandoverEnd, view: View, asked: CompactionRecord | undefined): void {
		const { compactions } = this.#parts;
		const isBroken = end.kind === "failed" && compactions.failuresInARow(view.trajectoryId) === MAX_FAILURES;
		if (asked) this.#tell(asked, endText(end));
		else if (isBroken) this.#tell(undefined, brokenText(end.problem));
	}

	#tell(asked: CompactionRecord | undefined, text: string): void {
		const { database, events, outbox, ownerConversation } = this.#parts;
		const event = asked?.askedEventId === undefined ? undefined : events.find(asked.askedEventId);
		const conversation = event?.conversation ?? ownerConversation();
		database.write(() => outbox.add({ conversation, kind: "notice", text, toOwner: true }));
	}
}
