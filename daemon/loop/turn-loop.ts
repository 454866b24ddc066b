import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Activity } from "#daemon/activity.ts";
import type { Model, ModelOutcome, ModelRequest } from "#daemon/model/port.ts";
import type { TurnRecord, Turns } from "#daemon/records/turns.ts";
import type { CallRunner } from "./call-runner.ts";
import { throwIfClosing } from "./closing.ts";
import { decideNext, type NextStep, type TurnOutcome } from "./decide-next.ts";
import type { Intake } from "./intake.ts";
import { checkLimits } from "./limits.ts";
import type { Recorder, Round } from "./recorder.ts";
import type { RequestBuilder } from "./request-builder.ts";

export interface TurnLoopParts {
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

/**
 * The agent loop. It takes events, asks the model, runs the calls that the gate lets through, and goes on until nothing is
 * left to do. It makes no judgement of its own; every decision it takes part in has a name and a file.
 */
export class TurnLoop {
	readonly #parts: TurnLoopParts;

	constructor(parts: TurnLoopParts) {
		this.#parts = parts;
	}

	/**
	 * Runs a turn from wherever its rows say it is, which after a crash is the middle.
	 * @param signal aborts when the owner stops the turn
	 * @throws ClosingError where the program ends, else only what the database throws; the rows then say how far it came
	 */
	async run(turnId: number, signal: AbortSignal): Promise<TurnOutcome> {
		const { intake, requests, model, recorder, activity, clock, limits } = this.#parts;
		const startedMs = clock.monotonicMs();
		let round: Round | undefined = recorder.unfinishedRound(turnId);
		for (;;) {
			const ended = round && (await this.#finishRound(turnId, round, signal));
			if (ended) return ended;

			intake.join(this.#turn(turnId));
			const turn = this.#turn(turnId);
			const limit = checkLimits({ ...turn, activeMs: clock.monotonicMs() - startedMs }, limits());
			if (limit.kind === "exceeded") return overLimit(limit.limit);
			const built = requests.build(turn);
			if (built.kind === "too-large") return overLimit(`the model's window: this turn has ${built.tokens} tokens`);

			const asked = this.#ask(model, built.request, turnId, signal);
			// After the request is on its way: a typing indicator is a request of its own, and nobody waits for it.
			activity.show(turnId, "thinking");
			const outcome = await asked;
			throwIfClosing(signal);
			round = { outcome, calls: recorder.record(turnId, built.modelCallId, outcome) };
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

	#ask(model: Model, request: ModelRequest, turnId: number, signal: AbortSignal): Promise<ModelOutcome> {
		return model.complete(request, signal, (progress) => {
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

const overLimit = (limit: string): TurnOutcome => ({
	kind: "end",
	end: {
		kind: "limit",
		detail: `reached ${limit}`,
		tell: `I stopped without finishing: this reached the limit of ${limit}. \`steward trace\` shows what was done.`,
	},
});
