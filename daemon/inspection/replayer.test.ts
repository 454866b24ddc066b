import { expect, it } from "vitest";
import { openRecordsKit } from "#daemon/control/control-fixture.ts";
import { calling, replying, ScriptedModel, saying, unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import { renderPlan, renderReplayed, renderReplaySum } from "./render-replay.ts";
import { planSchema, type Replayed, type ReplayPlan, replayedSchema } from "./replay-shape.ts";
import { inspectionOf, MODELS, Scene } from "./scene-fixture.ts";

const quiet = new AbortController().signal;

function open() {
	const scene = new Scene(openRecordsKit());
	const { turnId, sent } = scene.story();
	const model = new ScriptedModel();
	const { replayer } = inspectionOf(scene, model);
	return {
		...{ scene, turnId, sent, model, replayer },
		plan(modelName?: string): ReplayPlan {
			const planned = replayer.plan(turnId, modelName);
			if (planned.kind === "refused") throw new Error(planned.reason);
			return planSchema.parse(JSON.parse(JSON.stringify(planned.plan)));
		},
		async ask(index: 0 | 1): Promise<Replayed> {
			const replayed = await replayer.ask({ turnId, callId: sent[index].call.id, modelName: undefined }, quiet);
			return replayedSchema.parse(JSON.parse(JSON.stringify(replayed)));
		},
	};
}

it("says before it sends anything what will be asked, of whom, and what that costs", () => {
	const { plan, model } = open();
	const planned = plan();
	expect(planned).toMatchObject({ turn: 1, models: ["scripted"], steps: [{ round: 1 }, { round: 2 }] });
	const { inputTokens, outputTokens, cost } = planned;
	expect(cost).toBeCloseTo((inputTokens * 10 + outputTokens * 20) / 1_000_000);
	expect(renderPlan(planned)).toContain(
		`2 requests to scripted, about ${inputTokens} tokens in and ${outputTokens} out, about 0.00`,
	);
	expect(renderPlan(plan("light"))).toContain("light has no price");
	expect(model.requests).toEqual([]);
});

it("sends the recorded requests to the byte, with a purpose of its own, and compares what comes", async () => {
	const { ask, model, sent } = open();
	model.answer(calling(["read_file", { path: "a.md" }]), replying(["E-1"], "One line."));
	expect(await ask(0)).toMatchObject({ kind: "answered", likeness: "same-calls", recorded: { text: "Let me look." } });
	const last = await ask(1);
	expect(last).toMatchObject({ kind: "answered", likeness: "same" });
	expect(renderReplayed(2, last)).toContain('Round 2: the same\n  both calls reply {"to":["E-1"],"text":"One line."}');
	expect(model.requests.map(({ messages }) => JSON.stringify(messages))).toEqual(
		sent.map(({ messages }) => JSON.stringify(messages)),
	);
	for (const request of model.requests) {
		expect(request).toMatchObject({ purpose: "replay", cacheKey: "steward-test-1" });
		expect([request.turnId, request.modelCallId]).toEqual([undefined, undefined]);
	}
});

it("shows both where something else is chosen, and adds up", async () => {
	const { ask, model } = open();
	model.answer(saying("I can't."), {
		kind: "length",
		text: "One",
		usage: { inputTokens: 5, cachedTokens: 0, outputTokens: 7, estimated: false },
		model: "scripted",
	});
	const all = [await ask(0), await ask(1)];
	expect(renderReplayed(1, all[0] as Replayed).split("\n")).toEqual([
		"Round 1: something else",
		'  then says "Let me look."',
		'       calls read_file {"path":"a.md"}',
		'  now  says "I can\'t."',
	]);
	expect(renderReplayed(2, all[1] as Replayed)).toContain("now  ended with length");
	expect(renderReplaySum(all)).toContain("2 requests: 0 the same, 0 the same calls in other words, 2 something else");
});

it("changes nothing on record", async () => {
	const { scene, ask, model } = open();
	const tables = ["entries", "calls", "model_calls", "turns", "outbox", "events", "contents"];
	const counts = () => tables.map((table) => scene.database.get(`SELECT count(*) AS count FROM ${table}`));
	const before = counts();
	model.answer(calling(["read_file", { path: "a.md" }]));
	await ask(0);
	expect(counts()).toEqual(before);
});

it("leaves out what got no answer then, what is gone, and what is not what left", async () => {
	const { scene, sent, plan, ask, model } = open();
	scene.database.run("UPDATE model_calls SET outcome = 'aborted' WHERE round = 1");
	scene.database.run(
		"UPDATE contents SET body = replace(body, 'one', 'two') WHERE id = (SELECT content_id FROM entries WHERE kind = 'result')",
	);
	expect(plan().steps).toMatchObject([
		{ call: sent[0].call.id, skipped: "it got no answer then (aborted)" },
		{ skipped: expect.stringContaining("not what left") },
	]);
	expect(renderPlan(plan())).toContain("Round 1 is left out: it got no answer then (aborted).");
	expect(await ask(1)).toMatchObject({ kind: "skipped" });
	scene.database.run("UPDATE contents SET body = NULL WHERE id = (SELECT prompt_content_id FROM epochs)");
	expect(plan().steps[1]).toMatchObject({ skipped: "it can't be rebuilt: the prompt was thrown away after its time" });
	expect(model.requests).toEqual([]);
});

it("says so where no model answers", async () => {
	const { ask, model } = open();
	model.answer(unreachable);
	expect(renderReplayed(1, await ask(0))).toBe("Round 1: no model answered. nothing answers. Start it.");
});

it("ends when it is cut off", async () => {
	const { replayer, turnId, sent } = open();
	const leaving = new AbortController();
	const asked = replayer.ask({ turnId, callId: sent[0].call.id, modelName: undefined }, leaving.signal);
	leaving.abort();
	expect(await asked).toEqual({ kind: "skipped", reason: "it was cut off" });
});

it("refuses a turn that is not there or asked nothing, and a model that is not configured", async () => {
	const { scene, replayer, turnId, sent } = open();
	const reason = (turn: number, model?: string, of = replayer) => of.plan(turn, model);
	expect(reason(9)).toMatchObject({ kind: "refused", reason: "There is no turn 9." });
	expect(reason(scene.turn())).toMatchObject({ reason: expect.stringContaining("no requests on record") });
	expect(reason(turnId, "embedder")).toMatchObject({
		reason: 'No model "embedder" is configured. These are: scripted, light.',
	});
	const nothing = inspectionOf(scene, undefined, { ...MODELS, main: [], light: [] }).replayer;
	expect(reason(turnId, undefined, nothing)).toMatchObject({ reason: expect.stringContaining("steward setup") });
	const ask = (callId: number, modelName?: string) => replayer.ask({ turnId, callId, modelName }, quiet);
	expect([await ask(99), await ask(sent[0].call.id, "embedder")]).toEqual([undefined, undefined]);
});
