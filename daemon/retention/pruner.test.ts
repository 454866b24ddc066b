import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { Pruner } from "./pruner.ts";
import { DAY, openArchive } from "./retention-fixture.ts";

const soon = { timeout: 10_000, interval: 5 };

it("prunes five minutes after the start, then once a day, and wakes nobody in between", async () => {
	const archive = openArchive();
	const epoch = archive.epoch();
	for (const _ of [1, 2]) archive.request(epoch.id);
	await archive.clock.advance(100 * DAY);
	const pruner = new Pruner(archive.parts);
	pruner.start();
	expect(archive.clock.nextDelayMs).toBe(5 * 60_000);
	await archive.clock.advance(5 * 60_000 - 1);
	expect(archive.count("model_calls")).toBe(2);
	await archive.clock.advance(1);
	await vi.waitFor(() => expect(archive.count("model_calls")).toBe(1), soon);
	expect(archive.clock.nextDelayMs).toBe(DAY);
	archive.request(epoch.id);
	archive.request(epoch.id);
	await archive.clock.advance(100 * DAY);
	await vi.waitFor(() => expect(archive.count("model_calls")).toBe(1), soon);
	await pruner.close();
});

it("stops at once when it is closed: nothing is thrown away after that, and it never runs again", async () => {
	const archive = openArchive();
	const epoch = archive.epoch();
	archive.database.write(() => {
		for (let number = 0; number < 2_000; number += 1) archive.request(epoch.id);
	});
	await archive.clock.advance(100 * DAY);
	const pruner = new Pruner(archive.parts);
	pruner.start();
	await archive.clock.advance(5 * 60_000);
	await pruner.close();
	// The run has said its last word: the database may be closed.
	expect(archive.logged.join("")).toContain("Threw away");
	const left = archive.count("model_calls");
	expect(left).toBeGreaterThan(1);
	await archive.clock.advance(3 * DAY);
	expect(archive.count("model_calls")).toBe(left);
	expect(archive.clock.nextDelayMs).toBeUndefined();
	expect(archive.logged.join("")).not.toContain("could not be thrown away");
});

it("leaves attachments alone unless the owner has set a limit, and takes a new limit at its next run", async () => {
	const archive = openArchive();
	const { workspace, clock, parts } = archive;
	for (const folder of ["inbox", "outputs"]) {
		mkdirSync(join(workspace, folder));
		writeFileSync(join(workspace, folder, "old.txt"), "old");
		utimesSync(join(workspace, folder, "old.txt"), 1_000, 1_000);
	}
	let retention = parts.retention();
	const pruner = new Pruner({ ...parts, retention: () => retention });
	pruner.start();
	await clock.advance(5 * 60_000);
	await vi.waitFor(() => expect(existsSync(join(workspace, "outputs/old.txt"))).toBe(false), soon);
	await clock.advance(DAY);
	expect(existsSync(join(workspace, "inbox/old.txt"))).toBe(true);
	retention = { ...retention, attachments: { megabytes: 10, days: 30 } };
	await clock.advance(DAY);
	await vi.waitFor(() => expect(existsSync(join(workspace, "inbox/old.txt"))).toBe(false), soon);
	await pruner.close();
});

it("logs nothing where nothing goes", async () => {
	const archive = openArchive();
	const epoch = archive.epoch();
	for (const _ of [1, 2]) archive.request(epoch.id);
	await archive.prune();
	expect(archive.logged).toEqual([]);
});
