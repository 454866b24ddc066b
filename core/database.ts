import Sqlite from "better-sqlite3";
import { migrate } from "./migrate.ts";

/** What a test or a bench may do around each commit: fail it (a full disk), slow it down, or kill the process. */
export interface DatabaseHooks {
	/** @param number counts the commits of this process from 1. A throw rolls the transaction back. */
	beforeCommit?(number: number): void;
	afterCommit?(number: number): void;
}

type Value = string | number | bigint | null | Uint8Array;

/**
 * The one open database. Synchronous: a transaction runs start to end without anything else in between, so that there
 * are no locks to think about. WAL with full sync: when `write` returns, the rows survive a power cut
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export class Database {
	readonly #sqlite: Sqlite.Database;
	readonly #hooks: DatabaseHooks;
	readonly #statements = new Map<string, Sqlite.Statement>();
	readonly #afterCommit: (() => void)[] = [];
	#commits = 0;

	/**
	 * Opens or creates the file and brings it to the newest schema.
	 * @throws Error where the file is no database, is of a newer version, or can't be written
	 */
	constructor(path: string, hooks: DatabaseHooks = {}) {
		this.#sqlite = new Sqlite(path);
		this.#hooks = hooks;
		this.#sqlite.pragma("journal_mode = WAL");
		this.#sqlite.pragma("synchronous = FULL");
		this.#sqlite.pragma("foreign_keys = ON");
		// 4 MB of page cache instead of SQLite's default by page count: what an idle process keeps is bounded.
		this.#sqlite.pragma("cache_size = -4096");
		migrate(this.#sqlite);
	}

	/**
	 * Runs `work` in one transaction and returns what it returns; a throw rolls everything back. A `write` inside a `write`
	 * joins the outer one, so that T1, T2 and T3 can be put together from the same pieces.
	 */
	write<Result>(work: () => Result): Result {
		if (this.#sqlite.inTransaction) return work();
		let result: Result;
		this.#sqlite.exec("BEGIN IMMEDIATE");
		try {
			result = work();
			this.#hooks.beforeCommit?.(this.#commits + 1);
			this.#sqlite.exec("COMMIT");
		} catch (error) {
			this.#afterCommit.length = 0;
			if (this.#sqlite.inTransaction) this.#sqlite.exec("ROLLBACK");
			throw error;
		}
		this.#commits += 1;
		this.#hooks.afterCommit?.(this.#commits);
		for (const run of this.#afterCommit.splice(0)) run();
		return result;
	}

	/** Runs `work` once the present transaction is on disk; not at all if it is rolled back. For waking who waits. */
	afterCommit(work: () => void): void {
		if (this.#sqlite.inTransaction) this.#afterCommit.push(work);
		else work();
	}

	/** Changes rows. @returns the id of the row that was inserted last, and how many rows changed */
	run(sql: string, ...values: Value[]): { id: number; changes: number } {
		const { lastInsertRowid, changes } = this.#statement(sql).run(...values);
		return { id: Number(lastInsertRowid), changes };
	}

	/** The first row, or undefined. The caller names the row's type: rows are written by this program alone. */
	get<Row>(sql: string, ...values: Value[]): Row | undefined {
		return this.#statement(sql).get(...values) as Row | undefined;
	}

	all<Row>(sql: string, ...values: Value[]): Row[] {
		return this.#statement(sql).all(...values) as Row[];
	}

	close(): void {
		this.#sqlite.close();
	}

	/** SQL texts are constants of the program, so the cache is bounded by its source. */
	#statement(sql: string): Sqlite.Statement {
		let statement = this.#statements.get(sql);
		if (!statement) {
			statement = this.#sqlite.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}
