import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { describeVerification } from "./describe-verification.ts";
import { openJournal } from "./journal-fixture.ts";
import { verifyJournalFile } from "./verify-file.ts";
import type { Verification } from "./verify-journal.ts";

it("the file is verified while a daemon has it open and in the midst of a transaction, and is not changed", () => {
	const { database, journal, addCalls, file } = openJournal();
	addCalls(2);
	const before = readFileSync(file);
	database.write(() => {
		journal.add({ kind: "gate", target: "not committed yet" });
		expect(verifyJournalFile(file)).toMatchObject({ kind: "intact", lines: 4 });
	});
	expect(verifyJournalFile(file)).toMatchObject({ kind: "intact", lines: 5 });
	expect(readFileSync(file).equals(before)).toBe(true);
});

it("what a killed daemon left is verified with its log", () => {
	const { addCalls, file } = openJournal();
	addCalls(2);
	const copy = join(tempFolder(), "state.db");
	for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${copy}${end}`);
	expect(verifyJournalFile(copy)).toMatchObject({ kind: "intact", lines: 4 });
});

it("what can't be verified is told with what to do", () => {
	const folder = tempFolder();
	expect(describeVerification(verifyJournalFile(join(folder, "none.db")))).toMatch(/no journal yet; the first start/);
	const file = join(folder, "list.db");
	writeFileSync(file, "a shopping list, a rather long one, with milk and bread on it");
	expect(describeVerification(verifyJournalFile(file))).toMatch(/can't be read: .*steward doctor/);
	const older = join(folder, "older.db");
	new Sqlite(older).exec("CREATE TABLE journal (id); PRAGMA user_version = 5").close();
	expect(describeVerification(verifyJournalFile(older))).toMatch(/earlier version.*steward start/);
	expect(describeVerification({ kind: "not-ours" })).toMatch(/another user/);
});

it("what is intact is told with how much, what is not vouched for, and the head", () => {
	const end = { line: 0, chain: "0".repeat(64) };
	const intact: Extract<Verification, { kind: "intact" }> = {
		...{ kind: "intact", lines: 9, erased: 0, unchained: 0, anchor: end, noted: "none" },
		head: { line: 9, chain: "a".repeat(64) },
	};
	expect(describeVerification(intact)).toBe(`Intact: 9 lines, each as it was written.\nHead: 9:${"a".repeat(64)}`);
	const anchor = { line: 4, chain: "b".repeat(64) };
	const much = describeVerification({ ...intact, lines: 1, erased: 1, anchor, noted: "thrown-away" });
	expect(much).toMatch(/1 line, .*texts of 1 of them were erased/);
	expect(much).toMatch(/up to 4 are no longer there.*can't tell who took them/);
	expect(much).toContain("NOT PROVEN");
	const proven = describeVerification({ ...intact, unchained: 3, noted: "proven" });
	expect(proven).toMatch(/3 lines of an earlier version, for which nothing vouches\.\nProven/);
});

it.each(["changed", "missing", "order", "content", "rewritten", "ends"] as const)(
	"a journal that is broken by what is %s names the line, what it means, and where to look",
	(fault) => {
		const text = describeVerification({ kind: "broken", line: 812, fault });
		expect(text).toMatch(/^BROKEN at line 812: \w.{30,}\n.*steward doctor/s);
	},
);
