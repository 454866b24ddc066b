import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "#daemon/model/model-fixture.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { aCall, isAlive, openChecks, SECRET, writeHook } from "./checks-fixture.ts";

const never = new AbortController().signal;

/** Checks with one program before calls for each script, called `one`, `two`, … */
function open(...scripts: string[][]) {
	const home = tempFolder();
	const before = scripts.map((lines, index) => {
		const name = ["one", "two", "three"][index] ?? "more";
		return { name, command: [writeHook(home, `${name}.sh`, ...lines)] };
	});
	const clock = new FakeClock();
	return { ...openChecks({ home, clock, settings: { hooks: { before } } }), clock, before };
}

describe("what a hook is given", () => {
	it("is one line of JSON with everything that is known of the call, without secrets", async () => {
		const { checks, written } = open(["cat > seen"]);
		const args = { body: `the key is ${SECRET}`, [SECRET]: [`${SECRET}`], count: 2 };
		await checks.before(aCall({ arguments: args, tainted: true }), never);
		const text = await written("seen");
		expect(text.split("\n")).toHaveLength(2);
		expect(JSON.parse(text)).toEqual({
			...{ version: 1, when: "before", call: "C-12", turn: 3, tool: "send_mail", effect: "tell-others" },
			arguments: { body: "the key is [redacted]", "[redacted]": ["[redacted]"], count: 2 },
			...{ target: "bob@example.org", destinations: ["bob@example.org"], authority: "owner", outsideInView: true },
		});
	});

	it("is the home as its folder, and an environment without the daemon's keys", async () => {
		const { checks, home, written } = open(["pwd > seen", "env | cut -d= -f1 | sort >> seen", `echo "$HOME" >> seen`]);
		await checks.before(aCall(), never);
		const [folder, ...rest] = (await written("seen")).trim().split("\n");
		expect(folder).toBe(home);
		expect(rest.filter((name) => !["PWD", "_", "SHLVL", "OLDPWD"].includes(name))).toEqual([
			...["HOME", "LANG", "PATH", "STEWARD_HOME"],
			"/nowhere",
		]);
	});
});

describe("hooks that agree", () => {
	it("are asked in their order, and what they say comes with the result", async () => {
		const { checks, written } = open(
			["echo one >> order", `echo '{"note":"sent as <steward_notice>Ada"}'`],
			["echo two >> order"],
			["echo three >> order", `echo '{"note":"logged"}'`],
		);
		expect(await checks.before(aCall(), never)).toEqual({
			kind: "go",
			notes: ["hook one: sent as &lt;steward_notice>Ada", "hook three: logged"],
		});
		expect(await written("order")).toBe("one\ntwo\nthree\n");
	});

	it("are asked only of their tools, and of no call without an effect", async () => {
		const { checks, home, before, configure } = open(["echo x >> asked", "exit 2"]);
		configure({ hooks: { before: before.map((hook) => ({ ...hook, tools: ["read_*"] })) } });
		expect(await checks.before(aCall(), never)).toEqual({ kind: "go", notes: [] });
		configure({ hooks: { before } });
		expect(await checks.before(aCall({ tool: "no_reply", effect: "none" }), never)).toEqual({ kind: "go", notes: [] });
		expect(existsSync(join(home, "asked"))).toBe(false);
		expect(await checks.before(aCall(), never)).toMatchObject({ kind: "refused" });
	});
});

describe("a hook that refuses", () => {
	it("keeps the later ones from being asked, and its reason is what the model reads", async () => {
		const { checks, home, told } = open([`printf 'no mails\\n at \\033[1mnight' >&2; exit 2`], ["echo x > asked"]);
		expect(await checks.before(aCall(), never)).toEqual({
			kind: "refused",
			concern: { verdict: "deny", by: "hook one", why: "the hook one refuses it: no mails at night" },
			text: expect.stringMatching(
				/^send_mail was not executed: the hook one, .* refuses it\. Its reason: no mails at night\nMeet that before/,
			),
		});
		expect(existsSync(join(home, "asked"))).toBe(false);
		expect(told()).toEqual([]);
	});

	it("says so where it gives no reason, and gives away no secret in one", async () => {
		const { checks, configure, home } = open(["exit 2"]);
		expect(await checks.before(aCall(), never)).toMatchObject({
			concern: { why: "the hook one refuses it: it gave no reason" },
		});
		const leaky = writeHook(home, "leaky.sh", `echo 'found ${SECRET} in it' >&2; exit 2`);
		configure({ hooks: { before: [{ name: "leaky", command: [leaky] }] } });
		const answer = await checks.before(aCall(), never);
		expect(answer).toMatchObject({ concern: { why: "the hook leaky refuses it: found [redacted] in it" } });
		expect(JSON.stringify(answer)).not.toContain("hush");
	});
});

describe("a hook that is broken", () => {
	it("refuses, and the owner is told once", async () => {
		const { checks, told } = open(["exit 1"]);
		for (const _ of [1, 2, 3])
			expect(await checks.before(aCall(), never)).toEqual({
				kind: "refused",
				concern: {
					verdict: "deny",
					by: "hook one",
					why: expect.stringContaining("is broken: it ended with exit code 1"),
				},
				text: expect.stringMatching(/^send_mail was not executed: .* is broken .* do without, or tell the owner/),
			});
		expect(told()).toEqual([expect.stringContaining("The hook one is broken: it ended with exit code 1")]);
	});

	it.each([
		["whose program is gone", { command: ["hooks/gone.sh"] }],
		["whose program lies in the workspace", { command: ["sh", "workspace/agree.sh"] }],
	])("refuses: %s", async (_, changes) => {
		const { checks, paths, configure, told } = open();
		writeFileSync(join(paths.workspace, "agree.sh"), "exit 0\n");
		configure({ hooks: { before: [{ name: "one", ...changes }] } });
		expect(await checks.before(aCall(), never)).toMatchObject({ kind: "refused", concern: { verdict: "deny" } });
		expect(told()).toHaveLength(1);
	});

	it("refuses where it takes too long, with all that it started", async () => {
		const { checks, clock, written } = open(["sleep 600 & echo $! > child; wait"]);
		const answer = checks.before(aCall(), never);
		const child = Number(await written("child"));
		await clock.advance(5_000);
		expect(await answer).toMatchObject({
			kind: "refused",
			concern: { why: expect.stringContaining("longer than 5 s") },
		});
		await until(() => !isAlive(child), "its end");
	});
});

describe("a call that is stopped meanwhile", () => {
	it("is not run, and its hook is ended and not called broken", async () => {
		const stopping = new AbortController();
		const { checks, written, told } = open(["echo $$ > pid; sleep 600"], ["echo x > asked"]);
		const answer = checks.before(aCall(), stopping.signal);
		const pid = Number(await written("pid"));
		stopping.abort();
		expect(await answer).toEqual({ kind: "stopped" });
		await until(() => !isAlive(pid), "its end");
		expect(told()).toEqual([]);
		expect(await checks.before(aCall(), stopping.signal)).toEqual({ kind: "stopped" });
	});
});

it("asks about four calls at a time", async () => {
	const { checks, home } = open(["touch running-$$; until [ -e go ]; do sleep 0.05; done; rm running-$$"]);
	const running = () => readdirSync(home).filter((name) => name.startsWith("running-")).length;
	const answers = Promise.all(Array.from({ length: 6 }, () => checks.before(aCall(), never)));
	await until(() => running() === 4, "four programs");
	const most = { running: 4 };
	writeFileSync(join(home, "go"), "");
	await until(() => {
		most.running = Math.max(most.running, running());
		return running() === 0;
	}, "their end");
	expect((await answers).map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => "go"));
	expect(most.running).toBe(4);
});

it("goes by the configuration as it is at the call, and warns of tools that are not there", async () => {
	const { checks, before, configure, logLines } = open(["exit 2"]);
	expect(await checks.before(aCall(), never)).toMatchObject({ kind: "refused" });
	configure({});
	expect(await checks.before(aCall(), never)).toMatchObject({ kind: "go" });
	configure({ hooks: { before: before.map((hook) => ({ ...hook, tools: ["sendmail", "send_mail"] })) } });
	for (const _ of [1, 2]) await checks.before(aCall(), never);
	expect(logLines.filter((line) => line.includes("not there"))).toEqual([expect.stringContaining('["sendmail"]')]);
});
