import type { EventId } from "#core/event.ts";
import { describeError } from "#core/log.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import type { ReadStep } from "#daemon/quarantine/quarantine.ts";
import { ClosingError } from "./closing.ts";
import { decideOutageWait } from "./decide-outage-wait.ts";
import type { DriverParts, LoopReport } from "./driver-parts.ts";
import type { Outage } from "./outage.ts";
import { STOPPED, TurnControl } from "./turn-control.ts";
import type { OpenTurn, RunOutcome } from "./turn-loop.ts";
import { Upkeep } from "./upkeep.ts";
import { Waker } from "./waker.ts";
import { WorkAtHand } from "./work-at-hand.ts";

const ANSWERED_WITHOUT_MODEL = { kind: "end", end: { kind: "done", detail: "answered without a model" } } as const;
const ENDED_BY_STOP = { kind: "end", end: { kind: "stopped", detail: STOPPED } } as const;

/** Runs one turn after the other for a trajectory. While nothing waits it sleeps, or ends where it was made for that. */
export class Driver {
	readonly #parts: DriverParts;
	/** A disk that takes no rows can't take this one either, so it is kept here. */
	#diskProblem: { problem: string; since: number } | undefined;
	#turn: { id: number; control: TurnControl } | undefined;
	readonly #waker: Waker;
	readonly #closing = new AbortController();
	#isModelMissing = false;
	/** What is done while nothing waits. */
	readonly upkeep: Upkeep;
	#running: Promise<void> = Promise.resolve();
	readonly #work: WorkAtHand;

	constructor(parts: DriverParts) {
		this.#parts = parts;
		this.#waker = new Waker(parts.clock);
		this.upkeep = new Upkeep(parts.keepUp);
		this.#work = new WorkAtHand(parts);
	}

	get state(): LoopReport {
		const turnId = this.#turn?.id;
		if (this.#diskProblem) return { state: "failed", turnId, ...this.#diskProblem };
		const row = this.#parts.trajectories.find(this.#parts.trajectoryId);
		return { state: row?.state ?? "idle", turnId, problem: row?.stateDetail, since: row?.stateSince ?? 0 };
	}

	/** The last request for a model found none, and nothing has changed since: the next one would most likely wait in vain. */
	get isModelMissing(): boolean {
		return this.#isModelMissing;
	}

	start(): void {
		this.#running = this.#run();
	}

	/** There is something new. */
	wake(): void {
		this.#waker.wake();
		this.#turn?.control.notice();
		// Upkeep is never in front of anybody; and who is woken in vain must not cost it its work.
		if (this.upkeep.isRunning && this.#work.isThere) this.upkeep.giveUp();
	}

	/** Something has changed that may bring a model back. */
	reconsiderModel(): void {
		this.#isModelMissing = false;
		this.wake();
	}

	/** Cuts off what is being thought or done, so that the event is taken up next. Harmless while nothing runs. */
	interrupt(by: EventId): void {
		this.#turn?.control.interrupt(by);
		this.wake();
	}

	/** The turn that is running, and how to end it at once. */
	get running(): { turnId: number; stop: () => void } | undefined {
		const turn = this.#turn;
		if (!turn) return undefined;
		const stop = () => {
			turn.control.stop();
			this.wake();
		};
		return { turnId: turn.id, stop };
	}

	/** Ends work where it stands; the rows say how far it came, and the next start goes on from there. */
	async close(): Promise<void> {
		this.#closing.abort();
		this.upkeep.giveUp();
		this.#turn?.control.close();
		this.wake();
		await this.#running;
	}

	async #run(): Promise<void> {
		while (!this.#closing.signal.aborted) {
			try {
				await this.#next();
				this.#noteDisk(undefined);
			} catch (error) {
				if (error instanceof ClosingError) return;
				this.#noteDisk(this.#diskProblem ?? { problem: describeError(error), since: this.#parts.clock.now() });
				this.#parts.log.error("The turn could not go on; trying again from its rows", { error });
				await this.#sleep(DISK_WAIT_MS);
			}
		}
	}

	#noteDisk(problem: (Pick<LoopReport, "since"> & { problem: string }) | undefined): void {
		if (problem === this.#diskProblem) return;
		this.#diskProblem = problem;
		this.#parts.trajectories.noteChanged();
	}

	async #next(): Promise<void> {
		this.#waker.begin();
		const release = this.#work.isThere ? await this.#parts.takeSlot(this.#closing.signal) : undefined;
		let read: ReadStep = { kind: "nothing" };
		try {
			if (release) read = await this.#work.readApart(this.#closing.signal);
			const open = release && this.#work.takeUp();
			if (open) return await this.#runTurn(open);
		} finally {
			release?.();
		}
		if (read.kind === "read") return;
		await (read.kind === "wait" ? this.#sleep(read.forMs) : this.#rest());
	}

	async #rest(): Promise<void> {
		this.#parts.closer.rest(this.#parts.trajectoryId);
		this.#parts.onIdle();
		if (!this.#closing.signal.aborted) await this.upkeep.run();
		if (!this.#parts.onEnded || this.#waker.isWoken) return this.#sleep();
		this.#closing.abort();
		this.#parts.onEnded();
	}

	async #runTurn(open: OpenTurn): Promise<void> {
		const { turns, loop, isPressed, activity, onTaken } = this.#parts;
		onTaken();
		const control = new TurnControl(isPressed);
		// A stop that is on disk holds, though the program ended before the turn did.
		if (turns.find(open.id)?.endKind === "stopped") control.stop();
		this.#turn = { id: open.id, control };
		try {
			await this.#finish(open.id, await loop.run(open, control), control);
		} finally {
			activity.show(open.id, undefined);
			this.#turn = undefined;
		}
	}

	async #finish(id: number, outcome: RunOutcome, control: TurnControl): Promise<void> {
		const { closer, outage, activity, log } = this.#parts;
		// Something pressing comes first; the turn goes on from its rows after that.
		if (outcome.kind === "gives-way") return;
		if (outcome.kind === "end") {
			this.#isModelMissing = false;
			outage.end();
			return closer.end(id, outcome);
		}
		const failure = outcome.outcome;
		// A limit that holds back a timer's turn says nothing about the owner's own words.
		this.#isModelMissing = failure.cause !== "over-budget";
		log.warn("No model answers", { cause: failure.cause, problem: failure.problem });
		const attempt = this.#noteOutage(id, failure);
		if (this.#parts.isAnswered(id)) return closer.end(id, ANSWERED_WITHOUT_MODEL);
		activity.show(id, undefined);
		await this.#sleep(decideOutageWait(failure, attempt));
		if (control.isStopped && !this.#closing.signal.aborted) closer.end(id, ENDED_BY_STOP);
		else if (this.#parts.isAnswered(id)) closer.end(id, ANSWERED_WITHOUT_MODEL);
	}

	/** @returns failures of the model in a row, from 1 */
	#noteOutage(id: number, failure: Parameters<Outage["tell"]>[1]): number {
		const { database, turns, trajectories, recoveries, outage, trajectoryId } = this.#parts;
		return database.write(() => {
			turns.waitForModel(id);
			recoveries.count(id, "model-outage");
			trajectories.setState(trajectoryId, "failed", failure.problem);
			this.#parts.doWithoutModel(id);
			outage.tell(id, failure);
			return recoveries.ofTurn(id)["model-outage"] ?? 1;
		});
	}

	async #sleep(atMostMs?: number): Promise<void> {
		if (!this.#closing.signal.aborted) await this.#waker.sleep(atMostMs);
	}
}
