import { expect, it } from "vitest";
import { researchSources } from "./research-task.ts";
import { playStrategy, type Strategy } from "./strategies.ts";

const windowTokens = 128_000;
const front = { messages: [{ role: "system", content: "You help." }] as const };
const play = (strategy: Strategy) =>
	playStrategy(strategy, { sources: researchSources(), front: { messages: [...front.messages] }, windowTokens });

it("overflows where nothing is summarised, and stops there", async () => {
	const { overflowAt, requests, factsInView } = await play("none");
	expect([overflowAt, requests, factsInView]).toEqual([8, 8, 0]);
});

it("keeps what its summariser was told to look for, with one more request for each page", async () => {
	const [blind, aware, adaptive] = [await play("individual"), await play("context-aware"), await play("adaptive")];
	expect([blind.requests, aware.requests, adaptive.requests]).toEqual([19, 19, 19]);
	expect([blind.factsInView < 10, aware.factsInView, adaptive.factsInView]).toEqual([true, 20, 20]);
	for (const { overflowAt, ratio } of [blind, aware, adaptive]) {
		expect(overflowAt).toBeUndefined();
		expect(ratio).toBeLessThan(0.05);
	}
	// Raw at first, so that far more is sent.
	expect(adaptive.sentTokens).toBeGreaterThan(2 * aware.sentTokens);
});
