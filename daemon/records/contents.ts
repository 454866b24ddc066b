import type { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import type { Ids } from "#core/ids.ts";

/** What stands in place of a content that was erased. */
export const ERASED = "[erased at the owner's wish]";

/** Texts that can be erased. Whoever refers to one keeps its number and, where it matters, its salted digest. */
export class Contents {
	readonly #database: Database;
	readonly #ids: Ids;

	constructor(database: Database, ids: Ids) {
		this.#database = database;
		this.#ids = ids;
	}

	/** Stores a text. The digest is SHA-256 over salt and text. */
	put(body: string): { id: number; digest: string } {
		const salt = this.#ids.secret();
		const { id } = this.#database.run("INSERT INTO contents (body, salt) VALUES (?, ?)", body, salt);
		return { id, digest: sha256(salt + body) };
	}

	/** The text, or `ERASED`. @throws Error where there never was such a row */
	read(id: number): string {
		const row = this.#database.get<{ body: string | null }>("SELECT body FROM contents WHERE id = ?", id);
		if (!row) throw new Error(`There is no content ${id}: the database is damaged.`);
		return row.body ?? ERASED;
	}
}
