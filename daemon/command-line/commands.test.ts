import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createHome } from "#config/first-start.ts";
import { startControl } from "#daemon/control/control-fixture.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { runCommandLine } from "./program.ts";
import { createProcess, runCommand } from "./test-command.ts";

it.each([["status"], ["events"], ["trace"], ["chat"], ["stop"], ["link"], ["send hi"], ["approve K7Q2"]])(
	"says of `%s` that Steward is not running, with exit code 3",
	async (command) => {
		const { code, errors } = await runCommand(tempFolder(), command.split(" "));
		expect(errors).toBe("Steward is not running. Start it with: steward start\n");
		expect(code).toBe(3);
	},
);

it("says the same of a socket that a killed daemon left", async () => {
	const home = tempFolder();
	const socket = JSON.stringify(join(home, "control.sock"));
	const script = `require("node:net").createServer().listen(${socket}, () => process.kill(process.pid, "SIGKILL"))`;
	expect(() => execFileSync(process.execPath, ["-e", script], { stdio: "ignore" })).toThrow();
	expect(await runCommand(home, ["status"])).toMatchObject({ code: 3 });
});

it("says when the daemon goes away before it has answered", async () => {
	const home = tempFolder();
	const server = createServer((socket) => socket.once("data", () => socket.destroy()));
	await new Promise<void>((resolve) => server.listen(join(home, "control.sock"), resolve));
	onTestFinished(() => void server.close());
	const { code, errors } = await runCommand(home, ["status"]);
	expect(errors).toContain("stopped before it answered");
	expect(code).toBe(3);
});

it("says so when the daemon is of another version", async () => {
	const home = tempFolder();
	const server = createServer((socket) =>
		socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")),
	);
	await new Promise<void>((resolve) => server.listen(join(home, "control.sock"), resolve));
	onTestFinished(() => void server.close());
	const { code, errors } = await runCommand(home, ["status"]);
	expect(errors).toContain("another version");
	expect(code).toBe(1);
});

it("sends what stands on the line, or what is piped in", async () => {
	const { home, records } = await startControl();
	expect(await runCommand(home, ["send", "buy", "milk"])).toMatchObject({ code: 0, output: "E-1\n" });
	expect(await runCommand(home, ["send"], "two\nlines\n")).toMatchObject({ output: "E-2\n" });
	expect(await runCommand(home, ["send", "-"], "dash")).toMatchObject({ output: "E-3\n" });
	expect(records.events.latest({ limit: 9 }).map(({ text }) => text)).toEqual(["buy milk", "two\nlines", "dash"]);
	expect(await runCommand(home, ["send"], "\n")).toMatchObject({ code: 1, errors: expect.stringContaining("nothing") });
});

it("prints the answer and nothing else with --wait, for scripts", async () => {
	const kit = await startControl();
	const sending = runCommand(kit.home, ["send", "hello", "--wait"]);
	await vi.waitFor(() => expect(kit.records.events.find(1)).toBeDefined());
	kit.reply(1, "Good \u001b[31mmorning.");
	expect(await sending).toEqual({ code: 0, output: "Good morning.\n", errors: "" });
});

it("fails with --wait when the event failed, and tells how it ended where nothing was said", async () => {
	const kit = await startControl();
	const sending = runCommand(kit.home, ["send", "hello", "--wait"]);
	await vi.waitFor(() => expect(kit.records.events.find(1)).toBeDefined());
	kit.reply(1, "", "failed");
	expect(await sending).toMatchObject({ code: 1, output: "", errors: expect.stringContaining("E-1 ended without") });
});

it("shows how the daemon is, for people and for scripts", async () => {
	const { home } = await startControl();
	const { output, code } = await runCommand(home, ["status"]);
	expect(code).toBe(0);
	expect(output).toContain("Steward 0.1.0 is ok, up 1m15s");
	expect(output).toContain("telegram  degraded: the token was refused");
	expect(output).toContain("80 % cached");
	expect(JSON.parse((await runCommand(home, ["status", "--json"])).output)).toMatchObject({ pid: 4711, home });
});

it("shows what it is doing, for how long, and what goes on in the background", async () => {
	const kit = await startControl();
	const doing = async () => (await runCommand(kit.home, ["status"])).output.split("\n").slice(3, 6);
	kit.loop.set({ state: "thinking", turnId: 12, since: Date.now() - 64_500 });
	kit.tasks.set([
		{
			name: "T-9",
			tool: "run_script",
			state: "running",
			startedAt: Date.now() - 600_500,
			doing: "running\na \u001b[2J",
		},
		{
			name: "T-10",
			tool: "fetch",
			state: "running",
			startedAt: Date.now() - 5_500,
			doing: `reading ${"x".repeat(99)}`,
		},
	]);
	expect(await doing()).toEqual([
		expect.stringMatching(/^doing {5}turn 12: thinking for 1m0[4-9]s$/),
		expect.stringMatching(/^task {6}T-9 run_script \(10m0\ds\): running a \S*$/),
		expect.stringMatching(/^task {6}T-10 fetch \(\ds\): reading x{72}$/),
	]);
	kit.tasks.set([]);
	kit.loop.set({ state: "waiting-for-approval" });
	expect((await doing())[0]).toBe("doing     waiting for your approval");
	kit.loop.set({ state: "failed", problem: "No model answers." });
	expect((await doing())[0]).toBe("doing     failed: No model answers.");
});

it("lists events in one line each, and pages back", async () => {
	const kit = await startControl();
	await runCommand(kit.home, ["send", `a\n${"word ".repeat(40)}`]);
	await runCommand(kit.home, ["send", "second"]);
	kit.reply(1, "ok");
	const { output } = await runCommand(kit.home, ["events"]);
	expect(output.trimEnd().split("\n")).toEqual([
		expect.stringMatching(/^E-1 .*terminal.*owner.*replied turn 1.*a word.*…$/),
		expect.stringMatching(/^E-2 .*waiting.*second$/),
	]);
	const page = await runCommand(kit.home, ["events", "--json", "--limit", "1", "--before", "E-2"]);
	expect(JSON.parse(page.output)).toMatchObject([{ id: "E-1" }]);
});

it("traces the latest turn, one by number, or one by an event of it", async () => {
	const kit = await startControl();
	await runCommand(kit.home, ["send", "hello"]);
	kit.reply(1, "Hi there");
	for (const words of [["trace"], ["trace", "1"], ["trace", "E-1", "--full"]]) {
		const { output, code } = await runCommand(kit.home, words);
		expect(code).toBe(0);
		expect(output).toContain("5. Why it ended");
		expect(output).toContain("Hi there");
	}
	expect(JSON.parse((await runCommand(kit.home, ["trace", "--json"])).output)).toMatchObject({ turn: { id: 1 } });
	expect(await runCommand(kit.home, ["trace", "7"])).toMatchObject({
		code: 1,
		errors: "There is no turn 7. The latest is 1.\n",
	});
});

it("passes orders on and prints what came of them", async () => {
	const kit = await startControl();
	expect(await runCommand(kit.home, ["deny", "k7q2", "not", "now"])).toMatchObject({ code: 0 });
	expect(kit.orders).toEqual([{ command: { kind: "deny", code: "K7Q2", reason: "not now" }, by: "owner on terminal" }]);
	await runCommand(kit.home, ["approve", "k7q2"]);
	await runCommand(kit.home, ["approve", "k7q2", "--always"]);
	expect(kit.orders.slice(1).map(({ command }) => command)).toEqual([
		{ kind: "approve", code: "K7Q2" },
		{ kind: "approve", code: "K7Q2", always: true },
	]);
	kit.refuseOrdersWith("There is no request with the code K7Q2.");
	expect(await runCommand(kit.home, ["approve", "K7Q2"])).toEqual({
		code: 1,
		output: "",
		errors: "There is no request with the code K7Q2.\n",
	});
	kit.refuseOrdersWith("There is no open pairing code AAAA.");
	expect(await runCommand(kit.home, ["pair", "AAAA"])).toMatchObject({ code: 1, output: "" });
	expect(await runCommand(kit.home, ["cancel", "R-9"])).toMatchObject({ code: 1, output: "" });
	kit.orders.length = 0;
	kit.answerOrdersWith("Nothing is running.");
	for (const words of [["stop"], ["stop", "--all"], ["cancel", "T-9"]]) await runCommand(kit.home, words);
	expect(kit.orders.map(({ command }) => command)).toEqual([
		{ kind: "stop" },
		{ kind: "stop", all: true },
		{ kind: "cancel", registration: "T-9" },
	]);
	expect(await runCommand(kit.home, ["stop"])).toMatchObject({ code: 0, output: "Nothing is running.\n" });
	expect((await runCommand(kit.home, ["link"])).output).toBe("http://127.0.0.1:7717/#login=once\n");
});

it("takes the home from --home, before or after the command", async () => {
	const { home } = await startControl();
	expect(await runCommand(tempFolder(), ["--home", home, "status"])).toMatchObject({ code: 0 });
	expect(await runCommand(tempFolder(), ["status", "--home", home])).toMatchObject({ code: 0 });
});

it("checks the configuration without a daemon", async () => {
	const home = tempFolder();
	createHome(home);
	expect(await runCommand(home, ["config", "check"])).toMatchObject({
		code: 0,
		output: expect.stringContaining("can be used."),
	});
	writeFileSync(join(home, "config.yaml"), "owner:\n  timezone: Nowhere\nlimitz: {}\n");
	const { code, output } = await runCommand(home, ["config", "check"]);
	expect(code).toBe(1);
	expect(output).toContain("config.yaml:2:13: error: owner.timezone");
	expect(output).toContain("config.yaml:3:1: error: limitz");
	expect(output).toContain("This helps:");
});

it("has a version, help for each command, and a word for a wrong one", async () => {
	expect((await runCommand("", ["--version"])).output).toMatch(/^\d+\.\d+\.\d+\n$/);
	const { code, output } = await runCommand("", ["send", "--help"]);
	expect(code).toBe(0);
	expect(output).toContain("--wait");
	expect(output).toContain("--home");
	const wrong = createProcess();
	expect(await runCommandLine(["stats"], wrong)).toBe(1);
	expect(wrong.written().errors).toContain("Did you mean status?");
});
