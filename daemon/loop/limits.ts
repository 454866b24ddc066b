import type { Settings } from "#config/schema.ts";

export type LimitCheck = { kind: "within" } | { kind: "exceeded"; limit: string };

/** What a turn has used so far, over all its rounds and restarts. */
export interface TurnUse {
	/** Requests to the model. */
	rounds: number;
	/** In and out. */
	tokens: number;
	/** Milliseconds at work, without waiting for a model that does not answer. */
	activeMs: number;
	/** In the owner's money, of models that have a price. */
	cost: number;
}

/** Decides, before each model call, whether the turn may go on. Pure. Hitting a limit is never called a success. */
export function checkLimits(turn: TurnUse, limits: Omit<Settings["limits"], "pagesPerTurn">): LimitCheck {
	if (turn.rounds >= limits.roundsPerTurn) return exceeded(limits.roundsPerTurn, "rounds", "roundsPerTurn");
	if (turn.tokens >= limits.tokensPerTurn) return exceeded(limits.tokensPerTurn, "tokens", "tokensPerTurn");
	if (turn.activeMs >= limits.minutesPerTurn * 60_000)
		return exceeded(limits.minutesPerTurn, "minutes", "minutesPerTurn");
	// With a limit of 0 a turn may use what costs nothing.
	if (limits.costPerTurn !== undefined && turn.cost > 0 && turn.cost >= limits.costPerTurn)
		return exceeded(limits.costPerTurn, "in money", "costPerTurn");
	return { kind: "within" };
}

const exceeded = (amount: number, unit: string, key: keyof Settings["limits"]): LimitCheck => ({
	kind: "exceeded",
	limit: `${amount} ${unit} (limits.${key})`,
});
