import type { Settings } from "#config/schema.ts";

export type LimitCheck = { kind: "within" } | { kind: "exceeded"; limit: string };

/** Decides, before each model call, whether the turn may go on. Pure. Hitting a limit is never called a success. */
export function checkLimits(
	turn: { rounds: number; tokens: number; activeMs: number },
	limits: Settings["limits"],
): LimitCheck {
	if (turn.rounds >= limits.roundsPerTurn)
		return { kind: "exceeded", limit: `${limits.roundsPerTurn} rounds (limits.roundsPerTurn)` };
	if (turn.tokens >= limits.tokensPerTurn)
		return { kind: "exceeded", limit: `${limits.tokensPerTurn} tokens (limits.tokensPerTurn)` };
	if (turn.activeMs >= limits.minutesPerTurn * 60_000) {
		return { kind: "exceeded", limit: `${limits.minutesPerTurn} minutes (limits.minutesPerTurn)` };
	}
	return { kind: "within" };
}
