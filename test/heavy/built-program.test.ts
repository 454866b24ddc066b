import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "#config/first-start.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import { call, reply } from "#test/steps.ts";
import { configurationFor, OWNER_ID } from "#test/steward-fixture.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { WebClient } from "#test/web-client.ts";

const PROGRAM = "dist/steward.js";

interface Ended {
	code: number | null;
	output: string;
}

/** The program as an owner runs it, in a home of its own. */
class Program {
	readonly child: ChildProcess;
	readonly ended: Promise<Ended>;
	#output = "";

	constructor(home: string) {
		this.child = spawn(process.execPath, [PROGRAM, "start"], { env: { ...process.env, STEWARD_HOME: home } });
		for (const stream of [this.child.stdout, this.child.stderr]) stream?.on("data", (data) => (this.#output += data));
		this.ended = new Promise((resolve) => this.child.on("close", (code) => resolve({ code, output: this.#output })));
		onTestFinished(() => void this.child.kill("SIGKILL"));
	}

	/** The page's address and the login link, from the one line that says that it is ready. */
	async ready(): Promise<WebClient> {
		const line = await new Promise<RegExpExecArray>((resolve, reject) => {
			const look = () => {
				const found = /ready: ((http\S+)\/#login=\S+) \(\d+ ms\)/.exec(this.#output);
				if (found) resolve(found);
			};
			this.child.stdout?.on("data", look);
			void this.ended.then(({ output }) => reject(new Error(`It ended before it was ready: ${output}`)));
		});
		return WebClient.logIn(line[2] ?? "", line[1] ?? "");
	}
}

/** Runs a command against a home. @returns what it printed and its exit code */
async function run(home: string, ...args: string[]): Promise<Ended> {
	const options = { env: { ...process.env, STEWARD_HOME: home } };
	const done = promisify(execFile)(process.execPath, [PROGRAM, ...args], options);
	return done.then(
		({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
		(error: { code: number; stdout: string; stderr: string }) => ({
			code: error.code,
			output: error.stdout + error.stderr,
		}),
	);
}

async function prepared() {
	const home = join(tempFolder(), "home");
	createHome(home);
	const [model, bot] = await Promise.all([startModelServer({ countTokens: false }), startBotApi()]);
	onTestFinished(async () => void (await Promise.all([model.close(), bot.close()])));
	writeFileSync(join(home, "config.yaml"), configurationFor(model, bot));
	return { home, model, bot };
}

describe("the built program", () => {
	it("makes a home, says where the page is, and stops within five seconds when asked to", async () => {
		const home = join(tempFolder(), "new home");
		createHome(home);
		writeFileSync(join(home, "config.yaml"), "channels: { web: { port: 0 } }\n");
		const program = new Program(home);
		const web = await program.ready();
		await web.send("hello");
		expect((await web.until(({ kind }) => kind === "notice")).text).toContain("models.main");
		program.child.kill("SIGTERM");
		expect(await program.ended).toMatchObject({ code: 0 });
	});

	it("carries every library that it loads late: Telegram, Markdown, search, repair", async () => {
		const { home, model, bot } = await prepared();
		writeFileSync(join(home, "workspace/list.md"), "milk\nbread\n");
		const program = new Program(home);
		const web = await program.ready();
		model.enqueue(
			call("grep", { pattern: "^mi.k$" }),
			{ kind: "call", calls: [{ tool: "glob", arguments: "{pattern: '**/*.md',}" }] },
			reply("E-1", "You have **milk**."),
		);
		bot.user(OWNER_ID, "Ada").sendText("what is there?");
		expect((await bot.untilSent(1)).text).toContain("milk");
		expect((await web.until(({ kind }) => kind === "reply")).html).toContain("<strong>milk</strong>");
		const seen = model.requests[2]?.rawBody ?? "";
		expect(seen).toContain("list.md:1:milk");
		expect(seen).toContain("Tool call #1 for 'glob'");
		expect(model.violations).toEqual([]);
	});

	it("is steered from the command line", async () => {
		const { home, model } = await prepared();
		expect(await run(home, "status")).toMatchObject({ code: 3, output: expect.stringContaining("steward start") });
		const program = new Program(home);
		const web = await program.ready();
		model.enqueue(reply("E-1", "Fine, thank you."));
		expect(await run(home, "send", "--wait", "how are you?")).toEqual({
			code: 0,
			output: expect.stringContaining("Fine, thank you."),
		});
		const status = JSON.parse((await run(home, "status", "--json")).output);
		expect(status).toMatchObject({ loop: { state: "idle" }, channels: { web: { state: "ok" } }, today: { calls: 1 } });
		const trace = await run(home, "trace");
		for (const part of ["how are you?", "reply", "tell-owner", "ended with reply"])
			expect(trace.output).toContain(part);
		expect((await run(home, "events")).output).toContain("replied");

		model.enqueue(call("call_tool", { name: "delete_file", arguments: { path: "old.md" } }), reply("E-2", "Asked."));
		writeFileSync(join(home, "workspace/old.md"), "old");
		await web.send("delete old.md");
		const card = await web.until(({ choices }) => choices.length > 0);
		model.enqueue(reply("E-3", "Gone."));
		await run(home, "approve", card.choices[0]?.command.split(" ")[1] ?? "");
		await web.until(({ text }) => text === "Gone.");
		expect(() => readFileSync(join(home, "workspace/old.md"))).toThrow();
	});

	it("lets one process have a home, and says which", async () => {
		const { home } = await prepared();
		const first = new Program(home);
		await first.ready();
		expect(await new Program(home).ended).toEqual({
			code: 1,
			output: expect.stringContaining(`process ${first.child.pid}`),
		});
	});

	it("refuses a broken configuration with line and example, but keeps running on the last good one", async () => {
		const { home } = await prepared();
		const good = readFileSync(join(home, "config.yaml"), "utf8");
		const bad = good.replace("port: 0", "prot: 0");
		writeFileSync(join(home, "config.yaml"), bad);
		const refused = await new Program(home).ended;
		expect(refused).toMatchObject({ code: 78, output: expect.stringMatching(/config\.yaml:\d+:\d+.*prot/) });
		expect(refused.output).toContain("port");
		expect((await run(home, "config", "check")).code).toBe(1);

		writeFileSync(join(home, "config.yaml"), good);
		const first = new Program(home);
		await first.ready();
		first.child.kill("SIGTERM");
		await first.ended;
		writeFileSync(join(home, "config.yaml"), bad);
		const second = new Program(home);
		await second.ready();
		expect((await run(home, "status")).output).toContain("prot");
		expect(readFileSync(join(home, "config.yaml"), "utf8")).toBe(bad);
	});
});
