import type { Database } from "#core/database.ts";

/** How often each way out of trouble was tried in a turn. On disk, so that a crash does not give it all its tries again. */
export class Recoveries {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** By path; a path that was not tried is not there. */
	ofTurn(turnId: number): Readonly<Record<string, number>> {
		const rows = this.#database.all<{ path: string; count: number }>(
			"SELECT path, count FROM recoveries WHERE turn_id = ?",
			turnId,
		);
		return Object.fromEntries(rows.map(({ path, count }) => [path, count]));
	}

	count(turnId: number, path: string): void {
		this.#database.run(
			"INSERT INTO recoveries VALUES (?, ?, 1) ON CONFLICT (turn_id, path) DO UPDATE SET count = count + 1",
			turnId,
			path,
		);
	}

	/** It worked: the next trouble of that kind is a new one. */
	clear(turnId: number, path: string): void {
		this.#database.run("DELETE FROM recoveries WHERE turn_id = ? AND path = ?", turnId, path);
	}
}
