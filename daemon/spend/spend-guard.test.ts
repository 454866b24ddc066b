import { describe, expect, it } from "vitest";
import { createLog } from "#core/log.ts";
import type { Model, ModelOutcome, ModelRequest } from "#daemon/model/port.ts";
import { HOUR_MS, openSpend } from "./spend-fixture.ts";
import { SpendGuard } from "./spend-guard.ts";

const USAGE = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false };
const ANSWER: ModelOutcome = { kind: "complete", text: "Hi", calls: [], usage: USAGE, model: "m" };

/** A guard before a model each of whose answers costs so much. */
function guarded(limits: { costPerDay?: number; costPerMonth?: number }, cost = 3) {
	const kit = openSpend(limits);
	const lines: string[] = [];
	const state = { isFree: false, asked: 0 };
	const model: Model = {
		async complete() {
			state.asked++;
			kit.spend(cost);
			return ANSWER;
		},
	};
	const log = createLog({ clock: kit.clock, level: "debug", write: (line) => lines.push(line) });
	const guard = new SpendGuard({ ...kit, model, isFree: () => state.isFree, log });
	const ask = (request: Partial<ModelRequest> = {}) =>
		guard.complete(
			{ messages: [], tools: [], purpose: "turn", ...request },
			new AbortController().signal,
			() => undefined,
		);
	return Object.assign(state, { ...kit, ask, lines });
}

describe("a request", () => {
	it("goes through below the limit, and the one that passes it is answered to its end", async () => {
		const kit = guarded({ costPerDay: 5 });
		expect(await kit.ask({ authority: "system" })).toBe(ANSWER);
		expect(await kit.ask({ authority: "system" })).toBe(ANSWER);
		expect(kit.asked).toBe(2);
	});

	it("at the limit does not leave: it is told what is used up, what to do, and when it is over", async () => {
		const kit = guarded({ costPerDay: 5 });
		kit.spend(5.02);
		expect(await kit.ask({ authority: "system" })).toEqual({
			kind: "failed",
			cause: "over-budget",
			problem: "Today's limit of 5.00 is used up (5.02).",
			remedy: expect.stringContaining("waits until tomorrow (2026-12-01 00:00)"),
			retryAfterMs: Date.parse("2026-11-30T23:00:00Z") - Date.parse("2026-11-30T10:30:45Z"),
		});
		expect(await kit.ask({ authority: "owner" })).toMatchObject({ remedy: expect.stringContaining("/spend allow") });
		expect(kit.asked).toBe(0);
	});

	it("of the owner's turn goes through once the owner said so, and no other", async () => {
		const kit = guarded({ costPerDay: 5 });
		kit.spend(6);
		kit.desk.allow("owner on web");
		expect(await kit.ask({ authority: "owner" })).toBe(ANSWER);
		for (const request of [
			{ authority: "system" as const },
			{ authority: "stranger" as const },
			{ authority: "known" as const },
			{ purpose: "handover", authority: "owner" as const },
			{ purpose: "classify" },
		])
			expect(await kit.ask(request), JSON.stringify(request)).toMatchObject({ cause: "over-budget" });
		expect(kit.asked).toBe(1);
	});

	it("goes through again when the day is over", async () => {
		const kit = guarded({ costPerDay: 5 });
		kit.spend(6);
		const refused = await kit.ask({ authority: "system" });
		const waitMs = refused.kind === "failed" ? (refused.retryAfterMs ?? 0) : 0;
		await kit.clock.advance(waitMs - 1);
		expect(await kit.ask({ authority: "system" })).toMatchObject({ cause: "over-budget" });
		await kit.clock.advance(1);
		expect(await kit.ask({ authority: "system" })).toBe(ANSWER);
	});

	it("of a month's limit waits for the next month", async () => {
		const kit = guarded({ costPerMonth: 5 });
		kit.clock.set("2026-12-15T12:00:00Z");
		kit.spend(6);
		expect(await kit.ask({ authority: "system" })).toMatchObject({
			problem: expect.stringContaining("This month's limit"),
			retryAfterMs: (16 * 24 + 11) * HOUR_MS,
		});
	});

	it("to models that cost nothing is held back by no limit", async () => {
		const kit = guarded({ costPerDay: 5 });
		kit.spend(6);
		kit.isFree = true;
		expect(await kit.ask({ authority: "system" })).toBe(ANSWER);
	});
});

it("warns as soon as an answer brought the limit near", async () => {
	const kit = guarded({ costPerDay: 5 }, 4.2);
	await kit.ask({ authority: "system" });
	expect(kit.said().map(({ text }) => text)).toEqual([expect.stringContaining("84 % used up")]);
});

it("does not lose an answer to a warning that can't be written, and warns later", async () => {
	const kit = guarded({ costPerDay: 5 }, 0);
	kit.spend(4.2);
	kit.database.run("CREATE TEMP TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk full'); END");
	expect(await kit.ask()).toBe(ANSWER);
	expect(kit.lines.join("")).toContain("could not be written");
	kit.database.run("DROP TRIGGER full");
	await kit.ask();
	expect(kit.said()).toHaveLength(1);
});

it("answers the owner and nobody else while the ledger can't be read", async () => {
	const kit = guarded({ costPerDay: 5 }, 0);
	kit.database.run("ALTER TABLE usage RENAME TO gone");
	const { lines } = kit;
	expect(await kit.ask({ authority: "system" })).toMatchObject({ kind: "failed", cause: "broken" });
	expect(lines.join("")).toContain("could not be read");
	expect(kit.asked).toBe(0);
});
