import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { openRecords } from "./records.ts";

function open() {
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const { compactions, epochs } = openRecords(database, new FakeClock(), systemIds, () => undefined);
	const prefix = { prompt: "p", tools: "[]", digest: "d", parts: [] };
	const epochId = epochs.begin({ trajectoryId: 1, prefix, opening: undefined, firstEntryId: 0 }, "first").id;
	const end = (id: number) =>
		compactions.end(id, { epochId, firstEntryId: 1, lastEntryId: 2, tokensBefore: 9, tokensAfter: 3 });
	return { compactions, end };
}

it("an order waits with the owner's words until it is taken, and again where it is put back", () => {
	const { compactions } = open();
	const id = compactions.ask(1, "the flight", undefined);
	compactions.ask(1, undefined, undefined);
	expect(compactions.asked(1)).toMatchObject({ id, focus: "the flight", wasAsked: true, state: "asked" });
	expect(compactions.asked(2)).toBeUndefined();
	compactions.take(id);
	expect(compactions.asked(1)?.id).not.toBe(id);
	expect(compactions.open()).toHaveLength(2);
	compactions.putBack(id);
	expect(compactions.asked(1)?.id).toBe(id);
});

it("an order that was given up while it was being done does not come back", () => {
	const { compactions } = open();
	const id = compactions.ask(1, undefined, undefined);
	compactions.take(id);
	compactions.fail(id, "given-up", "stopped by the owner");
	compactions.putBack(id);
	expect([compactions.asked(1), compactions.open()]).toEqual([undefined, []]);
});

it("failures in a row are those of handovers of that trajectory since the last one that was done", () => {
	const { compactions, end } = open();
	const fail = (trajectoryId = 1) =>
		compactions.fail(compactions.begin(trajectoryId, "handover"), "failed", "no heading");
	fail();
	end(compactions.begin(1, "handover"));
	fail();
	fail();
	compactions.fail(compactions.begin(1, "handover"), "given-up", "something came in");
	end(compactions.begin(1, "clear"));
	fail(1);
	expect([compactions.failuresInARow(1), compactions.failuresInARow(2)]).toEqual([3, 0]);
	end(compactions.begin(1, "handover"));
	expect(compactions.failuresInARow(1)).toBe(0);
	expect(compactions.latest(1, 2).map(({ state, tokensAfter }) => [state, tokensAfter])).toEqual([
		["done", 3],
		["failed", undefined],
	]);
});
