import { describe, expect, it } from "vitest";
import { checkLimits, type TurnUse } from "./limits.ts";

const limits = { roundsPerTurn: 3, minutesPerTurn: 2, tokensPerTurn: 1_000 };
const use = (of: Partial<TurnUse> = {}): TurnUse => ({ rounds: 0, tokens: 0, activeMs: 0, cost: 0, ...of });

it("lets a turn go on below every limit", () => {
	const almost = use({ rounds: 2, tokens: 999, activeMs: 119_999, cost: 0.49 });
	expect(checkLimits(almost, { ...limits, costPerTurn: 0.5 })).toEqual({ kind: "within" });
});

it.each([
	[use({ rounds: 3 }), "3 rounds (limits.roundsPerTurn)"],
	[use({ tokens: 1_000 }), "1000 tokens (limits.tokensPerTurn)"],
	[use({ activeMs: 120_000 }), "2 minutes (limits.minutesPerTurn)"],
	[use({ cost: 0.5 }), "0.5 in money (limits.costPerTurn)"],
])("names the limit that was reached: %o", (turn, limit) => {
	expect(checkLimits(turn, { ...limits, costPerTurn: 0.5 })).toEqual({ kind: "exceeded", limit });
});

describe("money", () => {
	it("is not limited where the owner says nothing", () => {
		expect(checkLimits(use({ cost: 1_000 }), limits)).toEqual({ kind: "within" });
	});

	it("limited to nothing lets only that go on which costs nothing", () => {
		const nothing = { ...limits, costPerTurn: 0 };
		expect(checkLimits(use(), nothing)).toEqual({ kind: "within" });
		expect(checkLimits(use({ cost: 0.000_001 }), nothing)).toMatchObject({ kind: "exceeded" });
	});
});
