import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { firstSchema } from "./migrations/0001-first-schema.ts";

/** A database as the first version left it, with an event in it. */
function firstVersion(): string {
	const file = join(tempFolder(), "state.db");
	const sqlite = new Sqlite(file);
	migrate(sqlite, [firstSchema]);
	sqlite.exec(`INSERT INTO contents VALUES (1, '{"text":"hello","attachments":[]}', 'salt', NULL);
		INSERT INTO events (channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind, content_id,
			trajectory_id, state, occurred_at, received_at)
		VALUES ('web', 'a', 'web', 'owner', 'owner', 'owner', 'loop', 'message', 1, 1, 'waiting', 1, 1)`);
	sqlite.close();
	return file;
}

it("brings the first version to this one, with what is in it", () => {
	const database = new Database(firstVersion());
	onTestFinished(() => database.close());
	expect(database.get("SELECT id, state, service_id, about_relation FROM events")).toEqual({
		...{ id: 1, state: "waiting" },
		...{ service_id: null, about_relation: null },
	});
	expect(database.get("SELECT count(*) AS count FROM registrations")).toEqual({ count: 0 });
});

it("leaves the version before where a step fails", () => {
	const file = firstVersion();
	const sqlite = new Sqlite(file);
	onTestFinished(() => void sqlite.close());
	expect(() => migrate(sqlite, [firstSchema, "CREATE TABLE half (id); SELECT nonsense"])).toThrow("nonsense");
	expect(sqlite.pragma("user_version", { simple: true })).toBe(1);
	expect(sqlite.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").get()).toBeUndefined();
});
