import { expect, it } from "vitest";
import { checkSystem, judgeNode, judgeWatch } from "./check-system.ts";
import { lines, makeHome, runCheck } from "./doctor-fixture.ts";

it("finds this machine good enough for this test", async () => {
	expect(lines(await runCheck(checkSystem, makeHome()))).toEqual([`ok: Node ${process.versions.node} will do.`]);
});

it.each([
	["20.18.3", "problem"],
	["20.19.0", "ok"],
	["22.0.0", "ok"],
	["18.20.0", "problem"],
])("judges Node %s as %s", (version, level) => {
	expect(judgeNode(version, ">=20.19").level).toBe(level);
});

it.each([
	["ENOSPC", "max_user_watches"],
	["EMFILE", "max_user_instances"],
	["EPERM", "after each edit"],
])("says what to do where files can't be watched (%s)", (code, remedy) => {
	expect(lines(judgeWatch(code))).toEqual([expect.stringMatching(`^warning: .*${code}.* → .*${remedy}`)]);
});
