import { expect, it } from "vitest";
import * as z from "zod";
import { calling, ScriptedModel, saying, unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { askReader } from "./ask-reader.ts";
import { declined } from "./quarantine-fixture.ts";

const schema = z.strictObject({ answer: z.boolean() });
const YES = saying('{"answer": true}');
const failing = (cause: (typeof unreachable)["cause"], retryAfterMs?: number): ModelOutcome => ({
	...{ ...unreachable, cause },
	...(retryAfterMs !== undefined && { retryAfterMs }),
});

function open(...lists: ModelOutcome[][]) {
	const clock = new FakeClock();
	const models = lists.map((outcomes) => {
		const model = new ScriptedModel();
		model.answer(...outcomes);
		return model;
	});
	const end = new AbortController();
	const ask = () =>
		askReader(
			{ models: () => models, clock },
			{
				...({ purpose: "ask-about", turnId: 7, instructions: "Answer.", schema } as const),
				content: (maxLength) => "x".repeat(30_000).slice(0, maxLength),
			},
			end.signal,
		);
	return { ask, clock, end, models, requests: models[0]?.requests ?? [] };
}

it("asks without tools, for nobody's sake, and names what it is for", async () => {
	const { ask, requests } = open([YES]);
	expect(await ask()).toEqual({ kind: "answer", value: { answer: true }, readLength: 24_000 });
	expect(requests).toMatchObject([{ tools: [], purpose: "ask-about", authority: "stranger", turnId: 7 }]);
	expect(requests[0]?.messages.map(({ role, content }) => [role, content?.length])).toEqual([
		["system", 7],
		["user", 24_000],
	]);
});

it.each([
	["no JSON", saying("yes"), "it held no complete JSON object"],
	["another value", saying('{"answer": "yes"}'), "answer was not one of the values that it may have"],
	["calls", calling(["write_file", { path: "a" }]), "it called tools that it doesn't have"],
	["a refusal", declined, "the model declined to read it"],
	["a message that was cut off", { ...declined, kind: "length" } as ModelOutcome, "it was cut off"],
	["nothing that makes sense", { kind: "malformed", problem: "evil", model: "m" } as ModelOutcome, "it made no sense"],
])("asks once more after %s, with the problem named, and then gives up", async (_name, bad, problem) => {
	const mended = open([bad, YES]);
	expect(await mended.ask()).toMatchObject({ kind: "answer" });
	expect(mended.requests[1]?.messages[1]?.content).toContain(`could not be used: ${problem}`);
	const hopeless = open([bad, bad, YES]);
	expect(await hopeless.ask()).toEqual({ kind: "unusable", problem: expect.stringContaining(problem) });
	expect(hopeless.requests).toHaveLength(2);
});

it("reads less of it where the window is too small", async () => {
	const { ask, requests } = open([failing("too-long"), YES]);
	expect(await ask()).toMatchObject({ kind: "answer", readLength: 6_000 });
	expect(requests[1]?.messages[1]?.content).toMatch(/^x{6000}\n/);
	expect(await open([failing("too-long"), failing("too-long")]).ask()).toMatchObject({ kind: "unusable" });
});

it("asks the next model where one fails, and reports what is over first where all do", async () => {
	const { ask, models } = open([failing("unauthorized")], [YES]);
	expect(await ask()).toMatchObject({ kind: "answer" });
	expect(models.map(({ requests }) => requests.length)).toEqual([1, 1]);
	const both = open([failing("unreachable")], [failing("over-budget", 3_600_000)]);
	expect(await both.ask()).toMatchObject({ kind: "no-model", failure: { cause: "unreachable" } });
	const short = open([failing("too-long")], [failing("unreachable")]);
	expect(await short.ask()).toMatchObject({ kind: "no-model", failure: { cause: "unreachable" } });
});

it("ends at once where it is cut off, and does not let a model write for ever", async () => {
	const cut = open([]);
	const asked = cut.ask();
	cut.end.abort();
	expect(await asked).toEqual({ kind: "aborted" });
	const endless = open([]);
	const waited = endless.ask();
	await endless.clock.advance(120_000);
	await endless.clock.advance(120_000);
	expect(await waited).toEqual({ kind: "unusable", problem: "it took too long" });
	expect(endless.requests).toHaveLength(2);
});
