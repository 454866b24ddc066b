import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";

/** Single values that must survive a restart, each under a name of its own: "the owner was told that …". */
export class Facts {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	read(name: string): string | undefined {
		return this.#database.get<{ value: string }>("SELECT value FROM facts WHERE name = ?", name)?.value;
	}

	write(name: string, value: string): void {
		this.#database.write(() =>
			this.#database.run(
				"INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
				name,
				value,
			),
		);
	}

	remove(name: string): void {
		this.#database.write(() => this.#database.run("DELETE FROM facts WHERE name = ?", name));
	}
}

/** How far each source has been read, stored with the events that came from it. */
export class Cursors {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	read(source: string): string | undefined {
		return this.#database.get<{ value: string }>("SELECT value FROM cursors WHERE source = ?", source)?.value;
	}

	write(source: string, value: string): void {
		this.#database.run(
			`INSERT INTO cursors VALUES (?, ?, ?)
			ON CONFLICT (source) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
			source,
			value,
			this.#clock.now(),
		);
	}
}
