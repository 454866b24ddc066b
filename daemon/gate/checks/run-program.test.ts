import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { until } from "#daemon/model/model-fixture.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { isAlive, writeHook } from "./checks-fixture.ts";
import { runProgram } from "./run-program.ts";

let folder: string;
let clock: FakeClock;
let stopping: AbortController;
beforeEach(() => {
	[folder, clock, stopping] = [tempFolder(), new FakeClock(), new AbortController()];
});

const run = (command: string[], input = "", environment: Record<string, string> = { PATH: process.env.PATH ?? "" }) =>
	runProgram({ command, folder, environment, input, timeoutMs: 5_000 }, clock, stopping.signal);

const sh = (script: string, input?: string) => run(["sh", "-c", script], input);

/** The number that a program wrote into a file of its folder. */
async function pidIn(name: string): Promise<number> {
	const path = join(folder, name);
	await until(() => existsSync(path) && readFileSync(path, "utf8").endsWith("\n"), name);
	return Number(readFileSync(path, "utf8"));
}

it("hands over the input, and gives back outputs and exit code", async () => {
	expect(await sh("cat; echo no >&2; exit 3", "line\n")).toEqual({
		kind: "exited",
		code: 3,
		stdout: "line\n",
		stderr: "no\n",
	});
	expect(clock.nextDelayMs).toBeUndefined();
});

it("runs in the folder, with no variable but those given and no shell in between", async () => {
	const end = await run(
		["node", "-p", "JSON.stringify([process.cwd(), process.env, process.argv[1]])", "$HOME; touch made"],
		"",
		{ PATH: process.env.PATH ?? "", STEWARD_HOME: "/h" },
	);
	expect(end).toMatchObject({ kind: "exited", code: 0 });
	const [cwd, environment, argument] = JSON.parse("stdout" in end ? end.stdout : "");
	expect(cwd).toBe(folder);
	expect(Object.keys(environment).sort()).toEqual(["PATH", "STEWARD_HOME"]);
	expect(argument).toBe("$HOME; touch made");
	expect(existsSync(join(folder, "made"))).toBe(false);
});

it("does not mind a program that never reads its input", async () => {
	expect(await sh("exit 0", "x".repeat(2_000_000))).toMatchObject({ kind: "exited", code: 0 });
});

it("keeps 64 kB of each output, and lets the program write on", async () => {
	const end = await sh("head -c 3000000 /dev/zero | tr '\\0' a; head -c 3000000 /dev/zero | tr '\\0' b >&2; exit 2");
	expect(end).toEqual({ kind: "exited", code: 2, stdout: "a".repeat(65_536), stderr: "b".repeat(65_536) });
});

describe("what can't be started", () => {
	it("is said in words, without its path", async () => {
		expect(await run(["no-such-program-anywhere"])).toEqual({
			kind: "not-started",
			problem: "there is no such program, or no interpreter for it",
		});
		const path = join(folder, "closed.sh");
		writeFileSync(path, "#!/bin/sh\n");
		chmodSync(path, 0o644);
		expect(await run([path])).toEqual({ kind: "not-started", problem: "it is not marked as a program: chmod +x" });
		expect(await run(["sh", "a\0b"])).toEqual({ kind: "not-started", problem: "ERR_INVALID_ARG_VALUE" });
		expect(clock.nextDelayMs).toBeUndefined();
	});
});

it("says by which signal a program was ended", async () => {
	expect(await sh("kill -TERM $$")).toEqual({ kind: "signalled", signal: "SIGTERM" });
});

describe("a program that doesn't end", () => {
	const endless = "trap '' TERM; sleep 600 & echo $! > child; echo $$ > parent; wait";

	it("is killed at its time-out, and with it all that it started", async () => {
		const end = sh(endless);
		const pids = [await pidIn("parent"), await pidIn("child")];
		await clock.advance(4_999);
		expect(pids.map(isAlive)).toEqual([true, true]);
		await clock.advance(1);
		expect(await end).toEqual({ kind: "timed-out" });
		await until(() => !pids.some(isAlive), "their end");
		await clock.advance(10_000);
	});

	it("is killed when the signal aborts, and not started after that", async () => {
		const end = sh(endless);
		const pids = [await pidIn("parent"), await pidIn("child")];
		stopping.abort();
		expect(await end).toEqual({ kind: "stopped" });
		await until(() => !pids.some(isAlive), "their end");
		expect(clock.nextDelayMs).toBeUndefined();
		expect(await sh("echo 1 > late")).toEqual({ kind: "stopped" });
		expect(existsSync(join(folder, "late"))).toBe(false);
	});
});

describe("a program that leaves something running", () => {
	it("takes it with it", async () => {
		expect(await sh("sleep 600 & echo $! > child; echo done; exit 2")).toMatchObject({ code: 2, stdout: "done\n" });
		const pid = await pidIn("child");
		await until(() => !isAlive(pid), "its end");
	});

	it("is not waited for where that got away and holds the outputs open", async () => {
		const script = `const child = require("child_process").spawn("sleep", ["600"], { detached: true, stdio: "inherit" });
			child.unref(); require("fs").writeFileSync("runaway", child.pid + "\\n");`;
		const name = writeHook(folder, "leave.sh", `node -e '${script}'; echo away; exit 2`);
		const end = run([join(folder, name)]);
		const runaway = await pidIn("runaway");
		onTestFinished(() => void process.kill(runaway, "SIGKILL"));
		await until(() => clock.nextDelayMs === 250, "the exit");
		await clock.advance(250);
		expect(await end).toMatchObject({ kind: "exited", code: 2, stdout: "away\n" });
	});
});
