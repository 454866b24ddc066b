import { expect, it } from "vitest";
import { verifyDatabase } from "#daemon/journal/journal-fixture.ts";
import { DAY, openArchive } from "./retention-fixture.ts";

const result = { firstEntryId: 1, lastEntryId: 1, tokensBefore: 9, tokensAfter: 1 };

it("journal lines, drifts and compactions go by their own age", async () => {
	const archive = openArchive({ retention: { journal: { days: 100, megabytes: 200 } } });
	const { records, database, clock } = archive;
	const { turnId } = archive.turn();
	const drift = "INSERT INTO drifts (at, turn_id, round, field, shown, counted) VALUES (?, ?, 1, 'calls', '3', '4')";
	const fill = () => {
		records.journal.add({ kind: "gate", target: "a.txt" });
		database.run(drift, clock.now(), turnId);
		records.compactions.fail(records.compactions.begin(1, "clear"), "failed", "no model");
	};
	fill();
	await clock.advance(60 * DAY);
	fill();
	await clock.advance(60 * DAY);
	fill();
	await archive.prune();
	for (const table of ["journal", "drifts", "compactions"]) expect(archive.count(table)).toBe(2);
	expect(archive.logged.join("")).toMatch(/"drifts":"1 .*"compactions":"1 .*"journal lines":"1 /);
});

it("the newest compaction of each trajectory stays, and those that are not over", async () => {
	const archive = openArchive();
	const { compactions, trajectories } = archive.records;
	const side = trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail" });
	const epochId = archive.epoch().id;
	const asked = compactions.ask(1, "the house", undefined);
	const done = compactions.begin(1, "handover");
	compactions.end(done, { epochId, ...result });
	const latest = compactions.begin(1, "clear");
	compactions.fail(latest, "failed", "no model");
	const ofSide = compactions.begin(side, "clear");
	compactions.fail(ofSide, "failed", "no model");
	await archive.clock.advance(4_000 * DAY);
	await archive.prune();
	expect(compactions.latest(1, 9).map(({ id }) => id)).toEqual([latest, asked]);
	expect(compactions.latest(side, 9).map(({ id }) => id)).toEqual([ofSide]);
	expect(compactions.asked(1)?.focus).toBe("the house");
});

it("what the owner wanted kept by a compaction goes with its row", async () => {
	const archive = openArchive();
	const { compactions } = archive.records;
	compactions.fail(compactions.ask(1, "the house", undefined), "given-up", "something else came first");
	compactions.fail(compactions.begin(1, "clear"), "failed", "no model");
	await archive.clock.advance(4_000 * DAY);
	await archive.prune();
	expect(archive.count("compactions")).toBe(1);
	expect(archive.texts("the house")).toEqual([]);
	expect(archive.dangling()).toEqual([]);
});

it("a journal that grew too large loses its oldest lines", async () => {
	const archive = openArchive({ retention: { journal: { days: 4_000, megabytes: 1 } } });
	archive.database.write(() => {
		for (let number = 0; number < 700; number += 1)
			archive.records.journal.add({ kind: "gate", target: `${number} ${"t".repeat(2_000)}` });
	});
	await archive.clock.advance(2 * DAY);
	await archive.prune();
	const kept = archive.database.all<{ target: string }>(
		"SELECT substr(target, 1, 3) AS target FROM journal ORDER BY id",
	);
	expect(kept.length).toBeGreaterThan(420);
	expect(kept.length).toBeLessThan(460);
	expect(kept.at(-1)?.target).toBe("699");
});

it("a line stays as long as an older one does: the chain has no holes", async () => {
	const archive = openArchive({ retention: { journal: { days: 100, megabytes: 200 } } });
	const { journal } = archive.records;
	const add = (target: string) => journal.add({ kind: "gate", target });
	add("old");
	await archive.clock.advance(60 * DAY);
	add("young");
	const now = archive.clock.now();
	archive.clock.set("1970-01-02T00:00:00Z");
	add("when the clock was wrong");
	archive.clock.set(now);
	add("younger");
	await archive.clock.advance(60 * DAY);
	await archive.prune();
	expect(journal.latest(9).map(({ target }) => target)).toEqual(["young", "when the clock was wrong", "younger"]);
	await archive.clock.advance(60 * DAY);
	await archive.prune();
	expect(journal.latest(9)).toEqual([]);
	expect(archive.count("journal_contents")).toBe(0);
	add("after all");
	expect(journal.latest(9)).toMatchObject([{ id: 5, target: "after all" }]);
});

it("the chain goes on where lines were thrown away, in whatever steps", async () => {
	const archive = openArchive({ retention: { journal: { days: 10, megabytes: 200 } } });
	const add = (count: number) => {
		for (let number = 0; number < count; number += 1)
			archive.records.journal.add({ kind: "gate", target: `${number}`, outcome: "done" });
	};
	archive.database.write(() => add(250));
	await archive.clock.advance(11 * DAY);
	archive.database.write(() => add(5));
	const cutOff = new AbortController();
	archive.parts.log = { ...archive.parts.log, info: () => undefined };
	cutOff.abort();
	await archive.prune(cutOff.signal);
	expect(verifyDatabase(archive.database)).toMatchObject({ kind: "intact" });
	await archive.prune();
	expect(verifyDatabase(archive.database)).toMatchObject({
		...{ kind: "intact", lines: 5, anchor: { line: 250 }, head: { line: 255 } },
	});
});

it("drifts and journal lines share one limit", async () => {
	const archive = openArchive({ retention: { journal: { days: 4_000, megabytes: 1 } } });
	const { turnId } = archive.turn();
	const drift = "INSERT INTO drifts (at, turn_id, round, field, shown, counted) VALUES (?, ?, 1, ?, '3', '4')";
	archive.database.run(drift, archive.clock.now(), turnId, "f".repeat(600_000));
	for (const name of ["old", "new"]) archive.records.journal.add({ kind: "gate", target: name.padEnd(300_000) });
	await archive.clock.advance(2 * DAY);
	await archive.prune();
	expect(archive.count("drifts")).toBe(1);
	expect(archive.database.all("SELECT trim(target) AS target FROM journal")).toEqual([{ target: "new" }]);
});

it("the file stops growing, once what comes is as much as what goes", async () => {
	const archive = openArchive({ retention: { journal: { days: 10, megabytes: 100 } } });
	const pages = () => archive.database.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
	const tenDays = async () => {
		archive.database.write(() => {
			for (let number = 0; number < 1_000; number += 1)
				archive.records.journal.add({ kind: "gate", target: `${number} ${"t".repeat(500)}` });
		});
		await archive.clock.advance(11 * DAY);
		await archive.prune();
		return pages();
	};
	await tenDays();
	// SQLite never gives pages back to the system, but writes into those that are free before it asks for more.
	const second = await tenDays();
	for (let round = 0; round < 4; round += 1) expect(await tenDays()).toBe(second);
});
