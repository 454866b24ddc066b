import { expect, it } from "vitest";
import { homePaths } from "#config/paths.ts";
import { Database } from "#core/database.ts";
import { checkDrift } from "./check-drift.ts";
import { lines, makeHome, runCheck } from "./doctor-fixture.ts";

const DAY_MS = 24 * 3_600_000;

/** @param drifts each with how many days ago it was */
function homeWith(...drifts: [field: string, daysAgo: number][]): string {
	const home = makeHome();
	const database = new Database(homePaths(home).database);
	database.run(
		"INSERT INTO turns (id, trajectory_id, authority, state, started_at) VALUES (1, 1, 'owner', 'ended', 0)",
	);
	for (const [field, daysAgo] of drifts)
		database.run(
			"INSERT INTO drifts (at, turn_id, round, field, shown, counted) VALUES (?, 1, 1, ?, '2', '3')",
			...[Date.now() - daysAgo * DAY_MS, field],
		);
	database.close();
	return home;
}

const found = async (...drifts: Parameters<typeof homeWith>) => lines(await runCheck(checkDrift, homeWith(...drifts)));

it("is content where every figure was right", async () => {
	const ok = ["ok: Every figure of the status block equalled its recount in the last 7 days."];
	expect(await found()).toEqual(ok);
	expect(await found(["round", 8])).toEqual(ok);
});

it("names the fields that were wrong, the most frequent first, and what to do", async () => {
	expect(await found(["round", 1], ["calls this turn", 2], ["calls this turn", 6.9], ["round", 9])).toEqual([
		expect.stringMatching(
			/^warning: .* wrong figures 3 times in the last 7 days: calls this turn \(2\), round \(1\)\..* → .*report it/,
		),
	]);
	expect(await found(["round", 0])).toEqual([expect.stringContaining("wrong figures once in")]);
});

it("has nothing to say of a database that is missing, older, newer or unreadable", async () => {
	expect(await runCheck(checkDrift, makeHome())).toEqual([]);
	for (const version of [3, 900]) {
		const home = homeWith(["round", 1]);
		const database = new Database(homePaths(home).database);
		database.run(`PRAGMA user_version = ${version}`);
		database.close();
		expect(await runCheck(checkDrift, home)).toEqual([]);
	}
	const reading = { kind: "unreadable" as const, reason: "x", damaged: true, lastGood: undefined };
	expect(await runCheck(checkDrift, homeWith(), { database: reading })).toEqual([]);
});
