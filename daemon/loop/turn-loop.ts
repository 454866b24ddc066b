import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { describeError } from "#core/log.ts";
import type { Trust } from "#core/trust.ts";
import type { Activity } from "#daemon/activity.ts";
import type { Model, ModelRequest } from "#daemon/model/port.ts";
import { hasNoResult } from "#daemon/records/calls.ts";
import type { Recoveries } from "#daemon/records/recoveries.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { CallRunner } from "./call-runner.ts";
import type { Closer } from "./closer.ts";
import { throwIfClosing } from "./closing.ts";
import { decideNext, type NextStep, type TurnOutcome } from "./decide-next.ts";
import type { Intake } from "./intake.ts";
import { type Prepared, Preparer, type PreparerParts } from "./preparer.ts";
import type { Recorder, Round } from "./recorder.ts";
import type { RequestBuilder } from "./request-builder.ts";
import type { Reviewer } from "./reviewer.ts";
import { STOPPED, type TurnControl } from "./turn-control.ts";

export interface TurnLoopParts extends PreparerParts {
	database: Database;
	intake: Intake;
	requests: RequestBuilder;
	model: Model;
	recorder: Recorder;
	reviewer: Reviewer;
	closer: Closer;
	runner: CallRunner;
	turns: Turns;
	recoveries: Recoveries;
	activity: Activity;
	clock: Clock;
}

/** A turn to run: a new one with its first request, or one that an earlier process left. */
export interface OpenTurn {
	id: number;
	first?: Prepared;
}

/** How far a turn came. `gives-way`: something pressing waits that can't be part of it; it goes on after that. */
export type RunOutcome = TurnOutcome | { kind: "gives-way" };

/**
 * The agent loop. It takes events, asks the model, runs the calls that the gate lets through, and goes on until nothing is
 * left to do. It makes no judgement of its own; every decision it takes part in has a name and a file.
 */
export class TurnLoop {
	readonly #parts: TurnLoopParts;
	readonly #preparer: Preparer;

	constructor(parts: TurnLoopParts) {
		this.#parts = parts;
		this.#preparer = new Preparer(parts);
	}

	/**
	 * T1 of a new turn, and its first request, with one commit. Undefined where no event waits.
	 * @param insteadOf the authority of a turn that gives way to something pressing of somebody else
	 */
	open(trajectoryId: number, insteadOf?: Trust): OpenTurn | undefined {
		return this.#write(trajectoryId, () => {
			const id = this.#parts.intake.beginTurn(trajectoryId, insteadOf);
			return id === undefined ? undefined : { id, first: this.#preparer.prepare(id, 0) };
		});
	}

	/**
	 * Runs a turn from wherever its rows say it is, which after a crash is the middle.
	 * @throws ClosingError where the program ends, else only what the database throws; the rows then say how far it came
	 */
	async run({ id, first }: OpenTurn, control: TurnControl): Promise<RunOutcome> {
		const { intake, clock } = this.#parts;
		let countedMs = clock.monotonicMs();
		let prepared = first;
		let round: Round | undefined = prepared ? undefined : this.#resume(id);
		for (;;) {
			const ended = round && (await this.#finishRound(id, round, control));
			if (ended) return ended;
			if (control.isStopped) return STOPPED_END;
			if (!prepared && intake.mustGiveWay(this.#parts.turns.get(id))) return { kind: "gives-way" };
			const now = clock.monotonicMs();
			prepared ??= this.#write(this.#parts.turns.get(id).trajectoryId, () =>
				this.#takeUpAndPrepare(id, now - countedMs),
			);
			countedMs = now;
			if (prepared.kind === "end") return prepared;
			round = await this.#ask(id, prepared, control.signal);
			prepared = undefined;
		}
	}

	/** The round in which an earlier process left the turn; calls that it left too often get no further try. */
	#resume(turnId: number): Round | undefined {
		const { recorder, reviewer, runner } = this.#parts;
		const round = recorder.unfinishedRound(turnId);
		if (round?.calls.some(hasNoResult) && !reviewer.mayRunAgain(turnId))
			runner.giveUp(this.#parts.turns.get(turnId), round.calls);
		return round;
	}

	/** Takes up what has come in since, as one batch, and builds the next request. */
	#takeUpAndPrepare(turnId: number, activeMs: number): Prepared {
		this.#parts.intake.join(this.#parts.turns.get(turnId));
		return this.#preparer.prepare(turnId, activeMs);
	}

	/** One commit. Where it fails, what the view has read of it never was. */
	#write<Result>(trajectoryId: number, work: () => Result): Result {
		try {
			return this.#parts.database.write(work);
		} catch (error) {
			this.#parts.requests.forget(trajectoryId);
			throw error;
		}
	}

	/** One model call, and T2. */
	async #ask(
		turnId: number,
		{ request, modelCallId }: { request: ModelRequest; modelCallId: number },
		signal: AbortSignal,
	): Promise<Round> {
		const { model, activity, recorder, requests } = this.#parts;
		const asked = model.complete(request, signal, (progress) => {
			if (progress.kind === "calling") activity.show(turnId, `preparing ${progress.tool}`);
		});
		// After the request is on its way: a typing indicator is a request of its own, and nobody waits for it.
		activity.show(turnId, "thinking");
		const outcome = await asked;
		throwIfClosing(signal);
		const cutOffBy = signal.aborted ? describeError(signal.reason) : undefined;
		return this.#parts.database.write(() => {
			requests.learn(this.#parts.turns.get(turnId), modelCallId, outcome);
			return { outcome, calls: recorder.record(turnId, modelCallId, outcome, cutOffBy) };
		});
	}

	/** Runs what a message asked for, and decides what comes of it. @returns undefined where the turn goes on */
	async #finishRound(turnId: number, round: Round, control: TurnControl): Promise<TurnOutcome | undefined> {
		const { runner, reviewer, closer } = this.#parts;
		await runner.run(this.#parts.turns.get(turnId), round.calls, control);
		reviewer.noteOvercome(turnId, round.outcome);
		const next = this.#decide(turnId, round, control);
		if (next.kind === "deliver") return closer.deliverText(turnId, next);
		if (next.kind === "remind") closer.remind(turnId, next);
		if (next.kind === "show-less") this.#showLess(turnId, next.outcome);
		return next.kind === "end" || next.kind === "wait-for-model" ? next : undefined;
	}

	/** The service found the request too long: what is in view gives way, and the model is asked again. */
	#showLess(turnId: number, failure: Extract<NextStep, { kind: "show-less" }>["outcome"]): void {
		const { recoveries, requests, turns } = this.#parts;
		const turn = turns.get(turnId);
		this.#write(turn.trajectoryId, () => {
			recoveries.count(turnId, "full-window");
			turns.uncountRound(turnId);
			requests.shrink(turn, failure);
		});
	}

	#decide(turnId: number, round: Round, control: TurnControl): NextStep {
		if (control.isStopped) return STOPPED_END;
		// An interrupt has ended what was going on. What it brings is taken up by the next request.
		if (control.signal.aborted) {
			control.renew();
			return { kind: "continue" };
		}
		return decideNext(this.#parts.reviewer.review(turnId, round));
	}
}

const STOPPED_END = { kind: "end", end: { kind: "stopped", detail: STOPPED } } as const;
