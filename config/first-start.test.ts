import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { readEnvFile } from "./env-file.ts";
import { createHome } from "./first-start.ts";
import { configText } from "./home-texts.ts";
import { parseSettings } from "./load.ts";
import { homePaths } from "./paths.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;
const newHome = () => join(tempFolder(), "home");

describe("createHome", () => {
	it("makes every folder and file, closed to others, and says which", () => {
		const home = newHome();
		const created = createHome(home);
		const paths = homePaths(home);
		const expected = [
			...[home, paths.persona, paths.memory, paths.skills, paths.workspace, paths.inbox, paths.shared, paths.tasks],
			...[paths.logs, paths.configFile, paths.envFile],
			...["SOUL.md", "AGENTS.md", "HEARTBEAT.md"].map((name) => join(paths.persona, name)),
		];
		expect(created).toEqual(expected);
		for (const path of expected) expect(existsSync(path), path).toBe(true);
		expect(modeOf(home)).toBe(0o700);
		expect(modeOf(paths.envFile)).toBe(0o600);
		expect(readdirSync(home).sort()).toEqual([
			".env",
			"config.yaml",
			"logs",
			"memory",
			"persona",
			"skills",
			"workspace",
		]);
	});

	it("makes nothing the second time", () => {
		const home = newHome();
		createHome(home);
		expect(createHome(home)).toEqual([]);
	});

	it("completes a home without touching what is there", () => {
		const home = newHome();
		const { configFile, persona, envFile } = homePaths(home);
		mkdirSync(persona, { recursive: true });
		writeFileSync(configFile, "owner: { name: Ada }\n");
		symlinkSync("/nowhere/soul.md", join(persona, "SOUL.md"));
		const created = createHome(home);
		expect(readFileSync(configFile, "utf8")).toBe("owner: { name: Ada }\n");
		expect(existsSync(join(persona, "SOUL.md"))).toBe(false);
		expect(created).toContain(envFile);
		expect(created).not.toContain(configFile);
		expect(readdirSync(persona).sort()).toEqual(["AGENTS.md", "HEARTBEAT.md", "SOUL.md"]);
	});

	it("closes a home that was open to others, but not a folder that all share", () => {
		const [home, shared] = [newHome(), newHome()];
		for (const folder of [home, shared]) mkdirSync(folder);
		chmodSync(home, 0o755);
		chmodSync(shared, 0o1777);
		createHome(home);
		createHome(shared);
		expect(modeOf(home)).toBe(0o700);
		expect(modeOf(shared)).toBe(0o777);
	});

	it("says what is in the way and what to do", () => {
		const file = join(tempFolder(), "file");
		writeFileSync(file, "");
		expect(() => createHome(file)).toThrow(`Can't set up ${file}. A file has the name of a folder`);
		expect(() => createHome(join(file, "home"))).toThrow(/part of this path is a file.*STEWARD_HOME/);
	});

	it("says that it may not write", () => {
		const closed = tempFolder();
		chmodSync(closed, 0o555);
		const create = () => createHome(join(closed, "home"));
		expect(() => withoutRoot(create)).toThrow(/may not write there.*STEWARD_HOME/);
	});
});

/** Root may write everywhere, so for this the process is nobody for a moment. */
function withoutRoot(run: () => void): void {
	const { geteuid, seteuid } = process;
	const isRoot = geteuid !== undefined && seteuid !== undefined && geteuid() === 0;
	if (isRoot) seteuid(65_534);
	try {
		run();
	} finally {
		if (isRoot) seteuid(0);
	}
}

describe("the first config.yaml", () => {
	const text = configText("Europe/Berlin");
	const parse = (config: string, environment: Record<string, string> = {}) =>
		parseSettings({ text: config, file: "config.yaml", environment });

	it("loads as it is, with the machine's time zone", () => {
		const home = newHome();
		createHome(home);
		const result = parse(readFileSync(homePaths(home).configFile, "utf8"));
		const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
		expect(result).toMatchObject({ kind: "ok", problems: [], settings: { owner: { timezone: timeZone } } });
		expect(parse(text)).toMatchObject({ settings: { owner: { name: "Owner", timezone: "Europe/Berlin" } } });
	});

	it("loads with every line in use, together with every line of the first .env", () => {
		const home = newHome();
		createHome(home);
		const { envFile } = homePaths(home);
		writeFileSync(envFile, readFileSync(envFile, "utf8").replaceAll(/^#(?=\S)/gm, ""));
		const { values, problems } = readEnvFile(envFile);
		const everything = text.replaceAll(/^#(?=\S| {2})/gm, "");
		const result = parse(everything, { ...values } as Record<string, string>);
		expect([...result.problems, ...problems]).toEqual([]);
		expect(result).toMatchObject({
			kind: "ok",
			settings: {
				owner: { name: "Ada" },
				models: { main: [{ apiKey: "put-the-key-here" }], light: [{ model: "qwen3:8b" }] },
				channels: { telegram: { owners: [123456789] } },
				policy: { reach: { owner: "ask" } },
				rules: [{ allow: "tell-others", to: ["bob@example.org", "*@school.example"], perDay: 3, until: "2026-12-04" }],
				hooks: { before: [{ name: "no mails at night", command: ["hooks/night.sh"], timeoutMs: 5_000 }], after: [] },
				checks: { sidecar: true },
			},
		});
	});

	it("shows the defaults that are in force", () => {
		const inUse = text.replaceAll(
			/^#(?=(limits|context|log|channels|checks| {2}web| {4}port| {2}\w+(PerTurn|Tokens)| {2}(level|sidecar)))/gm,
			"",
		);
		const [shown, defaults] = [parse(inUse), parse("owner: { timezone: Europe/Berlin }")];
		expect(shown).toEqual(defaults);
	});
});
