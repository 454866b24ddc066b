import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Journal } from "#daemon/records/journal.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { ChainEnd } from "./chain.ts";
import { type FileVerification, verifyJournalFile } from "./verify-file.ts";

/** A journal of its own. */
export function openJournal(file = join(tempFolder(), "state.db")) {
	const clock = new FakeClock();
	const database = new Database(file);
	onTestFinished(() => database.close());
	const journal = new Journal(database, clock, systemIds);
	return {
		...{ file, clock, database, journal },
		/** Adds what a call leaves: the gate's line, which has texts, and the one of its end, which has none. */
		addCalls(count: number): void {
			database.write(() => {
				for (let callId = 1; callId <= count; callId += 1) {
					const of = { turnId: 1, callId, authority: "owner", tainted: callId % 3 === 0, effect: "write" } as const;
					journal.add({ ...of, kind: "gate", target: `notes-${callId}.md`, rule: "write × owner", decision: "allow" });
					journal.add({ kind: "call", turnId: 1, callId, outcome: "done" });
				}
			});
		},
		/** What somebody can do who opens the file and knows better than its triggers. */
		tamper(sql: string, ...values: (string | number | null)[]): number {
			const names = database.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger'");
			for (const { name } of names) database.run(`DROP TRIGGER ${name}`);
			database.run("PRAGMA foreign_keys = OFF");
			return database.run(sql, ...values).changes;
		},
		verify: (noted?: ChainEnd) => verifyJournalFile(file, noted),
		head: (): ChainEnd => {
			const verified = verifyJournalFile(file);
			if (verified.kind !== "intact") throw new Error(`The journal is ${verified.kind}.`);
			return verified.head;
		},
	};
}

/** The journal of a database that is open. */
export function verifyDatabase(database: Database): FileVerification {
	const main = database.get<{ file: string }>("SELECT file FROM pragma_database_list WHERE name = 'main'");
	return verifyJournalFile(main?.file ?? "");
}
