import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { homePaths } from "#config/paths.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { runCommandLine } from "./program.ts";
import { createProcess, runCommand } from "./test-command.ts";

/** A home whose page takes any free port. */
function freshHome(): string {
	const home = tempFolder();
	writeFileSync(join(home, "config.yaml"), "channels:\n  web:\n    port: 0\n");
	return home;
}

/** `steward start` in this process, up to its ready line. */
async function startSteward(home: string) {
	const surroundings = createProcess(home);
	const ended = runCommandLine(["start"], surroundings);
	await vi.waitFor(() => expect(surroundings.written().output).toContain("ready"), { timeout: 10_000 });
	return { ...surroundings, ended };
}

it("makes the home, says so, prints one line when it is ready, and stops at SIGTERM", async () => {
	const home = freshHome();
	const steward = await startSteward(home);
	const [made, choose, ready, end] = steward.written().output.split("\n");
	expect(made).toMatch(/^Made in .*: .*persona.*\.env/);
	expect(choose).toContain("steward setup");
	expect(ready).toMatch(/^Steward is ready: http:\/\/127\.0\.0\.1:\d+\/#login=\S+ \(\d+ ms\)$/);
	expect(end).toBe("");
	expect(await runCommand(home, ["status"])).toMatchObject({ code: 0 });

	steward.signals.emit("SIGTERM");
	expect(await steward.ended).toBe(0);
	expect(steward.exits).toEqual([0]);
	expect(await runCommand(home, ["status"])).toMatchObject({ code: 3 });
	expect(existsSync(homePaths(home).socket)).toBe(false);
	const log = readFileSync(join(home, "logs", "steward.log"), "utf8")
		.trimEnd()
		.split("\n");
	expect(log.map((line) => JSON.parse(line).message)).toContain("Steward is ready");
	expect(steward.written().errors).toBe("");
});

it("says nothing of a missing model to whoever has brought one", async () => {
	const home = freshHome();
	const { configFile } = homePaths(home);
	const model = "models: { main: [{ baseUrl: 'http://127.0.0.1:9/v1', model: m, apiKey: none }] }";
	writeFileSync(configFile, `${readFileSync(configFile, "utf8")}\n${model}\n`);
	const steward = await startSteward(home);
	expect(steward.written().output).toMatch(/^Made in [^\n]+\nSteward is ready/);
	steward.signals.emit("SIGTERM");
	expect(await steward.ended).toBe(0);
});

it("ends at once at the second signal", async () => {
	const steward = await startSteward(freshHome());
	steward.signals.emit("SIGINT");
	steward.signals.emit("SIGINT");
	expect(steward.exits[0]).toBe(130);
	await steward.ended;
});

it("says who has the home already", async () => {
	const home = freshHome();
	const steward = await startSteward(home);
	expect(await runCommand(home, ["start"])).toMatchObject({
		code: 1,
		errors: expect.stringMatching(/^A Steward runs already in .*process \d+.*\n$/),
	});
	steward.signals.emit("SIGTERM");
	await steward.ended;
});

it("refuses a configuration that can't be used, with exit code 78", async () => {
	const home = tempFolder();
	writeFileSync(join(home, "config.yaml"), "owner: 7\n");
	const { code, errors } = await runCommand(home, ["start"]);
	expect(code).toBe(78);
	expect(errors).toContain("config.yaml:1:8: error: owner");
	expect(errors).not.toContain("    at ");
});

it("says which port is in use, and lets go of the home", async () => {
	const home = freshHome();
	const steward = await startSteward(home);
	const port = /127\.0\.0\.1:(\d+)/.exec(steward.written().output)?.[1];
	const other = tempFolder();
	writeFileSync(join(other, "config.yaml"), `channels:\n  web:\n    port: ${port}\n`);
	for (let attempt = 0; attempt < 2; attempt += 1) {
		expect(await runCommand(other, ["start"])).toMatchObject({ code: 1, errors: expect.stringContaining("in use") });
	}
	steward.signals.emit("SIGTERM");
	await steward.ended;
});

it("says what keeps it from making the home", async () => {
	const folder = tempFolder();
	writeFileSync(join(folder, "file"), "");
	chmodSync(folder, 0o700);
	const { code, errors } = await runCommand(join(folder, "file", "home"), ["start"]);
	expect(code).toBe(1);
	expect(errors).toContain("Can't set up");
});
