import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import type { UsageRecord } from "#daemon/model/port.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { UsageLedger } from "./model-calls.ts";

const line = (of: Partial<UsageRecord>): UsageRecord => ({
	...{ model: "m", purpose: "turn", turnId: 7, outcome: "complete", startedAt: 1_000, durationMs: 1.5 },
	...{ inputTokens: 10, cachedTokens: 4, outputTokens: 2, estimated: false },
	...of,
});

function openLedger(): UsageLedger {
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	return new UsageLedger(database);
}

it("sums what a turn cost, failed attempts and models without a price among them", () => {
	const ledger = openLedger();
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
	const ledger = openLedger();
	expect(ledger.since(0)).toEqual({ calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 });
	ledger.add(line({ cost: 1, startedAt: 999 }));
	ledger.add(line({ cost: 0.5 }));
	ledger.add(line({}));
	expect(ledger.since(1_000)).toEqual({ calls: 2, inputTokens: 20, cachedTokens: 8, outputTokens: 4, cost: 0.5 });
});
