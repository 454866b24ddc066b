import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { Inside } from "#tools/inside.ts";
import type { KeepLimits } from "./decide-retention.ts";
import { pruneFiles } from "./prune-files.ts";

const NOW = Date.parse("2026-11-30T10:00:00Z");
const DAY = 86_400_000;

function openWorkspace() {
	const workspace = tempFolder();
	const at = (path: string) => join(workspace, path);
	const age = (path: string, days: number) =>
		utimesSync(at(path), (NOW - days * DAY) / 1000, (NOW - days * DAY) / 1000);
	return {
		...{ at, age },
		has: (path: string) => existsSync(at(path)),
		put(path: string, days: number, bytes = 10) {
			mkdirSync(dirname(at(path)), { recursive: true });
			writeFileSync(at(path), "x".repeat(bytes));
			age(path, days);
		},
		/** Calls `between` after each step. */
		async prune(limits: KeepLimits, between: () => void = () => undefined, signal = new AbortController().signal) {
			let count = 0;
			for await (const step of pruneFiles(new Inside(workspace), "outputs", "outputs", limits, NOW, signal)) {
				count += step.count;
				between();
			}
			return count;
		},
	};
}

describe("pruneFiles", () => {
	it("deletes files by age and by size, below its folder alone", async () => {
		const { put, prune, has, at } = openWorkspace();
		put("outputs/C-1.txt", 100);
		put("outputs/outside/C-2.txt", 100);
		put("outputs/C-3.txt", 50, 900_000);
		put("outputs/C-4.txt", 40, 900_000);
		put("outputs/C-5.txt", 0.5, 900_000);
		put("notes/old.txt", 4_000);
		put("outputs.txt", 4_000);
		expect(await prune({ days: 90, megabytes: 2 })).toBe(3);
		expect(readdirSync(at("outputs")).sort()).toEqual(["C-4.txt", "C-5.txt", "outside"]);
		expect(has("outputs/outside/C-2.txt")).toBe(false);
		expect(has("notes/old.txt") && has("outputs.txt")).toBe(true);
	});

	it("does nothing where there is no such folder", async () => {
		expect(await openWorkspace().prune({ days: 1 })).toBe(0);
	});

	it("leaves links, and what they lead to, alone", async () => {
		const { put, prune, has, at } = openWorkspace();
		put("notes/old.txt", 4_000);
		put("outputs/C-1.txt", 4_000);
		symlinkSync(at("notes"), at("outputs/folder"));
		symlinkSync(at("notes/old.txt"), at("outputs/file"));
		symlinkSync("/nowhere", at("outputs/broken"));
		expect(await prune({ days: 1 })).toBe(1);
		expect(has("notes/old.txt")).toBe(true);
		expect(readdirSync(at("outputs")).sort()).toEqual(["broken", "file", "folder"]);
	});

	it("goes nowhere where the folder itself is a link", async () => {
		const { put, prune, has, at } = openWorkspace();
		put("notes/old.txt", 4_000);
		symlinkSync(at("notes"), at("outputs"));
		expect(await prune({ days: 1 })).toBe(0);
		expect(has("notes/old.txt")).toBe(true);
	});

	it("goes nowhere else where a folder is exchanged for a link while it is at work", async () => {
		const { put, prune, has, at } = openWorkspace();
		for (const number of [1, 2, 3]) {
			put(`outputs/deep/C-${number}.txt`, 100 + number);
			put(`notes/C-${number}.txt`, 100 + number);
		}
		let isExchanged = false;
		await prune({ days: 1 }, () => {
			if (isExchanged) return;
			isExchanged = true;
			renameSync(at("outputs/deep"), at("outputs/other"));
			symlinkSync(at("notes"), at("outputs/deep"));
		});
		expect(isExchanged).toBe(true);
		expect([1, 2, 3].every((number) => has(`notes/C-${number}.txt`))).toBe(true);
		expect(readdirSync(at("outputs/other"))).toHaveLength(2);
	});

	it("leaves a file that was changed, or exchanged, since it was looked at", async () => {
		const { put, prune, has, at, age } = openWorkspace();
		for (const number of [1, 2, 3]) put(`outputs/C-${number}.txt`, 100 + number);
		let isFirst = true;
		await prune({ days: 1 }, () => {
			if (!isFirst) return;
			isFirst = false;
			writeFileSync(at("outputs/C-2.txt"), "written to just now");
			rmSync(at("outputs/C-3.txt"), { force: true, recursive: true });
			mkdirSync(at("outputs/C-3.txt"), { recursive: true });
			age("outputs/C-3.txt", 103);
		});
		expect(has("outputs/C-1.txt")).toBe(false);
		expect(has("outputs/C-2.txt") && has("outputs/C-3.txt")).toBe(true);
	});

	it("removes one name of a file that has others", async () => {
		const { put, prune, has, at } = openWorkspace();
		put("notes/kept.txt", 100);
		mkdirSync(at("outputs"));
		linkSync(at("notes/kept.txt"), at("outputs/C-1.txt"));
		expect(await prune({ days: 1 })).toBe(1);
		expect(has("notes/kept.txt")).toBe(true);
	});

	it("removes folders that have been empty for a day, the inner ones first, never its own", async () => {
		const { prune, has, at, age } = openWorkspace();
		mkdirSync(at("outputs/a/b"), { recursive: true });
		mkdirSync(at("outputs/fresh"));
		age("outputs/a/b", 2);
		age("outputs/a", 2);
		age("outputs", 2);
		await prune({ days: 1 });
		expect(has("outputs/a")).toBe(false);
		expect(has("outputs/fresh")).toBe(true);
		rmSync(at("outputs/fresh"), { recursive: true });
		age("outputs", 9);
		await prune({ days: 1 });
		expect(has("outputs")).toBe(true);
	});

	it("stops at once when told to", async () => {
		const { put, prune, at } = openWorkspace();
		for (let number = 0; number < 20; number += 1) put(`outputs/C-${number}.txt`, 100);
		const stop = new AbortController();
		stop.abort();
		await expect(prune({ days: 1 }, undefined, stop.signal)).rejects.toThrow(/abort/i);
		expect(readdirSync(at("outputs"))).toHaveLength(20);
	});
});
