import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { HomeLockedError, lockHome } from "./lock.ts";

const me = { pid: process.pid, startedAt: Date.parse("2026-11-30T10:00:00Z") };

it("lets one process have a home, and tells the second who it is", () => {
	const home = tempFolder();
	const file = join(home, "lock");
	const lock = lockHome(home, file, me);
	const second = () => lockHome(home, file, { pid: 1, startedAt: 0 });
	expect(second).toThrow(HomeLockedError);
	expect(second).toThrow(`process ${process.pid}, running since 2026-11-30T10:00:00.000Z`);
	expect(second).toThrow(home);
	lock.release();
	lockHome(home, file, { pid: 1, startedAt: 0 }).release();
});

it("is free again when its holder was killed", () => {
	const home = tempFolder();
	const file = join(home, "lock");
	const killed = `
		const lock = new (require("better-sqlite3"))(${JSON.stringify(file)});
		lock.exec("CREATE TABLE holder (pid INTEGER, started_at INTEGER); INSERT INTO holder VALUES (7, 7); BEGIN IMMEDIATE");
		process.kill(process.pid, "SIGKILL");`;
	expect(() => execFileSync(process.execPath, ["-e", killed], { stdio: "ignore" })).toThrow();
	lockHome(home, file, me).release();
});
