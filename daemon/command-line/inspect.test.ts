import { expect, it, vi } from "vitest";
import { startControl } from "#daemon/control/control-fixture.ts";
import { MODELS, Scene } from "#daemon/inspection/scene-fixture.ts";
import { calling, replying, unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import { runCommandLine } from "./program.ts";
import { createProcess, runCommand } from "./test-command.ts";

async function open() {
	const kit = await startControl();
	const scene = new Scene(kit);
	const { turnId, sent } = scene.story();
	return { kit, scene, turnId, sent, run: (...words: string[]) => runCommand(kit.home, words) };
}

it("shows a request of the latest turn, of one by number, or of one by round", async () => {
	const { run } = await open();
	for (const words of [
		["trace", "--request"],
		["trace", "1", "--request"],
		["trace", "1", "--request", "2"],
	]) {
		const { code, output } = await run(...words);
		expect(code).toBe(0);
		expect(output).toContain("Turn 1, round 2");
		expect(output).toContain("Verified");
	}
	expect((await run("trace", "1", "--request", "1")).output).toContain("Turn 1, round 1");
	expect(await run("trace", "1", "--request", "7")).toMatchObject({
		code: 1,
		errors: expect.stringContaining("It has: 1, 2."),
	});
	expect(await run("trace", "1", "--request", "1;2")).toMatchObject({
		code: 1,
		errors: expect.stringContaining("must be a round"),
	});
	expect(await run("trace", "9", "--request")).toMatchObject({ code: 1, errors: "There is no turn 9.\n" });
});

it("prints the whole request with --full, and the exact body with --json into a pipe", async () => {
	const { run, sent, kit } = await open();
	const { output } = await run("trace", "--request", "--full");
	expect(output).toContain("── message 4 of 5: tool ─");
	expect(output).toContain("a.md: one line");
	const body = (await run("trace", "--request", "--json")).output;
	expect(JSON.parse(body)).toMatchObject({ model: MODELS.main[0]?.model, messages: sent[1].messages });
	expect(body).toBe(JSON.stringify(JSON.parse(body)));
	const terminal = createProcess(kit.home);
	terminal.output.isTTY = true;
	expect(await runCommandLine(["trace", "--request", "--json"], terminal)).toBe(0);
	expect(terminal.written().output).toContain(`\n  "model": "scripted"`);
	expect(JSON.parse(terminal.written().output)).toEqual(JSON.parse(body));
});

it("fails where a request is not what left, or is gone", async () => {
	const { run, scene } = await open();
	scene.database.run(
		"UPDATE contents SET body = replace(body, 'one', 'two') WHERE id = (SELECT content_id FROM entries WHERE kind = 'result')",
	);
	expect(await run("trace", "--request")).toMatchObject({ code: 1, output: expect.stringContaining("NOT VERIFIED") });
	expect(await run("trace", "--request", "--json")).toMatchObject({
		code: 1,
		errors: expect.stringContaining("not what left"),
	});
	scene.database.run("UPDATE contents SET body = NULL WHERE id = (SELECT prompt_content_id FROM epochs)");
	expect(await run("trace", "--request")).toMatchObject({
		code: 1,
		output: expect.stringContaining("can't be rebuilt"),
	});
	expect(await run("trace", "--request", "--json")).toMatchObject({ code: 1, output: "" });
});

it("replays a turn with --yes: every request, both answers, the sum", async () => {
	const { kit, run } = await open();
	kit.replayModel.answer(calling(["read_file", { path: "a.md" }]), replying(["E-1"], "Another line."));
	const { code, output } = await run("replay", "1", "--yes");
	expect(code).toBe(0);
	expect(output).toContain("Turn 1 again: 2 requests to scripted");
	expect(output).toContain("Round 1: the same calls, in other words");
	expect(output).toContain('now  calls reply {"to":["E-1"],"text":"Another line."}');
	expect(output).toContain("2 requests: 0 the same, 1 the same calls in other words, 1 something else");
	expect(kit.replayModel.requests).toHaveLength(2);
});

it("asks before it sends, and sends nothing without a yes or where nobody can be asked", async () => {
	const { kit, run } = await open();
	expect(await run("replay", "1")).toMatchObject({ code: 1, errors: expect.stringContaining("--yes") });
	for (const [typed, asked] of [
		["n\n", 0],
		["\n", 0],
		["", 0],
		["y\n", 2],
	] as const) {
		const terminal = createProcess(kit.home);
		terminal.input.isTTY = true;
		terminal.input.end(typed);
		if (asked > 0) kit.replayModel.answer(calling(["read_file", {}]), calling(["read_file", {}]));
		expect(await runCommandLine(["replay", "1"], terminal)).toBe(0);
		expect(terminal.written().output).toContain("Send it? [y/N]");
		expect(kit.replayModel.requests).toHaveLength(asked);
	}
});

it("stops at the first request that no model answers", async () => {
	const { kit, run } = await open();
	kit.replayModel.answer(unreachable);
	expect(await run("replay", "1", "--yes")).toMatchObject({
		code: 1,
		output: expect.stringContaining("no model answered"),
	});
	expect(kit.replayModel.requests).toHaveLength(1);
});

it("cuts the model off when the one who asked is gone", async () => {
	const { kit, turnId, sent } = await open();
	const { request } = await import("node:http");
	const signals: AbortSignal[] = [];
	const complete = kit.replayModel.complete.bind(kit.replayModel);
	kit.replayModel.complete = (asked, signal) => {
		signals.push(signal);
		return complete(asked, signal);
	};
	const client = request({ socketPath: kit.socketPath, method: "POST", path: "/replay", agent: false });
	client.on("error", () => undefined);
	client.end(JSON.stringify({ turn: turnId, call: sent[0].call.id }));
	await vi.waitFor(() => expect(signals).toHaveLength(1), 10_000);
	client.destroy();
	await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), 10_000);
});

it("says what is not right about what it is asked to replay", async () => {
	const { run, scene } = await open();
	expect(await run("replay", "1", "--model", "none")).toMatchObject({
		code: 1,
		errors: expect.stringContaining("scripted, light"),
	});
	expect(await run("replay", "next")).toMatchObject({
		code: 1,
		errors: expect.stringContaining("must be a turn's number"),
	});
	scene.database.run("UPDATE model_calls SET outcome = 'aborted'");
	expect(await run("replay", "1", "--yes")).toMatchObject({ code: 1, output: expect.stringContaining("0 requests") });
});
