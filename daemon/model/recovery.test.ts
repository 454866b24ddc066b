import { describe, expect, it } from "vitest";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import {
	API_KEY,
	entryFor,
	expectKind,
	IDLE_MS,
	modelWith,
	serverWith,
	sse,
	until,
	wireChunk,
} from "./model-fixture.ts";

const hello: ModelStep = { kind: "say", text: "Hello" };
const nameless: ModelStep = { kind: "call", calls: [{ tool: "", arguments: {} }] };

describe("an attempt that fails", () => {
	it.each<[string, ModelStep, number]>([
		["500", { kind: "status", code: 500 }, 500],
		["503", { kind: "status", code: 503 }, 500],
		["429 with Retry-After", { kind: "status", code: 429, headers: { "retry-after": "7" } }, 7_000],
		[
			"429 with a date",
			{ kind: "status", code: 429, headers: { "retry-after": "Mon, 30 Nov 2026 10:30:57 GMT" } },
			12_000,
		],
		["429 without a word", { kind: "status", code: 429 }, 2_000],
		["a stream cut before its headers", { kind: "cut", afterChunks: 0 }, 500],
		["a stream cut in the middle", { kind: "cut", text: "Hel", afterChunks: 2 }, 500],
		["a stream cut after a whole call", { kind: "cut", calls: [{ tool: "read", arguments: {} }], afterChunks: 9 }, 500],
		["garbage", { kind: "garbage" }, 500],
		["a web page", { kind: "wrong-content-type" }, 500],
		["a call without a name", nameless, 500],
		[
			"an error inside the stream",
			{
				kind: "garbage",
				bytes: sse(wireChunk({ content: "He" }), {
					error: { code: 502, message: "gone" },
					choices: [{ delta: {}, finish_reason: "error" }],
				}),
			},
			500,
		],
		[
			"an end of another kind",
			{ kind: "garbage", bytes: sse(wireChunk({ content: "He" }), wireChunk({}, "error"), "[DONE]") },
			500,
		],
		[
			"a stream that ends without a finish reason",
			{ kind: "garbage", bytes: sse(wireChunk({ content: "Hello" }), "[DONE]") },
			500,
		],
		["a chunk of another form", { kind: "garbage", bytes: sse({ choices: "none" }) }, 500],
	])("is made again, unseen: %s", async (_, step, delayMs) => {
		const server = await serverWith(step, hello);
		const { ask, pass } = modelWith([entryFor(server.baseUrl)]);
		const asked = ask();
		await pass(delayMs);
		expect(await asked).toMatchObject({ kind: "complete", text: "Hello", model: "stand-in" });
		expect(server.requests).toHaveLength(2);
		expect(server.requests[1]?.rawBody).toBe(server.requests[0]?.rawBody);
	});

	it.each<[string, ModelStep]>([
		["before the first chunk", { kind: "stall", afterChunks: 0 }],
		["in the middle", { kind: "stall", afterChunks: 2, text: "Hello, this will never end" }],
	])("is given up when the stream falls silent %s, and its connection closed", async (_, step) => {
		const server = await serverWith(step, hello);
		const { ask, pass, clock, progress } = modelWith([entryFor(server.baseUrl)]);
		const asked = ask();
		const request = await server.untilRequest(1);
		if (step.kind === "stall" && step.afterChunks) await until(() => progress.length > 0, "text");
		await clock.advance(IDLE_MS - 1);
		expect(request.clientWentAway).toBe(false);
		await clock.advance(1);
		await request.ended;
		expect(request.clientWentAway).toBe(true);
		await pass(500);
		expect(await asked).toMatchObject({ kind: "complete", text: "Hello" });
	});

	it("waits anew after each chunk", async () => {
		let release: () => void = () => undefined;
		const hold = new Promise<void>((resolve) => {
			release = resolve;
		});
		const server = await serverWith({ kind: "say", text: "Hello, you there", chunkSize: 6, hold });
		const { ask, clock, progress } = modelWith([entryFor(server.baseUrl)]);
		const asked = ask();
		await server.untilRequest(1);
		await clock.advance(IDLE_MS / 2);
		await until(() => progress.length > 0, "text");
		await clock.advance(IDLE_MS / 2);
		release();
		expect(await asked).toMatchObject({ kind: "complete", text: "Hello, you there" });
		expect(server.requests).toHaveLength(1);
	});

	it("is told after the third, with what to do and no secret", async () => {
		const server = await serverWith();
		server.script = () => ({ kind: "status", code: 500, body: { error: { message: `oops ${API_KEY}` } } });
		const { ask, pass, logLines } = modelWith([entryFor(server.baseUrl)]);
		const asked = ask();
		await pass(500);
		await pass(1000);
		const outcome = expectKind(await asked, "failed");
		expect(outcome).toMatchObject({ cause: "broken", problem: expect.stringContaining("oops [redacted: 1 secret]") });
		expect(outcome.problem).toContain(`stand-in at ${new URL(server.baseUrl).host}`);
		expect(server.requests).toHaveLength(3);
		expect(logLines).toHaveLength(3);
		expect(`${JSON.stringify(outcome)}${logLines}`).not.toContain(API_KEY);
	});

	it("is told as malformed where the model never made sense", async () => {
		const server = await serverWith(nameless, nameless, nameless);
		const { ask, pass } = modelWith([entryFor(server.baseUrl)]);
		const asked = ask();
		await pass(500);
		await pass(1000);
		const outcome = expectKind(await asked, "malformed");
		expect(outcome.problem).toContain("a tool call without a name");
	});

	it("is not made again for work that nobody waits for", async () => {
		const server = await serverWith({ kind: "status", code: 500 });
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expectKind(await ask({ purpose: "extract" }), "failed");
		expect(server.requests).toHaveLength(1);
	});

	it("says when to come back where the service wants a long rest, and stays away until then", async () => {
		const server = await serverWith({ kind: "status", code: 429, headers: { "retry-after": "90" } }, hello);
		const { ask, clock } = modelWith([entryFor(server.baseUrl)]);
		expect(await ask()).toMatchObject({ kind: "failed", cause: "rate-limited", retryAfterMs: 90_000 });
		await clock.advance(50_000);
		expect(await ask()).toMatchObject({ kind: "failed", cause: "rate-limited", retryAfterMs: 40_000 });
		expect(server.requests).toHaveLength(1);
		await clock.advance(40_000);
		expect(await ask()).toMatchObject({ kind: "complete" });
	});
});

describe("outcomes that are no failure", () => {
	it.each<[string, ModelStep, object]>([
		["an empty answer", { kind: "empty" }, { kind: "complete", text: "", calls: [] }],
		["refusal", { kind: "refuse", text: "I can't" }, { kind: "refusal", text: "I can't" }],
		["content filter", { kind: "refuse", text: "Well", contentFilter: true }, { kind: "refusal", text: "Well" }],
		[
			"length",
			{ kind: "length", text: "Hel", calls: [{ tool: "write", arguments: '{"a":"hal' }] },
			{ kind: "length", text: "Hel" },
		],
	])("%s is not tried again", async (_, step, outcome) => {
		const server = await serverWith(step);
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expect(await ask()).toMatchObject({ ...outcome, model: "stand-in", usage: { estimated: false } });
		expect(server.requests).toHaveLength(1);
	});

	it("takes a message with its finish reason, though the connection breaks after it", async () => {
		const bytes = sse(wireChunk({ content: "Hello" }), wireChunk({}, "stop"), "{broken");
		const server = await serverWith({ kind: "garbage", bytes });
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expect(await ask()).toMatchObject({ kind: "complete", text: "Hello", usage: { estimated: true } });
	});
});

describe("the list of models", () => {
	it("goes on to the second when the first has used up its attempts", async () => {
		const [first, second] = [await serverWith(), await serverWith(hello)];
		first.script = () => ({ kind: "status", code: 503 });
		const { ask, pass } = modelWith([entryFor(first.baseUrl), entryFor(second.baseUrl, { model: "spare" })]);
		const asked = ask();
		await pass(500);
		await pass(1000);
		expect(await asked).toMatchObject({ kind: "complete", model: "spare" });
		expect(first.requests).toHaveLength(3);
		expect(second.requests).toHaveLength(1);
	});

	it("goes on at once from a model that nobody is listening for, in the background", async () => {
		const spare = await serverWith(hello);
		const { ask } = modelWith([entryFor("http://127.0.0.1:9/v1"), entryFor(spare.baseUrl)]);
		expect(await ask({ purpose: "classify" })).toMatchObject({ kind: "complete" });
	});

	it.each([401, 402, 404])("skips a model that answered %i for 5 minutes", async (code) => {
		const [first, second] = [await serverWith(), await serverWith()];
		first.script = () => ({ kind: "status", code });
		second.script = () => hello;
		const { ask, clock } = modelWith([entryFor(first.baseUrl), entryFor(second.baseUrl)]);
		await ask();
		await ask();
		expect([first.requests.length, second.requests.length]).toEqual([1, 2]);
		await clock.advance(5 * 60_000);
		await ask();
		expect([first.requests.length, second.requests.length]).toEqual([2, 3]);
	});

	it("tells of all models when none answers, the skipped ones too", async () => {
		const [first, second] = [await serverWith(), await serverWith(hello)];
		first.script = () => ({ kind: "status", code: 401 });
		second.script = () => ({ kind: "status", code: 402 });
		const { ask } = modelWith([entryFor(first.baseUrl, { model: "one" }), entryFor(second.baseUrl, { model: "two" })]);
		expectKind(await ask(), "complete");
		const outcome = expectKind(await ask(), "failed");
		expect(outcome.cause).toBe("unauthorized");
		for (const words of ["one at", "refuses the API key", "two at", "no credit"])
			expect(outcome.problem).toContain(words);
		expect(outcome.remedy).toContain("apiKey of one");
		expect(outcome.remedy).toContain("Top up");
		expect(first.requests).toHaveLength(1);
	});

	it("asks the only model again after a wrong key, since it may have been mended at the service", async () => {
		const server = await serverWith({ kind: "status", code: 401 }, hello);
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expect(await ask()).toMatchObject({ kind: "failed", cause: "unauthorized" });
		expect(await ask()).toMatchObject({ kind: "complete" });
	});

	it("says how to configure one when it is empty", async () => {
		const outcome = expectKind(await modelWith([]).ask(), "failed");
		expect(outcome.cause).toBe("not-configured");
		expect(outcome.remedy).toMatch(/steward setup[\s\S]*models\.main[\s\S]*config\.yaml/);
	});

	it("is read anew for each request", async () => {
		const server = await serverWith(hello);
		const { ask, entries } = modelWith([]);
		expectKind(await ask(), "failed");
		entries.push(entryFor(server.baseUrl));
		expectKind(await ask(), "complete");
	});
});
