import { expect, it } from "vitest";
import { costOf } from "./usage.ts";

const usage = { inputTokens: 3_000_000, cachedTokens: 2_000_000, outputTokens: 500_000, estimated: false };

it("counts cached input by its own price", () => {
	expect(costOf(usage, { inputPerMillion: 2, cachedPerMillion: 0.25, outputPerMillion: 10 })).toEqual({
		cost: 1 * 2 + 2 * 0.25 + 0.5 * 10,
	});
});

it("counts cached input as other input where it has no price of its own", () => {
	expect(costOf(usage, { inputPerMillion: 2, outputPerMillion: 10 })).toEqual({ cost: 3 * 2 + 0.5 * 10 });
});

it("knows what is free from what has no price", () => {
	expect(costOf(usage, { inputPerMillion: 0, outputPerMillion: 0 })).toEqual({ cost: 0 });
	expect(costOf(usage, undefined)).toEqual({});
});
