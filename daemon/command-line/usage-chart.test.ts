import { expect, it } from "vitest";
import type { UsageAnswer, UsageSliceAnswer } from "#daemon/control/usage-answer.ts";
import { renderUsage } from "./usage-chart.ts";

const slice = (of: Partial<UsageSliceAnswer> & { name?: string } = {}) => ({
	...{
		name: "",
		calls: 1,
		inputTokens: 1_000,
		cachedTokens: 750,
		cacheWriteTokens: 0,
		outputTokens: 50,
		cost: 0,
		unpriced: 0,
	},
	...of,
});
const answer = (of: Partial<UsageAnswer> = {}): UsageAnswer => ({
	days: [slice({ name: "2026-11-29", cost: 0.5 }), slice({ name: "2026-11-30", cost: 2 })],
	models: [slice({ name: "gpt-5.6", calls: 2, cost: 2.5 })],
	purposes: [slice({ name: "turn", cost: 2 }), slice({ name: "handover", cost: 0.5 })],
	total: slice({ calls: 2, inputTokens: 45_300, cachedTokens: 33_975, outputTokens: 1_200_000, cost: 2.5 }),
	spent: { day: 2, month: 2.5 },
	limits: { day: 5 },
	prices: [
		{ model: "gpt-5.6", inputPerMillion: 4, cachedPerMillion: 0.4, outputPerMillion: 20, from: "list of 2026-09-07" },
	],
	...of,
});
const bars = (text: string) => text.split("\n").map((line) => (line.match(/[█▏▎▍▌▋▊▉]+$/)?.[0] ?? "").length);

it("draws the cost of each day as a bar, the dearest as wide as the terminal", () => {
	const lines = renderUsage(answer(), "day", 60).split("\n");
	expect(lines[1]).toBe(`2026-11-30  2.00  ${"█".repeat(42)}`);
	expect(lines[0]).toBe(`2026-11-29  0.50  ${"█".repeat(10)}▌`);
	expect(Math.max(...lines.map(({ length }) => length).slice(0, 2))).toBe(60);
	expect(bars(renderUsage(answer(), "day", 100))[1]).toBe(82);
});

it("draws something on a terminal that is too narrow for it", () => {
	expect(bars(renderUsage(answer(), "day", 10)).slice(0, 2)).toEqual([1, 4]);
});

it("shows whatever is more than nothing, and nothing for a day without a call", () => {
	const days = [slice({ name: "a", cost: 0 }), slice({ name: "b", cost: 0.0001 }), slice({ name: "c", cost: 90 })];
	expect(bars(renderUsage(answer({ days }), "day", 80)).slice(0, 3)).toEqual([0, 1, expect.any(Number)]);
});

it("draws tokens where nothing cost money", () => {
	const total = slice({ cost: 0, unpriced: 1 });
	const days = [slice({ name: "2026-11-30", inputTokens: 2_000, outputTokens: 500, unpriced: 1 })];
	const text = renderUsage(answer({ days, total }), "day", 60);
	expect(text).toMatch(/^2026-11-30 {2}2\.5k tokens {2}█+$/m);
	expect(text).toContain("Total today: 1 call, 1.0k tokens in (75 % cached), 50 out, no price known");
});

it("draws by model or purpose, and lists the rest", () => {
	expect(renderUsage(answer(), "purpose", 60).split("\n")[0]).toMatch(/^turn {6}2\.00 {2}█+$/);
	expect(renderUsage(answer(), "purpose", 60)).toContain("By model");
	expect(renderUsage(answer(), "purpose", 60)).not.toContain("By purpose");
	const text = renderUsage(answer(), "day", 60);
	expect(text).toContain("Total in 2 days: 2 calls, 45.3k tokens in (75 % cached), 1.2M out, cost 2.50");
	expect(text).toMatch(/^ {2}turn {6}1 call, .*\n {2}handover {2}1 call, /m);
	expect(text).toContain("Spent today 2.00 of 5.00 (40 %), this month 2.50.");
});

it("says what the models cost and where that was found, each once", () => {
	const { prices } = answer();
	const local = { model: "qwen3:30b", inputPerMillion: 0, outputPerMillion: 0, from: "local" };
	const text = renderUsage(answer({ prices: [...prices, ...prices, local, { model: "new-one" }] }), "day", 60);
	expect(text.match(/gpt-5\.6: 4 in, 0\.4 cached, 20 out for a million tokens \(list of 2026-09-07\)/g)).toHaveLength(
		1,
	);
	expect(text).toContain("qwen3:30b: costs nothing (local)");
	expect(text).toContain("new-one: no price known");
});

it("says how many calls are missing from the cost", () => {
	const total = slice({ calls: 5, cost: 1, unpriced: 2 });
	expect(renderUsage(answer({ total }), "day", 60)).toContain("cost 1.00, 2 without a price");
});

it("cuts a long name, so that the bars have room", () => {
	const models = [slice({ name: "m".repeat(90), cost: 1 })];
	expect(renderUsage(answer({ models }), "model", 60).split("\n")[0]).toMatch(/^m{35}… {2}1\.00 {2}█{16}$/);
});

it("says when nothing was called", () => {
	const total = slice({ calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 });
	expect(renderUsage(answer({ total }), "day", 60)).toContain("No model was called in 2 days.");
});
