import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { homePaths } from "#config/paths.ts";
import { lockHome } from "#daemon/lock.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { checkDaemon } from "./check-daemon.ts";
import { readDaemonState } from "./daemon-state.ts";
import { lines, listenOn, makeHome, runCheck, serveStatus } from "./doctor-fixture.ts";

const LAST_START = Date.parse("2026-11-30T10:00:00Z");

function takeLock(home: string) {
	return lockHome(home, homePaths(home).lock, { pid: 4711, startedAt: LAST_START });
}

describe("a daemon that runs", () => {
	it("is told with its process, age and size", async () => {
		const home = makeHome();
		await serveStatus(home);
		expect(lines(await runCheck(checkDaemon, home))).toEqual([
			expect.stringMatching(/^ok: Steward \S+ runs, process 4711, up 2h05m, 80 MB\.$/),
		]);
	});

	it("is a warning where it is still the program of before an update", async () => {
		const home = makeHome();
		await serveStatus(home, { version: "0.0.1" });
		expect(lines(await runCheck(checkDaemon, home))[1]).toMatch(
			/^warning: It is still version 0\.0\.1.* → Stop Steward/,
		);
		const other = makeHome();
		await listenOn(
			homePaths(other).socket,
			createHttpServer((_request, response) => void response.end("{}")),
		);
		expect(lines(await runCheck(checkDaemon, other))).toEqual([expect.stringMatching(/^warning: .*another version/)]);
	});

	it.each(["thinking", "acting", "waiting-for-approval", "cancelling"])("is well while it is %s", async (state) => {
		const home = makeHome();
		await serveStatus(home, { loop: { state, since: LAST_START } });
		expect(lines(await runCheck(checkDaemon, home))).toEqual([expect.stringMatching(/^ok: /)]);
	});

	it("passes on what it says of its loop, its timers, its channels and what waits for a restart", async () => {
		const home = makeHome();
		await serveStatus(home, {
			restartNeeded: ["channels.web.port"],
			loop: { state: "failed", problem: "No model answers.", since: LAST_START },
			timers: { pending: 1, nextAt: 0, problem: "a timer is overdue by 5m00s" },
			channels: { web: { state: "degraded", problem: "The page is ill." }, telegram: { state: "degraded" } },
		});
		expect(lines(await runCheck(checkDaemon, home)).slice(1)).toEqual([
			expect.stringMatching(/^warning: .*channels\.web\.port\. → Stop Steward/),
			expect.stringMatching(/^problem: It has not been able to go on .* since 2026-1[12]-.*\. No model answers\. → /),
			expect.stringMatching(/^problem: Its timers don't fire: .*5m00s\. → Stop Steward/),
			expect.stringMatching(/^problem: The channel web is degraded\. The page is ill\./),
		]);
	});
});

describe("no daemon", () => {
	it("is a warning, with when it was last started", async () => {
		const home = makeHome();
		expect(lines(await runCheck(checkDaemon, home))).toEqual([
			"warning: Steward is not running. → Start it with: steward start",
		]);
		takeLock(home).release();
		expect(lines(await runCheck(checkDaemon, home))).toEqual([
			expect.stringMatching(/^warning: Steward is not running\. It was last started on 2026-(11-30|12-01) /),
		]);
	});

	it("leaves the lock as it was", async () => {
		const home = makeHome();
		takeLock(home).release();
		await runCheck(checkDaemon, home);
		const lock = takeLock(home);
		expect(() => lockHome(home, homePaths(home).lock, { pid: 1, startedAt: 1 })).toThrow("process 4711");
		lock.release();
	});

	it("is told from one that was killed, by its socket", async () => {
		const home = makeHome();
		const socket = JSON.stringify(homePaths(home).socket);
		const script = `require("node:net").createServer().listen(${socket}, () => process.kill(process.pid, "SIGKILL"))`;
		expect(() => execFileSync(process.execPath, ["-e", script], { stdio: "ignore" })).toThrow();
		expect(lines(await runCheck(checkDaemon, home))).toEqual([
			expect.stringMatching(/^warning: Steward is not running\. It was killed or crashed/),
		]);
	});

	it("is not worth a word where there is no home", async () => {
		expect(await runCheck(checkDaemon, `${makeHome()}/nothing`)).toEqual([]);
	});
});

describe("a daemon that says nothing", () => {
	it("is a problem while it holds the home, with the process to end", async () => {
		const home = makeHome();
		const lock = takeLock(home);
		expect(lines(await runCheck(checkDaemon, home))).toEqual([
			expect.stringMatching(/^problem: Process 4711, started on .* doesn't answer.* → .*kill -9 4711/),
		]);
		lock.release();
	});

	it("is waited for three seconds and no longer, and its connection is closed", async () => {
		const home = makeHome();
		const lock = takeLock(home);
		let closed = 0;
		let asked = 0;
		const hung = createHttpServer((request) => {
			asked += 1;
			request.socket.once("close", () => {
				closed += 1;
			});
		});
		await listenOn(homePaths(home).socket, hung);
		const clock = new FakeClock();
		const reading = readDaemonState(homePaths(home), clock);
		await vi.waitFor(() => expect(asked).toBe(1));
		await clock.advance(3_000);
		expect(await reading).toEqual({ kind: "silent", holder: { pid: 4711, startedAt: LAST_START } });
		await vi.waitFor(() => expect(closed).toBe(1));
		expect(clock.nextDelayMs).toBeUndefined();
		lock.release();
	});
});

it("says so where it can't be told", async () => {
	const home = makeHome();
	writeFileSync(homePaths(home).socket, "");
	expect(lines(await runCheck(checkDaemon, home))).toEqual([expect.stringMatching(/^problem: .*in the way/)]);
	const other = makeHome();
	writeFileSync(homePaths(other).lock, "this is not a lock, but somebody's shopping list");
	expect(lines(await runCheck(checkDaemon, other))).toEqual([expect.stringMatching(/^problem: .*SQLITE_NOTADB/)]);
});
