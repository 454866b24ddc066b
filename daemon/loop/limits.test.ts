import { expect, it } from "vitest";
import { checkLimits } from "./limits.ts";

const limits = { roundsPerTurn: 3, minutesPerTurn: 2, tokensPerTurn: 1_000 };

it("lets a turn go on below every limit", () => {
	expect(checkLimits({ rounds: 2, tokens: 999, activeMs: 119_999 }, limits)).toEqual({ kind: "within" });
});

it.each([
	[{ rounds: 3, tokens: 0, activeMs: 0 }, "3 rounds"],
	[{ rounds: 0, tokens: 1_000, activeMs: 0 }, "1000 tokens"],
	[{ rounds: 0, tokens: 0, activeMs: 120_000 }, "2 minutes"],
])("names the limit that was reached: %o", (turn, name) => {
	expect(checkLimits(turn, limits)).toEqual({ kind: "exceeded", limit: expect.stringContaining(name) });
});
