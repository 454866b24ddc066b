import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fastFolder } from "./fast-folder.ts";
import { tempFolder } from "./temp-folder.ts";

const OURS = { leastFreeBytes: 1 };

it("is the folder in memory where there is room, and leaves nothing in it", () => {
	const inMemory = tempFolder();
	expect(fastFolder({ ...OURS, inMemory })).toBe(inMemory);
	expect(readdirSync(inMemory)).toEqual([]);
});

it("is on disk where the system has none, none to write to, or too little room", () => {
	expect(fastFolder({ ...OURS, inMemory: join(tempFolder(), "nowhere") })).toBe(tmpdir());
	expect(fastFolder({ inMemory: "/proc", leastFreeBytes: 0 })).toBe(tmpdir());
	expect(fastFolder({ inMemory: tempFolder(), leastFreeBytes: Number.MAX_SAFE_INTEGER })).toBe(tmpdir());
});
