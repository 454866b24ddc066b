import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkHooks } from "./check-hooks.ts";
import { lines, makeHome, runCheck } from "./doctor-fixture.ts";

/** A home whose one hook has this command, and a program `hooks/check.sh`. */
function homeWith(hook: string, mode = 0o755): string {
	const home = makeHome(`hooks:\n  before:\n    - { name: mine, ${hook} }\n`);
	mkdirSync(join(home, "hooks"));
	writeFileSync(join(home, "hooks/check.sh"), "#!/bin/sh\n");
	chmodSync(join(home, "hooks/check.sh"), mode);
	return home;
}

it("has nothing to say where there are no hooks, and a word where all are there", async () => {
	expect(await runCheck(checkHooks, makeHome())).toEqual([]);
	const home = homeWith("command: [hooks/check.sh], tools: [write_*, reply]");
	expect(lines(await runCheck(checkHooks, home))).toEqual(["ok: The programs under `hooks` are there."]);
	expect(lines(await runCheck(checkHooks, homeWith("command: [node, hooks/check.sh]")))).toHaveLength(1);
});

it("names tools that are not there, and those that are", async () => {
	const home = homeWith("command: [hooks/check.sh], tools: [wirte_file, reply]");
	expect(lines(await runCheck(checkHooks, home))).toEqual([
		expect.stringMatching(/^warning: The hook mine is for tools that are not there: wirte_file\. .* → .*write_file/),
	]);
});

it("says which program is missing, can't be run, or lies where the assistant writes", async () => {
	expect(lines(await runCheck(checkHooks, homeWith("command: [hooks/gone.sh]")))).toEqual([
		expect.stringMatching(/^problem: The hook mine can't be run: .*ENOENT/),
	]);
	// Root may read everything, but runs nothing that nobody may run.
	expect(lines(await runCheck(checkHooks, homeWith("command: [hooks/check.sh]", 0o644)))).toEqual([
		expect.stringMatching(/^problem: The hook mine can't be run: .*EACCES.* → .*chmod \+x .*check\.sh$/),
	]);
	const home = homeWith("command: [workspace/check.sh]");
	writeFileSync(join(home, "workspace/check.sh"), "#!/bin/sh\n");
	expect(lines(await runCheck(checkHooks, home))).toEqual([
		expect.stringMatching(/^problem: The hook mine is never run: .*the assistant itself writes/),
	]);
});
