import { expect, it } from "vitest";
import { openJournal } from "#daemon/journal/journal-fixture.ts";
import type { JournalLine } from "./journal.ts";

const LINE: JournalLine = {
	...{ kind: "gate", turnId: 3, callId: 5, approvalId: 2, authority: "stranger", tainted: true, effect: "tell-others" },
	...{ target: "bob@example.org", decision: "ask", rule: "tell-others × stranger", outcome: "asked Ann first" },
};

it("gives back what was written, whichever of it can be erased", () => {
	const { journal, clock } = openJournal();
	journal.add(LINE);
	journal.add({ kind: "quarantine" });
	expect(journal.ofTurn(3)).toEqual([{ id: 1, at: clock.now(), ...LINE, erased: false }]);
	expect(journal.latest(1)).toEqual([{ id: 2, at: clock.now(), kind: "quarantine", erased: false }]);
	expect(journal.latest(9).map(({ id }) => id)).toEqual([1, 2]);
});

it("says of erased texts that they were, and keeps what says nothing about anybody", () => {
	const { journal, database, verify } = openJournal();
	journal.add(LINE);
	journal.add({ kind: "call", turnId: 3, callId: 5, outcome: "done" });
	database.run("DELETE FROM journal_contents");
	expect(journal.ofTurn(3)).toMatchObject([
		{ authority: "stranger", target: "[erased]", rule: "[erased]", decision: "ask", outcome: undefined, erased: true },
		{ outcome: "done", target: undefined, erased: false },
	]);
	expect(JSON.stringify(database.all("SELECT * FROM journal_lines"))).not.toMatch(/bob|Ann/);
	expect(verify()).toMatchObject({ kind: "intact", erased: 1 });
});

it("goes on from the last line that was kept, after a transaction that was rolled back", () => {
	const { journal, database, verify } = openJournal();
	journal.add({ kind: "stop", outcome: "stopped" });
	expect(() =>
		database.write(() => {
			journal.add({ kind: "stop", target: "never happened" });
			journal.add({ kind: "stop", target: "neither did this" });
			throw new Error("no room");
		}),
	).toThrow("no room");
	journal.add({ kind: "stop", target: "happened" });
	expect(journal.latest(9).map(({ id, target }) => [id, target])).toEqual([
		[1, undefined],
		[2, "happened"],
	]);
	expect(verify()).toMatchObject({ kind: "intact", lines: 2 });
});

it("writes a line and its texts in one commit, also outside a transaction", () => {
	const { journal, database } = openJournal();
	database.run("CREATE TRIGGER full BEFORE INSERT ON journal_contents BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
	expect(() => journal.add({ kind: "gate", target: "a.txt" })).toThrow("disk is full");
	expect(journal.latest(9)).toEqual([]);
});

it("is the same after it was opened again, and goes on there", () => {
	const first = openJournal();
	first.addCalls(2);
	first.database.close();
	const again = openJournal(first.file);
	again.addCalls(1);
	expect(again.verify()).toMatchObject({ kind: "intact", lines: 6 });
});

it("doesn't go on where its end is gone, and says what to do", () => {
	const { journal, tamper } = openJournal();
	tamper("DELETE FROM journal_ends");
	expect(() => journal.add({ kind: "stop" })).toThrow(/changed by somebody.*steward doctor/);
});
