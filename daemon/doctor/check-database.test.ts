import {
	closeSync,
	copyFileSync,
	openSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { homePaths } from "#config/paths.ts";
import { Database } from "#core/database.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkDatabase } from "./check-database.ts";
import { lines, makeHome, runCheck, serveStatus } from "./doctor-fixture.ts";

/** @param fill what is in it */
function withDatabase(fill: (database: Database) => void = () => undefined): { home: string; file: string } {
	const home = makeHome();
	const file = homePaths(home).database;
	const database = new Database(file);
	fill(database);
	database.close();
	return { home, file };
}

/** @returns the file of a database that stays open until the test ends */
function withOpenDatabase(fill: (database: Database) => void): string {
	const file = join(tempFolder(), "state.db");
	const database = new Database(file);
	onTestFinished(() => database.close());
	fill(database);
	return file;
}

function addEvent(database: Database, id: number, state: string, receivedAt: number): void {
	database.run("INSERT INTO contents VALUES (?, 'hello', 'salt', NULL)", id);
	database.run(
		`INSERT INTO events (id, channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind,
			content_id, trajectory_id, state, occurred_at, received_at)
		VALUES (?, 'web', ?, 'web', 'owner', 'owner', 'owner', 'loop', 'message', ?, 1, ?, ?, ?)`,
		...[id, `key-${id}`, id, state, receivedAt, receivedAt],
	);
}

function addDeadMessage(database: Database, contentId: number, endedAt: number): void {
	database.run(
		`INSERT INTO outbox (channel, address, kind, content_id, to_owner, state, next_attempt_at, expires_at, created_at, ended_at)
		VALUES ('telegram', '1', 'reply', ?, 1, 'dead', 0, 0, 0, ?)`,
		...[contentId, endedAt],
	);
}

function damage(file: string): void {
	const handle = openSync(file, "r+");
	writeSync(handle, Buffer.alloc(statSync(file).size - 8_192, 7), 0, undefined, 8_192);
	closeSync(handle);
}

describe("a sound database", () => {
	it("is told with its size and what waits", async () => {
		const { home } = withDatabase((database) => {
			addEvent(database, 1, "waiting", 1_000);
			addEvent(database, 2, "settled", 1_000);
		});
		expect(lines(await runCheck(checkDatabase, home))).toEqual([
			expect.stringMatching(/^ok: state\.db is sound: \d+ kB, events waiting: 1\.$/),
		]);
	});

	it("is read while a daemon writes to it, and not changed", async () => {
		const home = makeHome();
		const database = new Database(homePaths(home).database);
		addEvent(database, 1, "waiting", 1_000);
		const before = readFileSync(homePaths(home).database);
		expect(lines(await runCheck(checkDatabase, home))[0]).toContain("events waiting: 1");
		expect(readFileSync(homePaths(home).database).equals(before)).toBe(true);
		database.run("UPDATE events SET state = 'settled'");
		database.close();
	});

	it("that a killed daemon left is read with its log, and neither is changed", async () => {
		const home = makeHome();
		const running = withOpenDatabase((database) => addEvent(database, 1, "waiting", 1_000));
		for (const end of ["", "-wal"]) copyFileSync(`${running}${end}`, `${homePaths(home).database}${end}`);
		const bytes = () => ["", "-wal"].map((end) => readFileSync(`${homePaths(home).database}${end}`).toString("base64"));
		const before = bytes();
		expect(lines(await runCheck(checkDatabase, home))[0]).toContain("events waiting: 1");
		expect(bytes()).toEqual(before);
	});

	it("warns of messages that were given up lately, and not for ever", async () => {
		const { home } = withDatabase((database) => {
			addEvent(database, 1, "settled", 1_000);
			addDeadMessage(database, 1, Date.now());
			addDeadMessage(database, 1, Date.now() - 8 * 24 * 3_600_000);
		});
		expect(lines(await runCheck(checkDatabase, home))[1]).toMatch(/^warning: Within a week.* given up: 1\. →/);
	});

	it("warns of a log that nobody can clear", async () => {
		const home = makeHome();
		const database = new Database(homePaths(home).database);
		truncateSync(`${homePaths(home).database}-wal`, 150_000_000);
		expect(lines(await runCheck(checkDatabase, home))[1]).toMatch(/^warning: state\.db-wal has grown to 150 MB/);
		database.close();
	});
});

describe("a database of another version", () => {
	it("is a problem where it is newer than this program", async () => {
		const { home } = withDatabase((database) => void database.run("PRAGMA user_version = 900"));
		expect(lines(await runCheck(checkDatabase, home))[0]).toMatch(
			/^problem: .*newer Steward \(version 900.* → Install/,
		);
	});

	it("is nothing to do where it is older, or was never filled", async () => {
		const { home, file } = withDatabase();
		writeFileSync(file, "");
		const found = lines(await runCheck(checkDatabase, home));
		expect(found).toEqual([expect.stringMatching(/^ok: .*next start brings it/)]);
	});
});

describe("a damaged database", () => {
	it.each<[string, (file: string) => void]>([
		["has pages of nonsense", damage],
		["was cut off", (file) => truncateSync(file, 10_000)],
		["is none at all", (file) => writeFileSync(file, "a shopping list, a rather long one, with milk and bread on it")],
	])("is found where the file %s", async (_, spoil) => {
		const { home, file } = withDatabase();
		spoil(file);
		expect(lines(await runCheck(checkDatabase, home))).toEqual([
			expect.stringMatching(/^problem: state\.db is damaged \(.+\)\. → Stop Steward and copy/),
		]);
	});

	it("still gives its last good configuration, where that page is whole", async () => {
		const { home, file } = withDatabase((database) => {
			database.run("INSERT INTO facts VALUES ('last good configuration', 'log: { level: debug }')");
			database.run("CREATE TABLE spoilt (text TEXT)");
			for (let row = 0; row < 100; row += 1) database.run("INSERT INTO spoilt VALUES (?)", "x".repeat(4_000));
		});
		// The pages at the end are those of the table that came last.
		const handle = openSync(file, "r+");
		writeSync(handle, Buffer.alloc(40_960, 7), 0, undefined, statSync(file).size - 40_960);
		closeSync(handle);
		writeFileSync(homePaths(home).configFile, "log: { levle: debug }");
		expect(lines(await runCheck(checkDatabase, home))).toEqual([
			expect.stringContaining("problem: state.db is damaged"),
		]);
		expect(lines(await runCheck(checkConfiguration, home)).at(-1)).toMatch(/^warning: The last good version/);
	});
});

it("tells a database that is gone from one that was not made yet", async () => {
	const home = makeHome();
	expect(lines(await runCheck(checkDatabase, home))).toEqual([expect.stringMatching(/^ok: There is none yet/)]);
	await serveStatus(home);
	expect(lines(await runCheck(checkDatabase, home))).toEqual([expect.stringMatching(/^problem: state\.db is gone/)]);
	expect(await runCheck(checkDatabase, join(tempFolder(), "nothing"))).toEqual([]);
});

it("doesn't open another user's database", async () => {
	const { home } = withDatabase();
	expect(lines(await runCheck(checkDatabase, home, { database: { kind: "not-ours" } }))).toEqual([
		expect.stringMatching(/^problem: state\.db belongs to another user/),
	]);
});
