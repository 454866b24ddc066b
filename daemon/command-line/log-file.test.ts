import { readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { LogFile } from "./log-file.ts";

it("writes lines to a file that only the owner can read, and goes on at its end", () => {
	const path = join(tempFolder(), "steward.log");
	new LogFile(path, () => undefined).write("one\n");
	new LogFile(path, () => undefined).write("two\n");
	expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("begins a new file when it is full, and keeps the one before", () => {
	const path = join(tempFolder(), "steward.log");
	const file = new LogFile(path, () => undefined, 10);
	for (const line of ["12345678\n", "abcdefgh\n", "next\n"]) file.write(line);
	expect(readFileSync(`${path}.1`, "utf8")).toBe("12345678\nabcdefgh\n");
	expect(readFileSync(path, "utf8")).toBe("next\n");
});

it("hands over the line that the disk refuses, and does not fail", () => {
	const folder = tempFolder();
	const path = join(folder, "steward.log");
	// Every write to this device fails as on a full disk.
	symlinkSync("/dev/full", path);
	const refused: string[] = [];
	new LogFile(path, (line) => refused.push(line)).write("one\n");
	expect(refused).toEqual(["one\n"]);
});

it("goes on in the old file where a new one can't be begun", () => {
	const folder = join(tempFolder(), "logs");
	const path = join(folder, "steward.log");
	const refused: string[] = [];
	symlinkSync(tempFolder(), folder);
	const file = new LogFile(path, (line) => refused.push(line), 4);
	file.write("one\n");
	rmSync(folder);
	file.write("two\n");
	file.write("six\n");
	expect(refused).toEqual(["two\n"]);
});
