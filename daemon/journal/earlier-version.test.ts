import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "#core/migrate.ts";
import { firstSchema } from "#core/migrations/0001-first-schema.ts";
import { timersAndReferences } from "#core/migrations/0002-timers-and-references.ts";
import { tasksAndTrajectories } from "#core/migrations/0003-tasks-and-trajectories.ts";
import { contextForYears } from "#core/migrations/0004-context-for-years.ts";
import { theGate } from "#core/migrations/0005-the-gate.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { openJournal } from "./journal-fixture.ts";

/** A database as the version before the chain left it, with three lines whose numbers have a gap. */
function earlierVersion(): string {
	const file = join(tempFolder(), "state.db");
	const sqlite = new Sqlite(file);
	migrate(sqlite, [firstSchema, timersAndReferences, tasksAndTrajectories, contextForYears, theGate]);
	sqlite.exec(`INSERT INTO journal (id, at, kind, turn_id, call_id, authority, tainted, effect, target, decision, rule, outcome) VALUES
		(2, 10, 'gate', 1, 5, 'owner', 0, 'write', 'a "quoted" note', 'allow', 'write × owner', NULL),
		(3, 20, 'call', 1, 5, NULL, NULL, NULL, NULL, NULL, NULL, 'done'),
		(7, 30, 'stop', NULL, NULL, NULL, NULL, NULL, NULL, 'owner on web', NULL, 'nothing was running')`);
	sqlite.close();
	return file;
}

it("lines of an earlier version are there as they were", () => {
	const { journal } = openJournal(earlierVersion());
	expect(journal.latest(9)).toEqual([
		{
			...{ id: 2, at: 10, kind: "gate", turnId: 1, callId: 5, authority: "owner", tainted: false, effect: "write" },
			...{ target: 'a "quoted" note', decision: "allow", rule: "write × owner", erased: false },
		},
		{ id: 3, at: 20, kind: "call", turnId: 1, callId: 5, outcome: "done", erased: false },
		{ id: 7, at: 30, kind: "stop", decision: "owner on web", outcome: "nothing was running", erased: false },
	]);
});

it("the chain begins after them, and says that nothing vouches for them", () => {
	const { addCalls, verify, head } = openJournal(earlierVersion());
	expect(verify()).toMatchObject({ kind: "intact", lines: 0, unchained: 3, anchor: { line: 7 }, head: { line: 7 } });
	addCalls(1);
	const noted = head();
	expect(noted.line).toBe(9);
	expect(verify(noted)).toMatchObject({ kind: "intact", lines: 2, unchained: 3, noted: "proven" });
});

it("they go before all others, and can be erased like them", () => {
	const { database, journal, addCalls, verify } = openJournal(earlierVersion());
	addCalls(1);
	expect(() => database.run("DELETE FROM journal_lines WHERE id = 3")).toThrow("append-only");
	database.run("DELETE FROM journal_contents WHERE line = 2");
	expect(journal.ofTurn(1)[0]).toMatchObject({ target: "[erased]", rule: "[erased]", decision: "allow" });
	database.run("DELETE FROM journal_lines WHERE id <= 3");
	expect(verify()).toMatchObject({ kind: "intact", lines: 2, unchained: 1, anchor: { line: 7 } });
	database.run("DELETE FROM journal_lines WHERE id <= 8");
	expect(verify()).toMatchObject({ kind: "intact", lines: 1, unchained: 0, anchor: { line: 8 } });
});

it("lines whose chain is taken away don't become such lines", () => {
	const { tamper, addCalls, verify } = openJournal();
	addCalls(2);
	const set =
		"UPDATE journal_ends SET line = 2, chain = (SELECT chain FROM journal_lines WHERE id = 2) WHERE name = 'anchor'";
	tamper(set);
	tamper("UPDATE journal_lines SET chain = '' WHERE id <= 2");
	expect(verify()).toEqual({ kind: "broken", line: 1, fault: "order" });
});
