import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import type { UsageRecord } from "#daemon/model/port.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { UsageLedger } from "./usage-ledger.ts";

const line = (of: Partial<UsageRecord>): UsageRecord => ({
	...{ model: "m", purpose: "turn", turnId: 7, outcome: "complete", startedAt: 1_000, durationMs: 1.5 },
	...{ inputTokens: 10, cachedTokens: 4, outputTokens: 2, estimated: false },
	...of,
});

function openLedger(): { ledger: UsageLedger; database: Database } {
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	return { ledger: new UsageLedger(database), database };
}

it("sums what a turn cost, failed attempts and models without a price among them", () => {
	const { ledger } = openLedger();
	expect(ledger.costOfTurn(7)).toBe(0);
	ledger.add(line({ cost: 0.25 }));
	ledger.add(line({ cost: 0.5, outcome: "failed" }));
	ledger.add(line({ model: "local" }));
	ledger.add(line({ cost: 8, turnId: 8 }));
	const { turnId: _, ...noTurn } = line({ cost: 16 });
	ledger.add({ ...noTurn, turnId: undefined });
	expect(ledger.costOfTurn(7)).toBe(0.75);
	expect(ledger.costOfTurn(8)).toBe(8);
});

it("sums everything since a moment", () => {
	const { ledger } = openLedger();
	expect(ledger.since(0)).toEqual({ calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 });
	ledger.add(line({ cost: 1, startedAt: 999 }));
	ledger.add(line({ cost: 0.5 }));
	ledger.add(line({}));
	expect(ledger.since(1_000)).toEqual({ calls: 2, inputTokens: 20, cachedTokens: 8, outputTokens: 4, cost: 0.5 });
});

it("carries on what was spent since a moment, without summing it up anew each time", () => {
	const { ledger, database } = openLedger();
	ledger.add(line({ cost: 1, startedAt: 999 }));
	ledger.add(line({ cost: 0.5 }));
	expect(ledger.spentSince(1_000)).toBe(0.5);
	expect(ledger.spentSince(0)).toBe(1.5);
	ledger.add(line({ cost: 0.25 }));
	ledger.add(line({}));
	ledger.add(line({ cost: 4, startedAt: 1 }));
	database.run("DELETE FROM usage");
	expect(ledger.spentSince(1_000)).toBe(0.75);
	expect(ledger.spentSince(0)).toBe(5.75);
});

it("counts what was spent also where it can't be written: a full disk lifts no limit", () => {
	const { ledger, database } = openLedger();
	expect(ledger.spentSince(0)).toBe(0);
	database.run("CREATE TEMP TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'disk full'); END");
	expect(() => ledger.add(line({ cost: 2 }))).toThrow("disk full");
	expect(ledger.spentSince(0)).toBe(2);
});

it("forgets moments that nobody asks for any more", () => {
	const { ledger, database } = openLedger();
	for (let at = 1; at <= 9; at++) ledger.spentSince(at);
	database.run(
		`INSERT INTO usage (model, purpose, input_tokens, cached_tokens, output_tokens, estimated, outcome, started_at, duration_ms, cost)
		VALUES ('m', 'turn', 1, 0, 1, 0, 'complete', 5, 1, 7.0)`,
	);
	expect([1, 9].map((at) => ledger.spentSince(at))).toEqual([7, 0]);
});

it("sums each day, model and purpose, with what was stored anew and what has no price", () => {
	const { ledger } = openLedger();
	ledger.add({ ...line({ cost: 1, model: "a" }), cacheWriteTokens: 3, modelCallId: 9 });
	ledger.add(line({ cost: 2, model: "b", purpose: "classify" }));
	ledger.add(line({ model: "a", startedAt: 2_000 }));
	expect(ledger.between(1_000, 2_000)).toEqual({
		...{ calls: 2, inputTokens: 20, cachedTokens: 8, cacheWriteTokens: 3, outputTokens: 4, cost: 3, unpriced: 0 },
	});
	expect(ledger.by("model", 0, 3_000)).toMatchObject([
		{ name: "b", calls: 1, cost: 2 },
		{ name: "a", calls: 2, cost: 1, unpriced: 1 },
	]);
	expect(ledger.by("purpose", 0, 2_000).map(({ name }) => name)).toEqual(["classify", "turn"]);
});
