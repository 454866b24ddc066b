import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homePaths } from "#config/paths.ts";
import { systemClock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import { createLog } from "#core/log.ts";
import { Facts } from "#daemon/records/facts.ts";
import { openSettings } from "#daemon/wire/open-settings.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { lines, makeHome, runCheck } from "./doctor-fixture.ts";

const TYPO = "log:\n  levle: debug\nchannels: { web: { port: many } }\n";

/** As the daemon does at a start: what loads is kept as the last good one. */
function loadOnce(home: string): void {
	const database = new Database(homePaths(home).database);
	const log = createLog({ clock: systemClock, level: "error", write: () => undefined });
	openSettings({ home, environment: {}, clock: systemClock }, new Facts(database), log).close();
	database.close();
}

it("has nothing to say of a new home but that it can be used", async () => {
	expect(lines(await runCheck(checkConfiguration, makeHome()))).toEqual(["ok: config.yaml can be used."]);
});

it("tells every mistake with its place and an example, and that a start would fail", async () => {
	const found = lines(await runCheck(checkConfiguration, makeHome(TYPO)));
	expect(found).toEqual([
		expect.stringMatching(/^problem: config\.yaml:2:10 log\.levle .*level.* → log:\n {2}level: info/),
		expect.stringMatching(/^problem: config\.yaml:3:26 channels\.web\.port .*number.* → channels:/),
		expect.stringMatching(/^problem: .*Steward can't start/),
	]);
});

it("says that the last good version is used, where there is one", async () => {
	const home = makeHome("log: { level: debug }\n");
	loadOnce(home);
	writeFileSync(homePaths(home).configFile, TYPO);
	const found = lines(await runCheck(checkConfiguration, home));
	expect(found).toHaveLength(3);
	expect(found[2]).toMatch(/^warning: The last good version/);
});

it("warns of what works but needs attention, without showing a secret", async () => {
	const home = makeHome(`models:
  main:
    - { baseUrl: "http://a.test/v1", model: m, apiKey: sk-plain-text-key }
    - { baseUrl: "http://b.test/v1", model: n, apiKey: "\${B_KEY}" }
`);
	chmodSync(homePaths(home).envFile, 0o644);
	const found = lines(await runCheck(checkConfiguration, home));
	expect(found).toEqual([
		expect.stringMatching(/^warning: config\.yaml:3:\d+ models\.main\[0\]\.apiKey .*plain text/),
		expect.stringMatching(/^warning: config\.yaml:4:\d+ models\.main\[1\]\.apiKey needs B_KEY.* → B_KEY=/),
		expect.stringMatching(/^warning: \.env:1:1 .*644.* → chmod 600/),
	]);
	expect(found.join()).not.toContain("sk-plain");
});

it("doesn't take a file that is gone for one that was never there", async () => {
	const home = makeHome();
	rmSync(homePaths(home).configFile);
	expect(lines(await runCheck(checkConfiguration, home))).toEqual([
		expect.stringMatching(/^problem: There is no config\.yaml\. → `steward setup`/),
	]);
	expect(await runCheck(checkConfiguration, join(tempFolder(), "nothing"))).toEqual([]);
});
