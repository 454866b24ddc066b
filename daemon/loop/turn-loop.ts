import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Activity } from "#daemon/activity.ts";
import type { Model, ModelOutcome, ModelRequest } from "#daemon/model/port.ts";
import type { TurnRecord, Turns } from "#daemon/records/turns.ts";
import type { CallRunner } from "./call-runner.ts";
import { throwIfClosing } from "./closing.ts";
import { decideNext, type NextStep, type TurnOutcome } from "./decide-next.ts";
import type { Intake } from "./intake.ts";
import { checkLimits } from "./limits.ts";
import type { Recorder, Round } from "./recorder.ts";
import type { BuiltRequest, RequestBuilder } from "./request-builder.ts";

export interface TurnLoopParts {
	database: Database;
	intake: Intake;
	requests: RequestBuilder;
	model: Model;
	recorder: Recorder;
	runner: CallRunner;
	turns: Turns;
	activity: Activity;
	clock: Clock;
	limits: () => Settings["limits"];
}

/** The next request, or why there is none. */
type Prepared = Extract<BuiltRequest, { kind: "built" }> | Extract<TurnOutcome, { kind: "end" }>;

/** A turn to run: a new one with its first request, or one that an earlier process left. */
export interface OpenTurn {
	id: number;
	first?: Prepared;
}

/**
 * The agent loop. It takes events, asks the model, runs the calls that the gate lets through, and goes on until nothing is
 * left to do. It makes no judgement of its own; every decision it takes part in has a name and a file.
 */
export class TurnLoop {
	readonly #parts: TurnLoopParts;

	constructor(parts: TurnLoopParts) {
		this.#parts = parts;
	}

	/** T1 of a new turn, and its first request, with one commit. Undefined where no event waits. */
	open(trajectoryId: number): OpenTurn | undefined {
		return this.#write(() => {
			const id = this.#parts.intake.beginTurn(trajectoryId);
			return id === undefined ? undefined : { id, first: this.#prepare(id, 0) };
		});
	}

	/**
	 * Runs a turn from wherever its rows say it is, which after a crash is the middle.
	 * @param signal aborts when the owner stops the turn
	 * @throws ClosingError where the program ends, else only what the database throws; the rows then say how far it came
	 */
	async run({ id, first }: OpenTurn, signal: AbortSignal): Promise<TurnOutcome> {
		const { recorder, activity, clock } = this.#parts;
		const startedMs = clock.monotonicMs();
		let prepared = first;
		let round: Round | undefined = prepared ? undefined : recorder.unfinishedRound(id);
		for (;;) {
			const ended = round && (await this.#finishRound(id, round, signal));
			if (ended) return ended;
			prepared ??= this.#write(() => this.#prepare(id, clock.monotonicMs() - startedMs));
			if (prepared.kind === "end") return prepared;

			const asked = this.#ask(prepared.request, id, signal);
			// After the request is on its way: a typing indicator is a request of its own, and nobody waits for it.
			activity.show(id, "thinking");
			const outcome = await asked;
			throwIfClosing(signal);
			round = { outcome, calls: recorder.record(id, prepared.modelCallId, outcome) };
			prepared = undefined;
		}
	}

	/** Takes up what has come in, and builds the next request, if the turn may still go on. */
	#prepare(turnId: number, activeMs: number): Prepared {
		const { intake, requests, limits } = this.#parts;
		intake.join(this.#turn(turnId));
		const turn = this.#turn(turnId);
		const limit = checkLimits({ ...turn, activeMs }, limits());
		if (limit.kind === "exceeded") return overLimit(limit.limit);
		const built = requests.build(turn);
		return built.kind === "built" ? built : overLimit(`the model's window: this turn has ${built.tokens} tokens`);
	}

	/** One commit. Where it fails, what the view has read of it never was. */
	#write<Result>(work: () => Result): Result {
		try {
			return this.#parts.database.write(work);
		} catch (error) {
			this.#parts.requests.forget();
			throw error;
		}
	}

	/** Runs what a message asked for, and decides what comes of it. @returns undefined where the turn goes on */
	async #finishRound(turnId: number, round: Round, signal: AbortSignal): Promise<TurnOutcome | undefined> {
		const { runner, recorder } = this.#parts;
		await runner.run(this.#turn(turnId), round.calls, signal);
		const next = signal.aborted ? stopped : decideNext(recorder.review(turnId, round));
		if (next.kind === "deliver") return recorder.deliverText(turnId, next.text);
		if (next.kind === "remind") recorder.remind(turnId, next.notice);
		return next.kind === "end" || next.kind === "wait-for-model" ? next : undefined;
	}

	#ask(request: ModelRequest, turnId: number, signal: AbortSignal): Promise<ModelOutcome> {
		return this.#parts.model.complete(request, signal, (progress) => {
			if (progress.kind === "calling") this.#parts.activity.show(turnId, `preparing ${progress.tool}`);
		});
	}

	#turn(turnId: number): TurnRecord {
		const turn = this.#parts.turns.find(turnId);
		if (!turn) throw new Error(`There is no turn ${turnId}: the database is damaged.`);
		return turn;
	}
}

const stopped: NextStep = { kind: "end", end: { kind: "stopped", detail: "stopped by the owner" } };

const overLimit = (limit: string): Extract<TurnOutcome, { kind: "end" }> => ({
	kind: "end",
	end: {
		kind: "limit",
		detail: `reached ${limit}`,
		tell: `I stopped without finishing: this reached the limit of ${limit}. \`steward trace\` shows what was done.`,
	},
});
