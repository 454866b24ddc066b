import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

const write = (database: Database, name: string) => database.run("INSERT INTO facts VALUES (?, '')", name);
const names = (database: Database) =>
	database.all<{ name: string }>("SELECT name FROM facts ORDER BY name").map(({ name }) => name);

function open(hooks = {}, path = join(tempFolder(), "state.db")): Database {
	return new Database(path, hooks);
}

describe("a transaction", () => {
	it("keeps all of its rows or none", () => {
		const database = open();
		expect(() =>
			database.write(() => {
				write(database, "a");
				database.write(() => write(database, "b"));
				throw new Error("changed my mind");
			}),
		).toThrow("changed my mind");
		expect(names(database)).toEqual([]);
		database.write(() => {
			write(database, "a");
			database.write(() => write(database, "b"));
		});
		expect(names(database)).toEqual(["a", "b"]);
	});

	it("wakes nobody before it is on disk, and nobody when it is rolled back", () => {
		const database = open();
		const told: string[] = [];
		database.write(() => {
			database.afterCommit(() => told.push("committed"));
			expect(told).toEqual([]);
		});
		expect(told).toEqual(["committed"]);
		expect(() =>
			database.write(() => {
				database.afterCommit(() => told.push("rolled back"));
				throw new Error("no");
			}),
		).toThrow();
		database.write(() => write(database, "later"));
		expect(told).toEqual(["committed"]);
	});

	it("survives a commit that fails: nothing is stored, and the next one works", () => {
		let full = true;
		const database = open({
			beforeCommit() {
				if (full) throw new Error("database or disk is full");
			},
		});
		expect(() => database.write(() => write(database, "a"))).toThrow("disk is full");
		full = false;
		database.write(() => write(database, "b"));
		expect(names(database)).toEqual(["b"]);
	});
});

it("syncs every commit to the disk", () => {
	const database = open();
	expect(database.get("PRAGMA synchronous")).toEqual({ synchronous: 2 });
	expect(database.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
});

describe("migrations", () => {
	it("run once each, in order, and keep what is there", () => {
		const sqlite = new Sqlite(join(tempFolder(), "m.db"));
		migrate(sqlite, ["CREATE TABLE t (a)"]);
		sqlite.exec("INSERT INTO t VALUES (1)");
		migrate(sqlite, ["CREATE TABLE t (a)", "ALTER TABLE t ADD COLUMN b DEFAULT 2"]);
		expect(sqlite.prepare("SELECT * FROM t").all()).toEqual([{ a: 1, b: 2 }]);
	});

	it("leave the old schema whole when one fails", () => {
		const sqlite = new Sqlite(join(tempFolder(), "m.db"));
		migrate(sqlite, ["CREATE TABLE t (a)"]);
		expect(() => migrate(sqlite, ["", "ALTER TABLE t ADD COLUMN b; nonsense"])).toThrow();
		expect(sqlite.pragma("user_version", { simple: true })).toBe(1);
		expect(sqlite.prepare("SELECT * FROM pragma_table_info('t')").all()).toHaveLength(1);
	});

	it("refuse a database of a newer program", () => {
		const path = join(tempFolder(), "state.db");
		const sqlite = new Sqlite(path);
		sqlite.pragma("user_version = 999");
		sqlite.close();
		expect(() => open({}, path)).toThrow(/newer Steward/);
	});
});
