import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { firstSchema } from "./migrations/0001-first-schema.ts";
import { timersAndReferences } from "./migrations/0002-timers-and-references.ts";

const EVENT = `INSERT INTO events (id, channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind,
	content_id, trajectory_id, turn_id, state, occurred_at, received_at) VALUES`;

/**
 * A database as the second version left it, in the middle of things: turn 7 was reminded twice and is open, turn 6 was and
 * has ended, turn 8 is open and was never reminded; an event waits, one is taken, a timer is set.
 */
function secondVersion(): Database {
	const file = join(tempFolder(), "state.db");
	const sqlite = new Sqlite(file);
	migrate(sqlite, [firstSchema, timersAndReferences]);
	sqlite.exec(`INSERT INTO contents VALUES (1, '{"text":"hello","attachments":[]}', 'salt', NULL);
		INSERT INTO turns (id, trajectory_id, authority, state, rounds, reminders, started_at) VALUES
			(6, 1, 'owner', 'ended', 3, 1, 1), (7, 1, 'owner', 'waiting-for-model', 2, 2, 1), (8, 1, 'system', 'running', 1, 0, 1);
		${EVENT} (1, 'web', 'a', 'web', 'owner', 'owner', 'owner', 'loop', 'message', 1, 1, 7, 'taken', 1, 1),
			(2, 'web', 'b', 'web', 'owner', 'owner', 'owner', 'loop', 'message', 1, 1, NULL, 'waiting', 2, 2);
		INSERT INTO registrations (id, kind, content_id, action, rule, channel, address, created_by, trust, state, next_at, created_at)
			VALUES (3, 'timer', 1, 'act', '{}', 'web', 'owner', 'owner on web', 'owner', 'active', 99, 1);
		INSERT INTO entries (id, trajectory_id, turn_id, kind, content_id, digest, tokens, created_at)
			VALUES (1, 1, 7, 'assistant', 1, 'd', 1, 1);
		INSERT INTO calls (id, turn_id, entry_id, position, wire_tool, tool, content_id, state, created_at)
			VALUES (1, 7, 1, 1, 'read_file', 'read_file', 1, 'running', 1);
		INSERT INTO usage (model, purpose, turn_id, input_tokens, cached_tokens, output_tokens, estimated, outcome, started_at, duration_ms)
			VALUES ('m', 'turn', 7, 1, 0, 1, 0, 'complete', 1, 1);
		INSERT INTO outbox (channel, address, kind, content_id, to_owner, state, next_attempt_at, expires_at, created_at)
			VALUES ('web', 'owner', 'reply', 1, 1, 'waiting', 1, 2, 1);`);
	sqlite.close();
	const database = new Database(file);
	onTestFinished(() => database.close());
	return database;
}

it("brings the second version to this one: turns go on with the reminders that they had", () => {
	const database = secondVersion();
	expect(database.all("SELECT * FROM recoveries")).toEqual([{ turn_id: 7, path: "unanswered", count: 2 }]);
	expect(database.all("SELECT id, state, rounds, active_ms FROM turns ORDER BY id")).toEqual([
		{ id: 6, state: "ended", rounds: 3, active_ms: 0 },
		{ id: 7, state: "waiting-for-model", rounds: 2, active_ms: 0 },
		{ id: 8, state: "running", rounds: 1, active_ms: 0 },
	]);
});

it("brings the second version to this one: what waits goes on waiting, and is not urgent", () => {
	const database = secondVersion();
	expect(database.all("SELECT id, state, turn_id, urgency, strategy FROM events ORDER BY id")).toEqual([
		{ id: 1, state: "taken", turn_id: 7, urgency: "normal", strategy: null },
		{ id: 2, state: "waiting", turn_id: null, urgency: "normal", strategy: null },
	]);
	expect(database.get("SELECT id, state, next_at, urgent FROM registrations")).toEqual({
		...{ id: 3, state: "active", next_at: 99, urgent: 0 },
	});
	expect(database.get("SELECT state, outside FROM outbox")).toEqual({ state: "waiting", outside: 0 });
});

it("brings the second version to this one: the owner's trajectory is idle, and calls and costs have nothing new", () => {
	const database = secondVersion();
	expect(database.get("SELECT kind, key, parent_id, state, state_detail, state_since FROM trajectories")).toEqual({
		...{ kind: "main", key: null, parent_id: null, state: "idle", state_detail: null, state_since: 0 },
	});
	expect(database.get("SELECT state, result_digest, problem_class FROM calls")).toEqual({
		...{ state: "running", result_digest: null, problem_class: null },
	});
	expect(database.get("SELECT cost FROM usage")).toEqual({ cost: null });
});
