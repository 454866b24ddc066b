import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import type { Model, ModelOutcome, ModelProgress, ModelRequest } from "#daemon/model/port.ts";
import type { Asker, PeriodSpend } from "./decide-spend.ts";
import type { SpendDesk } from "./spend-desk.ts";
import type { SpendNotices } from "./spend-notices.ts";
import { describeHeldBack, describeReached } from "./spend-texts.ts";

export interface SpendGuardParts {
	model: Model;
	desk: Pick<SpendDesk, "obstacle" | "overText" | "isAllowedToday">;
	notices: Pick<SpendNotices, "warn">;
	/** Whether every model that would be asked is known to cost nothing: a limit of money is none for them. */
	isFree: () => boolean;
	clock: Clock;
	log: Log;
}

/** Stands before a model: what the owner's limits hold back never leaves. As every model, it never throws. */
export class SpendGuard implements Model {
	readonly #parts: SpendGuardParts;

	constructor(parts: SpendGuardParts) {
		this.#parts = parts;
	}

	async complete(
		request: ModelRequest,
		signal: AbortSignal,
		onProgress: (progress: ModelProgress) => void,
	): Promise<ModelOutcome> {
		const refusal = this.#judge(request);
		if (refusal) return refusal;
		const outcome = await this.#parts.model.complete(request, signal, onProgress);
		try {
			this.#parts.notices.warn();
		} catch (error) {
			// The answer is here and paid for. The warning comes with the next request.
			this.#parts.log.error("The warning of a spend limit could not be written", { error });
		}
		return outcome;
	}

	#judge(request: ModelRequest): ModelOutcome | undefined {
		const { desk, isFree, log, clock } = this.#parts;
		const asker = askerOf(request);
		try {
			const obstacle = isFree() ? undefined : desk.obstacle(asker);
			if (!obstacle) return undefined;
			const remedy = describeHeldBack(asker, desk.overText(obstacle), desk.isAllowedToday);
			return refuse(obstacle, remedy, clock.now());
		} catch (error) {
			log.error("What was spent could not be read", { error });
			return asker === "owner" ? undefined : UNREADABLE;
		}
	}
}

/** Without a ledger nobody knows what is left, and only the owner is there to see what it costs. */
const UNREADABLE: ModelOutcome = {
	kind: "failed",
	cause: "broken",
	problem: "What was spent so far can't be read, so that nothing but your own messages is answered.",
	remedy: "Look into the log for the error; `steward doctor` examines the database.",
};

/** A turn of the owner's, or of nobody in particular, is the owner's; timers, mail, and what no turn waits for is not. */
function askerOf({ purpose, authority = "owner" }: ModelRequest): Asker {
	return purpose === "turn" && authority === "owner" ? "owner" : "other";
}

const refuse = (obstacle: PeriodSpend, remedy: string, now: number): ModelOutcome => ({
	kind: "failed",
	cause: "over-budget",
	problem: describeReached(obstacle),
	remedy,
	retryAfterMs: Math.max(1, obstacle.period.end - now),
});
