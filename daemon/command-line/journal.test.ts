import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { openRecordsKit } from "#daemon/control/control-fixture.ts";
import { createDispatch } from "#daemon/control/dispatch.ts";
import { journalRoutes } from "#daemon/control/journal-routes.ts";
import { controlSocketPath } from "#daemon/control/socket-path.ts";
import { makeTurn } from "#daemon/control/trace-fixture.ts";
import { openJournal } from "#daemon/journal/journal-fixture.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { runCommand } from "./test-command.ts";

/** A daemon that answers for its journal alone. */
async function startDaemon() {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const silent = () => undefined;
	const log = { debug: silent, info: silent, warn: silent, error: silent };
	const dispatch = createDispatch(journalRoutes(kit), new AbortController().signal, log);
	const server = createServer((request, response) => void dispatch(request, response));
	await new Promise<void>((resolve) => server.listen(controlSocketPath(kit.home).path, resolve));
	onTestFinished(() => void server.close());
	return { kit, clock, run: (...words: string[]) => runCommand(kit.home, ["journal", ...words]) };
}

/** A home with a journal of six lines, and no daemon. */
function makeHome() {
	const home = join(tempFolder(), "home");
	createHome(home);
	const opened = openJournal(homePaths(home).database);
	opened.addCalls(3);
	return { ...opened, run: (...words: string[]) => runCommand(home, ["journal", ...words]) };
}

it("lists what was decided, the newest last, with tools, questions and their answers by name", async () => {
	const { kit, clock, run } = await startDaemon();
	expect((await run()).output).toBe("Nothing is in the journal yet.\n");
	const turn = await makeTurn(kit, clock);
	kit.records.journal.add({ kind: "approval", approvalId: 1, callId: 2, decision: "denied by owner on web" });
	const { output, code } = await run();
	const lines = output.trimEnd().split("\n");
	expect(code).toBe(0);
	expect(lines).toHaveLength(4);
	expect(lines[1]).toMatch(/gate +owner +C-2 delete_file, spend workspace\/notes\.md; ask \(spend × owner\)$/);
	expect(lines[3]).toMatch(/approval +C-2 delete_file, approval K7Q2MN; denied by owner on web$/);
	expect((await run("--limit", "1")).output).toBe(`${lines[3]}\n`);
	expect((await run("--turn", `${turn}`)).output).toBe(`${lines.slice(0, 3).join("\n")}\n`);
	expect((await run("--turn", "E-1", "--limit", "2")).output).toBe(`${lines.slice(1, 3).join("\n")}\n`);
	expect((await run("--turn", "99")).output).toMatch(/^Nothing of that turn/);
	expect(JSON.parse((await run("--json", "--limit", "1")).output)).toMatchObject([
		{ id: 4, kind: "approval", call: "C-2", tool: "delete_file", approval: "K7Q2MN", erased: false },
	]);
});

it("says what was erased, and lets no text do anything to the terminal", async () => {
	const { kit, run } = await startDaemon();
	const { journal } = kit.records;
	journal.add({ kind: "gate", target: "bob@example.org", decision: "ask", rule: "tell-others × owner" });
	kit.database.run("DELETE FROM journal_contents");
	journal.add({ kind: "gate", target: "a\u001b[2Jb\u202Ec" });
	const { output } = await run();
	expect(output).toMatch(/\[erased\]; ask \(\[erased\]\)/);
	expect(output).toMatch(/abc\n$/);
});

it.each([
	[["--limit", "0"], '"limit" is not right'],
	[["--limit", "many"], '"limit" is not right: must be a number'],
	[["--turn", "yesterday"], "must be a turn's number"],
	[["--turn", "E-99"], "There is no event E-99"],
	[["--since", "812"], "--since must be a head as `steward journal --verify` prints it"],
])("refuses %j with what to write instead", async (options, problem) => {
	const { run } = await startDaemon();
	expect(await run(...options)).toMatchObject({ code: 1, errors: expect.stringContaining(problem) });
});

it("verifies without a daemon, and prints a head that later proves what was there", async () => {
	const { run, addCalls } = makeHome();
	expect((await run()).code).toBe(3);
	const { code, output } = await run("--verify");
	expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^Intact: 6 lines/) });
	const head = /^Head: (\S+)$/m.exec(output)?.[1] ?? "";
	addCalls(2);
	const since = await run("--since", head);
	expect(since).toMatchObject({ code: 0, output: expect.stringContaining("Proven: nothing up to the head") });
	const forged = `${head.slice(0, -1)}${head.endsWith("0") ? "1" : "0"}`;
	expect(await run("--verify", "--since", forged)).toMatchObject({
		...{ code: 1, output: expect.stringMatching(/^BROKEN at line 6: all lines fit together, but/) },
	});
	expect(JSON.parse((await run("--verify", "--since", head, "--json")).output)).toMatchObject({
		...{ kind: "intact", lines: 10, noted: "proven", head: expect.stringMatching(/^10:[0-9a-f]{64}$/) },
	});
});

it("fails where a line was changed, and where it can't prove what it was asked", async () => {
	const { run, database, head, tamper } = makeHome();
	const { line, chain } = head();
	expect(JSON.parse((await run("--verify", "--json")).output)).toMatchObject({ kind: "intact" });
	const earlier = database.get<{ chain: string }>("SELECT chain FROM journal_lines WHERE id = 2")?.chain;
	database.run("DELETE FROM journal_lines WHERE id <= 3");
	expect((await run("--since", `2:${earlier}`)).code).toBe(1);
	expect((await run("--since", `${line}:${chain}`)).code).toBe(0);
	tamper("UPDATE journal_lines SET decision = 'deny' WHERE id = 5");
	expect(await run("--verify")).toMatchObject({ code: 1, output: expect.stringMatching(/^BROKEN at line 5: /) });
	expect(await run("--verify", "--json")).toMatchObject({
		code: 1,
		output: expect.stringContaining('"fault": "changed"'),
	});
});

it("fails where there is nothing to verify", async () => {
	const { code, output } = await runCommand(join(tempFolder(), "home"), ["journal", "--verify"]);
	expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("no journal yet") });
});
