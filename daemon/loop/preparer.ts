import type { Settings } from "#config/schema.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { UsageLedger } from "#daemon/records/usage-ledger.ts";
import { formatCount } from "#tools/text.ts";
import type { TurnOutcome } from "./decide-next.ts";
import { checkLimits } from "./limits.ts";
import type { BuiltRequest, RequestBuilder } from "./request-builder.ts";

export interface PreparerParts {
	requests: Pick<RequestBuilder, "build">;
	turns: Turns;
	trajectories: Trajectories;
	usage: UsageLedger;
	limits: () => Settings["limits"];
}

/** The next request, or why there is none. */
export type Prepared = Extract<BuiltRequest, { kind: "built" }> | Extract<TurnOutcome, { kind: "end" }>;

/** Builds a turn's next request, if the turn may still go on. */
export class Preparer {
	readonly #parts: PreparerParts;

	constructor(parts: PreparerParts) {
		this.#parts = parts;
	}

	/**
	 * Part of the caller's transaction.
	 * @param activeMs how long the turn has been at work since the last request
	 */
	prepare(turnId: number, activeMs: number): Prepared {
		const { requests, turns, trajectories, usage, limits } = this.#parts;
		turns.addActiveTime(turnId, activeMs);
		const turn = turns.get(turnId);
		const cost = limits().costPerTurn === undefined ? 0 : usage.costOfTurn(turnId);
		const limit = checkLimits({ ...turn, cost }, limits());
		if (limit.kind === "exceeded") return overLimit(limit.limit);
		trajectories.beginThinking(turn.trajectoryId);
		const built = requests.build(turn);
		return built.kind === "built"
			? built
			: overLimit(
					`the window: what this turn needs has ${formatCount(built.tokens)} tokens (a larger context.windowTokens helps)`,
				);
	}
}

const overLimit = (limit: string): Extract<TurnOutcome, { kind: "end" }> => ({
	kind: "end",
	end: {
		kind: "limit",
		detail: `reached ${limit}`,
		tell: `I stopped without finishing: this reached the limit of ${limit}. \`steward trace\` shows what was done.`,
	},
});
