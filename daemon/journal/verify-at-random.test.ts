import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { openJournal } from "./journal-fixture.ts";
import { verifyJournalFile } from "./verify-file.ts";

const SEEDS = 8;
const TRIES = 30;

type Value = string | number | null;
type Random = (below: number) => number;

/** Beside a line's own number: that is `moved`. */
const LINE_COLUMNS =
	"at kind turn_id call_id approval_id authority tainted effect decision outcome content_digest chain".split(" ");

/** A journal with a past: some lines thrown away, some contents erased, some values that look alike. @returns its file, whole */
function grow(random: Random): string {
	const { file, database, journal, addCalls, verify } = openJournal();
	addCalls(3 + random(6));
	journal.add({ kind: "stop", decision: "owner on web", outcome: "nothing was running" });
	addCalls(1 + random(6));
	database.run("DELETE FROM journal_lines WHERE id <= ?", random(5));
	for (let count = random(3); count > 0; count -= 1)
		database.run("DELETE FROM journal_contents WHERE line = ?", 5 + random(6));
	expect(verify()).toMatchObject({ kind: "intact" });
	database.get("PRAGMA wal_checkpoint(TRUNCATE)");
	return file;
}

/** A copy, without what the schema has against changes. */
function openCopy(file: string): Sqlite.Database {
	const copy = join(tempFolder(), "state.db");
	copyFileSync(file, copy);
	const sqlite = new Sqlite(copy);
	sqlite.pragma("foreign_keys = OFF");
	sqlite.pragma("synchronous = OFF");
	for (const name of sqlite.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all())
		sqlite.exec(`DROP TRIGGER ${name}`);
	return sqlite;
}

/** Another value of the same type, or none: near the one that is there, which is harder to see. */
function otherThan(value: Value, random: Random): Value {
	if (value === null) return random(2) === 0 ? 0 : "0";
	if (random(4) === 0) return null;
	if (typeof value === "number") return value + (random(2) === 0 ? 1 : -1);
	const at = random(Math.max(value.length, 1));
	const changed = value.slice(0, at) + (value[at] === "a" ? "b" : "a") + value.slice(at + 1);
	return [changed, value.slice(0, -1), `${value} `][random(3)] ?? changed;
}

/** Does one thing to the journal, as somebody would who opens the file. @returns what was done, or undefined where it came to nothing */
function disturb(sqlite: Sqlite.Database, random: Random): string | undefined {
	const ids = (table: string, column: string) =>
		sqlite.prepare<[], number>(`SELECT ${column} FROM ${table} ORDER BY 1`).pluck().all();
	const tamper = (sql: string, ...values: Value[]) => void sqlite.prepare(sql).run(...values);
	const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
	const change = (table: string, key: string, id: Value, column: string): string | undefined => {
		const value =
			sqlite.prepare<[Value], Value>(`SELECT ${column} FROM ${table} WHERE ${key} = ?`).pluck().get(id) ?? null;
		const next = otherThan(value, random);
		try {
			tamper(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, next, id);
		} catch {
			return undefined; // what STRICT or NOT NULL refuses can't stand in the file either
		}
		return `${table} ${id}: ${column} is ${next} instead of ${value}`;
	};
	const lines = ids("journal_lines", "id");
	switch (random(6)) {
		case 0:
		case 1:
			return change("journal_lines", "id", pick(lines), pick(LINE_COLUMNS));
		case 2:
			return change("journal_contents", "line", pick(ids("journal_contents", "line")), pick(["body", "salt", "line"]));
		case 3: {
			const id = pick(lines);
			tamper("DELETE FROM journal_lines WHERE id = ?", id);
			return `line ${id} taken out`;
		}
		case 4: {
			const [one, other] = [pick(lines), pick(lines)];
			if (one === other) return undefined;
			for (const table of ["journal_lines SET id", "journal_contents SET line"]) {
				const key = table.split(" ").at(-1);
				for (const [from, to] of [
					[one, -1],
					[other, one],
					[-1, other],
				] as const)
					tamper(`UPDATE ${table} = ? WHERE ${key} = ?`, to, from);
			}
			return `lines ${one} and ${other} changed places`;
		}
		default:
			return change("journal_ends", "name", pick(["anchor", "head"]), pick(["line", "chain"]));
	}
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
	"any one change, deletion or exchange is found, whatever it is (seed %i)",
	(seed) => {
		const random = randomNumbers(seed);
		const file = grow(random);
		const before = verifyJournalFile(file);
		for (let count = 0; count < TRIES; count += 1) {
			const copy = openCopy(file);
			const done = disturb(copy, random);
			const name = copy.name;
			copy.close();
			const found = verifyJournalFile(name);
			if (done === undefined) expect(found).toEqual(before);
			else expect({ done, kind: found.kind }).toEqual({ done, kind: "broken" });
		}
	},
	60_000,
);
