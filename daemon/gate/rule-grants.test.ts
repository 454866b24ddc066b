import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHome } from "#config/first-start.ts";
import type { OwnersRule } from "#config/gate-schema.ts";
import { parseSettings } from "#config/load.ts";
import { homePaths } from "#config/paths.ts";
import type { JournalLine } from "#daemon/records/journal.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { RuleGrants } from "./rule-grants.ts";

const RULE: OwnersRule = {
	...{ allow: "tell-others", to: ["bob@example.org"], tools: ["send_mail"], perDay: 10, until: "2026-12-31" },
	evenWithOutsideContent: false,
};

/** A home with this configuration, and what the grants did there. */
function open(text: string) {
	const home = join(tempFolder(), "home");
	createHome(home);
	const paths = homePaths(home);
	writeFileSync(paths.configFile, text);
	const lines: JournalLine[] = [];
	let reloads = 0;
	const grants = new RuleGrants({
		...{ paths, environment: {} },
		journal: { add: (line: JournalLine) => lines.push(line) } as never,
		reload: () => {
			reloads += 1;
		},
	});
	const read = () => readFileSync(paths.configFile, "utf8");
	const rules = () => {
		const parsed = parseSettings({ text: read(), file: paths.configFile, environment: {} });
		return parsed.kind === "ok" ? parsed.settings.rules : parsed;
	};
	return { paths, grants, lines, read, rules, reloads: () => reloads };
}

describe("a rule from a card", () => {
	it.each([
		["no rules", "owner: { name: Ada }\n"],
		["an empty key", "owner: { name: Ada }\nrules:\n"],
		["an empty list", "rules: []\n"],
		["nothing at all", ""],
	])("is written into a configuration with %s, as the loader reads it", (_, text) => {
		const { grants, rules, reloads } = open(text);
		expect(grants.grant(RULE, "owner on web")).toContain("From now on without asking: tell-others to bob@example.org");
		expect(rules()).toEqual([RULE]);
		expect(reloads()).toBe(1);
	});

	it("leaves the owner's own rules and comments as they are", () => {
		const text = "# mine\nrules:\n  # my school\n  - allow: tell-others\n    to: ['*@school.example']\n";
		const { grants, read, rules } = open(text);
		grants.grant(RULE, "owner on web");
		expect(rules()).toMatchObject([{ to: ["bob@example.org"] }, { to: ["*@school.example"] }]);
		expect(read()).toContain("# mine");
		expect(read()).toContain("# my school");
	});

	it("is there once, however often it is granted, and where and by whom stands in the journal", () => {
		const { grants, rules, lines } = open("");
		grants.grant(RULE, "owner on web");
		grants.grant(RULE, "owner on telegram");
		expect(rules()).toEqual([RULE]);
		expect(lines).toMatchObject([
			{ kind: "rule", target: "bob@example.org", decision: "owner on web", outcome: "granted" },
			{ kind: "rule", target: "bob@example.org", decision: "owner on telegram", outcome: "granted" },
		]);
	});

	it("is not written into a configuration that can't be read, and the owner hears why", () => {
		const { grants, read, lines, reloads } = open("rules: [broken\n");
		expect(grants.grant(RULE, "owner on web")).toMatch(/^Allowed this once\. The rule could not be written/);
		expect(read()).toBe("rules: [broken\n");
		expect(lines).toMatchObject([{ outcome: "failed" }]);
		expect(reloads()).toBe(0);
	});

	it("keeps the rights of the file", () => {
		const { grants, paths } = open("");
		chmodSync(paths.configFile, 0o600);
		grants.grant(RULE, "owner on web");
		expect(statSync(paths.configFile).mode & 0o777).toBe(0o600);
	});
});
