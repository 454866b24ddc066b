import { type Clock, sleep } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { describeError, type Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { ClosingError } from "./closing.ts";
import type { TurnOutcome } from "./decide-next.ts";
import { decideOutageWait, type Outage } from "./outage.ts";
import type { Recorder } from "./recorder.ts";
import type { OpenTurn, TurnLoop } from "./turn-loop.ts";

/** After the database refused a write, this long until the turn is taken up again from its rows. */
const DISK_WAIT_MS = 5_000;

export type LoopState = "idle" | "working" | "waiting-for-model" | "disk-problem";

export interface DriverParts {
	trajectoryId: number;
	database: Database;
	turns: Turns;
	loop: TurnLoop;
	recorder: Recorder;
	outage: Outage;
	desk: ApprovalDesk;
	activity: Activity;
	clock: Clock;
	log: Log;
	/** Does for a turn's events what needs no model. */
	doWithoutModel: (turnId: number) => void;
	/** Whether every event of a turn is settled. */
	isAnswered: (turnId: number) => boolean;
	/** Called when events were taken up: there may be room for more. */
	onTaken: () => void;
	/** Called when nothing is left to do. */
	onIdle: () => void;
}

const ANSWERED_WITHOUT_MODEL = { kind: "end", end: { kind: "done", detail: "answered without a model" } } as const;

/** Runs one turn after the other for a trajectory, and sleeps while nothing waits. */
export class Driver {
	readonly #parts: DriverParts;
	#state: LoopState = "idle";
	#problem: string | undefined;
	#turn: { id: number; abort: AbortController } | undefined;
	#wake: () => void = () => undefined;
	#woken = false;
	#closed = false;
	#failures = 0;
	#work: Promise<void> = Promise.resolve();

	constructor(parts: DriverParts) {
		this.#parts = parts;
	}

	get state(): { state: LoopState; turnId: number | undefined; problem: string | undefined } {
		return { state: this.#state, turnId: this.#turn?.id, problem: this.#problem };
	}

	/** The last request for a model found none, and nothing has changed since: the next one would most likely wait in vain. */
	get isModelMissing(): boolean {
		return this.#failures > 0;
	}

	start(): void {
		this.#work = this.#run();
	}

	/** There is something new. */
	wake(): void {
		this.#woken = true;
		this.#wake();
	}

	/** Something has changed that may bring a model back. */
	reconsiderModel(): void {
		this.#failures = 0;
		this.wake();
	}

	/** Ends the running turn at once, with its open questions. @returns false where nothing was running */
	stopTurn(): boolean {
		if (!this.#turn) return false;
		const { id, abort } = this.#turn;
		this.#parts.database.write(() => this.#parts.desk.lapse(id));
		abort.abort(new Error("stopped by the owner"));
		this.wake();
		return true;
	}

	/** Ends work where it stands; the rows say how far it came, and the next start goes on from there. */
	async close(): Promise<void> {
		this.#closed = true;
		this.#turn?.abort.abort(new ClosingError());
		this.wake();
		await this.#work;
	}

	async #run(): Promise<void> {
		while (!this.#closed) {
			try {
				await this.#next();
				this.#problem = undefined;
			} catch (error) {
				if (error instanceof ClosingError) return;
				this.#problem = describeError(error);
				this.#parts.log.error("The turn could not go on; trying again from its rows", { turn: this.#turn?.id, error });
				this.#state = "disk-problem";
				await this.#untilWoken(DISK_WAIT_MS);
			}
		}
	}

	async #next(): Promise<void> {
		const { turns, loop, trajectoryId, onTaken } = this.#parts;
		this.#woken = false;
		const left = turns.unfinished(trajectoryId);
		const open: OpenTurn | undefined = left ? { id: left.id } : loop.open(trajectoryId);
		if (!open) {
			this.#state = "idle";
			this.#parts.onIdle();
			return this.#untilWoken(undefined);
		}
		onTaken();
		const { id } = open;
		this.#turn = { id, abort: new AbortController() };
		this.#state = "working";
		const { signal } = this.#turn.abort;
		try {
			await this.#finish(id, await loop.run(open, signal), signal);
		} finally {
			this.#parts.activity.show(id, undefined);
			this.#turn = undefined;
		}
	}

	async #finish(id: number, outcome: TurnOutcome, signal: AbortSignal): Promise<void> {
		const { recorder, outage, turns, database, activity, log } = this.#parts;
		if (outcome.kind === "end") {
			this.#failures = 0;
			outage.end();
			recorder.end(id, outcome);
			return;
		}
		this.#failures += 1;
		log.warn("No model answers", { cause: outcome.outcome.cause, problem: outcome.outcome.problem });
		database.write(() => {
			turns.waitForModel(id);
			this.#parts.doWithoutModel(id);
			outage.tell(id, outcome.outcome);
		});
		if (this.#parts.isAnswered(id)) return recorder.end(id, ANSWERED_WITHOUT_MODEL);
		this.#state = "waiting-for-model";
		this.#problem = outcome.outcome.problem;
		activity.show(id, undefined);
		await this.#untilWoken(decideOutageWait(outcome.outcome, this.#failures));
		if (signal.aborted && !this.#closed)
			recorder.end(id, { kind: "end", end: { kind: "stopped", detail: "stopped by the owner" } });
		else if (this.#parts.isAnswered(id)) recorder.end(id, ANSWERED_WITHOUT_MODEL);
	}

	async #untilWoken(atMostMs: number | undefined): Promise<void> {
		if (this.#woken || this.#closed) return;
		const waiting = new AbortController();
		this.#wake = () => waiting.abort();
		if (atMostMs === undefined)
			await new Promise<void>((resolve) => waiting.signal.addEventListener("abort", () => resolve()));
		else await sleep(this.#parts.clock, atMostMs, waiting.signal);
		this.#wake = () => undefined;
	}
}
