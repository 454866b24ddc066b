import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homePaths } from "#config/paths.ts";
import { closedPort, makeHome, serveStatus } from "#daemon/doctor/doctor-fixture.ts";
import { API_KEY, serverWith } from "#daemon/model/model-fixture.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { runCommand } from "./test-command.ts";

it("finds no problem in a home that works, and says so in one line a check", async () => {
	const model = await serverWith({ kind: "call", calls: [{ tool: "say_hello", arguments: { greeting: "Hi" } }] });
	const home = makeHome(`models: { main: [{ baseUrl: "${model.baseUrl}", model: m, apiKey: "\${KEY}" }] }
channels: { web: { port: 0 } }`);
	writeFileSync(homePaths(home).envFile, `KEY=${API_KEY}\n`, { mode: 0o600 });
	const { code, output, errors } = await runCommand(home, ["doctor"]);
	expect(errors).toBe("");
	expect(output).toMatch(
		/^Steward \S+, home .*\n\n✓ configuration {2}config\.yaml can be used\.\n✓ home {11}It is yours/,
	);
	expect(output).toMatch(/\n! daemon {9}Steward is not running\.\n {17}→ Start it with: steward start\n/);
	expect(output).toMatch(/\n✓ clock {10}\S.*\n✓ {16}Times are told/);
	expect(output).toMatch(/\n0 problems, \d warnings?\n$/);
	expect(output).not.toContain(API_KEY);
	expect(code).toBe(0);
});

it("ends with 1 where something doesn't work", async () => {
	const model = `{ baseUrl: "http://127.0.0.1:${await closedPort()}/v1", model: m }`;
	const home = makeHome(`models: { main: [${model}] }\nchannels: { web: { port: 0 } }`);
	const { code, output } = await runCommand(home, ["doctor"]);
	expect(output).toMatch(/\n✗ model {10}main: m at .*\n {17}→ Start the model server/);
	expect(output).toMatch(/\n1 problem, \d warnings?\n$/);
	expect(code).toBe(1);
});

it("ends with 78 where the configuration can't be used, and still examines the rest", async () => {
	const home = makeHome("log: { level: much }\nchannels: { web: { port: 0 } }");
	const { code, output } = await runCommand(home, ["doctor"]);
	expect(output).toMatch(/✗ configuration {2}config\.yaml:1:\d+ log\.level /);
	expect(output).toContain("✓ disk");
	expect(code).toBe(78);
});

it("gives scripts the same as JSON", async () => {
	const home = makeHome("channels: { web: { port: 0 } }");
	await serveStatus(home, { channels: { web: { state: "degraded", problem: "The page is ill." } } });
	const { code, output } = await runCommand(home, ["doctor", "--json"]);
	const report = JSON.parse(output);
	expect(report).toMatchObject({ home, version: expect.any(String), warnings: 1 });
	expect(report.findings).toContainEqual({
		...{ check: "daemon", level: "problem", what: "The channel web is degraded. The page is ill." },
		remedy: expect.any(String),
	});
	const levels = report.findings.map(({ level }: { level: string }) => level);
	expect(report.problems).toBe(levels.filter((level: string) => level === "problem").length);
	expect(code).toBe(1);
});

it("tells an empty machine what to do first, and makes nothing", async () => {
	const home = join(tempFolder(), "none");
	const { code, output } = await runCommand(home, ["doctor"]);
	expect(output).toMatch(/✗ home {11}There is no home at .*\n {17}→ `steward setup` makes one/);
	expect(output).not.toContain("configuration");
	expect(code).toBe(1);
	expect(() => rmSync(home)).toThrow("ENOENT");
});
