import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "#core/digest.ts";
import { until } from "#daemon/model/model-fixture.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { STOP_LIMIT_MS } from "./after-hooks.ts";
import type { CallOutcome } from "./checked-call.ts";
import { aCall, isAlive, openChecks, SECRET, writeHook } from "./checks-fixture.ts";

const outcome = (text = "Sent."): CallOutcome => ({ state: "done", durationMs: 240, text });

function open(...scripts: string[][]) {
	const home = tempFolder();
	const after = scripts.map((lines, index) => ({
		name: `hook ${index + 1}`,
		command: [writeHook(home, `after-${index + 1}.sh`, ...lines)],
	}));
	const clock = new FakeClock();
	return { ...openChecks({ home, clock, settings: { hooks: { after } } }), clock };
}

it("gives each program the call with its outcome: the result's beginning without secrets, and its digest", async () => {
	const { checks, written } = open(["cat > seen"]);
	const text = `${SECRET} ${"x".repeat(5_000)}`;
	checks.after(aCall(), outcome(text));
	const clean = text.replace(SECRET, "[redacted]");
	expect(JSON.parse(await written("seen"))).toMatchObject({
		...{ version: 1, when: "after", call: "C-12", tool: "send_mail", arguments: { body: "Yes." } },
		outcome: { state: "done", durationMs: 240, resultDigest: sha256(clean), result: clean.slice(0, 2_048) },
	});
});

it("takes one call after the other, and the programs in their order, without holding anything up", async () => {
	const { checks, written } = open(
		['sleep 0.2; sed \'s/.*"call":"\\([^"]*\\)".*/one \\1/\' >> order'],
		['sed \'s/.*"call":"\\([^"]*\\)".*/two \\1/\' >> order; [ $(wc -l < order) = 4 ] && echo > all'],
	);
	checks.after(aCall({ callId: 1 }), outcome());
	checks.after(aCall({ callId: 2 }), outcome());
	await written("all");
	expect(await written("order")).toBe("one C-1\ntwo C-1\none C-2\ntwo C-2\n");
});

it("logs what fails, without the owner being told and without the next one missing it", async () => {
	const { checks, written, logLines, told } = open(["exit 1"], ["exit 2"], ["echo x > third"]);
	checks.after(aCall(), outcome());
	await written("third");
	expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
		{ level: "warn", hook: "hook 1", problem: "it ended with exit code 1 (0 agrees, 2 refuses)" },
		{ level: "warn", hook: "hook 2", problem: "it ended with exit code 2, which changes nothing after a call" },
	]);
	expect(told()).toEqual([]);
});

it("is not told of a call without an effect", async () => {
	const { checks, written, home } = open(['sed \'s/.*"tool":"\\([^"]*\\)".*/\\1/\' >> tools']);
	checks.after(aCall({ tool: "no_reply", effect: "none" }), outcome());
	checks.after(aCall(), outcome());
	await written("tools");
	await checks.close();
	expect(readFileSync(join(home, "tools"), "utf8")).toBe("send_mail\n");
});

it("leaves out calls when programs are slower than the assistant for long, and says so", async () => {
	// Until the test's folder is removed.
	const { checks, logLines, written } = open(["echo x > begun; while [ -e begun ]; do sleep 0.05; done"]);
	for (let callId = 1; callId <= 34; callId++) checks.after(aCall({ callId }), outcome());
	await written("begun");
	expect(logLines.map((line) => JSON.parse(line).call)).toEqual([33, 34]);
});

it("finishes what is left when the program ends", async () => {
	const { checks, home } = open(["sleep 0.2; echo x >> done"]);
	checks.after(aCall(), outcome());
	checks.after(aCall(), outcome());
	await checks.close();
	expect(readFileSync(join(home, "done"), "utf8")).toBe("x\nx\n");
	checks.after(aCall(), outcome());
	await checks.close();
	expect(readFileSync(join(home, "done"), "utf8")).toBe("x\nx\n");
});

it("begins nothing after the program's end, also where nothing was left then", async () => {
	const { checks, home, logLines } = open(["echo x > late"]);
	await checks.close();
	checks.after(aCall(), outcome());
	await checks.close();
	expect(existsSync(join(home, "late"))).toBe(false);
	expect(logLines).toEqual([]);
});

it("ends what takes longer than a second then, and begins nothing more", async () => {
	const { checks, clock, written, home } = open(["echo $$ > pid; sleep 600"], ["echo x > second"]);
	checks.after(aCall(), outcome());
	const pid = Number(await written("pid"));
	const closed = checks.close();
	await clock.advance(STOP_LIMIT_MS - 1);
	expect(isAlive(pid)).toBe(true);
	await clock.advance(1);
	await closed;
	await until(() => !isAlive(pid), "its end");
	expect(() => readFileSync(join(home, "second"))).toThrow("ENOENT");
	expect(clock.nextDelayMs).toBeUndefined();
});
