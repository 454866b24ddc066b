import { describe, expect, it } from "vitest";
import { DAY, openArchive } from "./retention-fixture.ts";

describe("requests that are no longer kept", () => {
	it("lose their manifest and status block; turn, entries and usage stay", async () => {
		const archive = openArchive({ retention: { requests: { days: 90, megabytes: 300 } } });
		const epoch = archive.epoch();
		const old = archive.request(epoch.id, "old status");
		await archive.clock.advance(60 * DAY);
		archive.request(epoch.id, "newer status");
		await archive.clock.advance(31 * DAY);
		archive.request(epoch.id, "newest status");
		await archive.prune();
		expect(archive.records.modelCalls.ofTurn(old.turnId)).toEqual([]);
		expect(archive.statuses()).toEqual(["newer status", "newest status"]);
		expect(archive.records.entries.ofTurn(old.turnId)).toMatchObject([{ message: { content: "hello" } }]);
		expect(archive.records.turns.get(old.turnId).state).toBe("ended");
		expect(archive.dangling()).toEqual([]);
		const line = /"message":"Threw away what was kept long enough","requests":"1 \(0\.0 MB\)"}/;
		expect(archive.logged.join("")).toMatch(line);
	});

	it("go by size too, the oldest first, each with the texts of the epoch that only it needs", async () => {
		const archive = openArchive({ retention: { requests: { days: 900, megabytes: 1 } } });
		// Two requests of 0.3 MB fit beside an opening of 0.3 MB; a third doesn't, nor anything older.
		const old = archive.epoch({ opening: "o".repeat(10) });
		archive.request(old.id, "small and old");
		const epoch = archive.epoch({ opening: "o".repeat(300_000) });
		for (const name of ["a", "b", "c", "d"]) archive.request(epoch.id, name.repeat(300_000));
		await archive.clock.advance(2 * DAY);
		await archive.prune();
		expect(archive.statuses().map((status) => status[0])).toEqual(["c", "d"]);
	});

	it("count what several epochs share once", async () => {
		const archive = openArchive({ retention: { requests: { days: 900, megabytes: 1 } } });
		for (const opening of ["a", "b", "c", "d"])
			archive.request(archive.epoch({ prompt: "p".repeat(300_000), opening }).id);
		await archive.clock.advance(2 * DAY);
		await archive.prune();
		expect(archive.count("model_calls")).toBe(4);
	});

	it("stay as long as their turn has not ended", async () => {
		const archive = openArchive();
		const epoch = archive.epoch();
		const { turnId } = archive.request(epoch.id, "waits for months");
		archive.database.run("UPDATE turns SET state = 'waiting-for-model' WHERE id = ?", turnId);
		archive.request(epoch.id, "ended");
		await archive.clock.advance(400 * DAY);
		archive.request(epoch.id, "newest");
		await archive.prune();
		expect(archive.records.modelCalls.ofTurn(turnId)).toHaveLength(1);
		expect(archive.count("model_calls")).toBe(2);
	});

	it("never give their numbers away: the usage ledger refers to them for ever", async () => {
		const archive = openArchive();
		const epoch = archive.epoch();
		const { id } = archive.request(epoch.id);
		archive.request(epoch.id);
		await archive.clock.advance(4_000 * DAY);
		await archive.prune();
		expect(archive.request(epoch.id).id).toBe(id + 2);
		expect(archive.count("model_calls")).toBe(2);
	});

	it("go in short commits, with others' turn in between; cut off anywhere, the next run does the rest", async () => {
		const commits: number[] = [];
		const archive = openArchive({ hooks: { afterCommit: (number) => commits.push(number) } });
		const epoch = archive.epoch();
		archive.database.write(() => {
			for (let number = 0; number < 1_000; number += 1) archive.request(epoch.id);
		});
		await archive.clock.advance(100 * DAY);
		archive.request(epoch.id);
		commits.length = 0;
		const stop = new AbortController();
		setImmediate(() => stop.abort());
		await archive.prune(stop.signal);
		const left = archive.count("model_calls");
		expect(left).toBeGreaterThan(1);
		expect(left).toBeLessThan(1_001);
		await archive.prune();
		expect(archive.count("model_calls")).toBe(1);
		expect(commits).toHaveLength(10);
		expect(archive.dangling()).toEqual([]);
	});

	it("whose batch fails are logged and gone at the next run; the other sweeps go on", async () => {
		let isDiskFull = false;
		const archive = openArchive({
			hooks: {
				beforeCommit: () => {
					if (!isDiskFull) return;
					isDiskFull = false;
					throw new Error("database or disk is full");
				},
			},
		});
		const epoch = archive.epoch();
		archive.request(epoch.id);
		archive.records.journal.add({ kind: "stop" });
		await archive.clock.advance(400 * DAY);
		archive.request(epoch.id);
		isDiskFull = true;
		await archive.prune();
		expect(archive.count("model_calls")).toBe(2);
		expect(archive.count("journal")).toBe(0);
		expect(archive.logged.join("")).toMatch(/"what":"requests".*disk is full/);
		await archive.prune();
		expect(archive.count("model_calls")).toBe(1);
	});
});
