import { describe, expect, it } from "vitest";
import { openJournal } from "./journal-fixture.ts";

const NEW_LINE = "INSERT INTO journal_lines (id, at, kind, chain)";

describe("the schema, not the program, keeps the journal append-only: it refuses", () => {
	it.each([
		["a changed line", "UPDATE journal_lines SET decision = 'allow' WHERE id = 3"],
		["a line that is made to be another", "UPDATE journal_lines SET id = 99 WHERE id = 3"],
		["a changed content", "UPDATE journal_contents SET body = '{}' WHERE line = 3"],
		["a line taken out of the midst", "DELETE FROM journal_lines WHERE id = 3"],
		["the newest line taken away", "DELETE FROM journal_lines WHERE id = 6"],
		["all but the oldest taken away", "DELETE FROM journal_lines WHERE id > 1"],
		["a line in place of one", `${NEW_LINE.replace("INSERT", "INSERT OR REPLACE")} VALUES (3, 1, 'gate', 'x')`],
		["a line that leaves a gap", `${NEW_LINE} VALUES (9, 1, 'gate', 'x')`],
		["a line without a number", `${NEW_LINE} VALUES (NULL, 1, 'gate', 'x')`],
		["a content for an earlier line", "INSERT INTO journal_contents VALUES (2, '{}', 's')"],
		["another head", "UPDATE journal_ends SET line = 4 WHERE name = 'head'"],
		[
			"an earlier line as head",
			`UPDATE journal_ends SET (line, chain) = (SELECT id, chain FROM journal_lines WHERE id = 4)
			WHERE name = 'head'`,
		],
		["another chain at the head", "UPDATE journal_ends SET chain = 'x' WHERE name = 'head'"],
		["an anchor that no line stands for", "UPDATE journal_ends SET line = 2, chain = 'x' WHERE name = 'anchor'"],
		["ends that are gone", "DELETE FROM journal_ends"],
		["a third end", "INSERT INTO journal_ends VALUES ('anchor2', 1, 'x')"],
		["an end in place of one", "INSERT OR REPLACE INTO journal_ends VALUES ('head', 1, 'x')"],
	])("%s", (_, sql) => {
		const { database, addCalls, verify } = openJournal();
		addCalls(3);
		expect(() => database.run(sql)).toThrow(/the journal is append-only|the journal has two ends|cannot modify/);
		expect(verify()).toMatchObject({ kind: "intact", lines: 6 });
	});
});

it("the oldest lines may go, with their contents, and the chain is verified from there", () => {
	const { database, addCalls, verify } = openJournal();
	addCalls(3);
	database.run("DELETE FROM journal_lines WHERE id <= 3");
	expect(database.get("SELECT count(*) AS count FROM journal_contents")).toEqual({ count: 1 });
	expect(verify()).toMatchObject({ kind: "intact", lines: 3, anchor: { line: 3 }, head: { line: 6 } });
	database.run("DELETE FROM journal_lines");
	expect(verify()).toMatchObject({ kind: "intact", lines: 0, anchor: { line: 6 }, head: { line: 6 } });
	addCalls(1);
	expect(verify()).toMatchObject({ kind: "intact", lines: 2, anchor: { line: 6 }, head: { line: 8 } });
});

it("contents may be erased", () => {
	const { database, addCalls, verify } = openJournal();
	addCalls(3);
	database.run("DELETE FROM journal_contents WHERE line IN (1, 5)");
	expect(verify()).toMatchObject({ kind: "intact", lines: 6, erased: 2 });
	expect(database.all("PRAGMA foreign_key_check")).toEqual([]);
});
