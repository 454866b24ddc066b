import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Contents } from "./contents.ts";

/** A table whose rows keep what somebody said in `contents`, where it can be erased. */
export abstract class Table {
	protected readonly database: Database;
	protected readonly contents: Contents;
	protected readonly clock: Clock;

	constructor(database: Database, contents: Contents, clock: Clock) {
		this.database = database;
		this.contents = contents;
		this.clock = clock;
	}
}
