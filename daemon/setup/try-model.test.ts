import { describe, expect, it } from "vitest";
import { API_KEY, entryFor, serverWith, until } from "#daemon/model/model-fixture.ts";
import { FakeClock } from "#test/fake-clock.ts";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import { tryModel } from "./try-model.ts";

const CALL: ModelStep = { kind: "call", calls: [{ tool: "say_hello", arguments: { greeting: "Hello" } }] };

async function trialOf(step: ModelStep) {
	const server = await serverWith(step);
	const clock = new FakeClock();
	const stop = new AbortController();
	const trial = tryModel(entryFor(server.baseUrl), { clock, fetch, signal: stop.signal });
	return { server, clock, stop, trial };
}

describe("a trial of a model", () => {
	it("sends one valid request with one tool, and sees that the model calls it", async () => {
		const { server, trial } = await trialOf(CALL);
		expect(await trial).toEqual({ kind: "ok", callsTools: true, durationMs: 0, text: "" });
		expect(server.violations).toEqual([]);
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
		expect(server.requests[0]?.body?.tools).toHaveLength(1);
	});

	it.each<[string, ModelStep]>([
		["talks instead", { kind: "say", text: "Hello! " }],
		["calls a tool that it made up", { kind: "call", calls: [{ tool: "greet", arguments: {} }], text: "Hello!" }],
		["runs into its limit", { kind: "length", text: "Hello!" }],
		["refuses", { kind: "refuse", text: "Hello!" }],
	])("says so of a model that %s", async (_, step) => {
		const { trial } = await trialOf(step);
		expect(await trial).toMatchObject({ kind: "ok", callsTools: false, text: "Hello!" });
	});

	it.each<[string, ModelStep, object]>([
		["a wrong key", { kind: "status", code: 401 }, { cause: "unauthorized" }],
		[
			"an unknown model",
			{ kind: "status", code: 404 },
			{ cause: "rejected", problem: expect.stringContaining("no model") },
		],
		["no credit", { kind: "status", code: 402 }, { cause: "billing" }],
		["a web page", { kind: "wrong-content-type" }, { cause: "broken", remedy: expect.stringContaining("/v1") }],
	])("tells of %s, after one request", async (_, step, expected) => {
		const { server, trial } = await trialOf(step);
		expect(await trial).toMatchObject({ kind: "failed", ...expected });
		expect(server.requests).toHaveLength(1);
	});

	it("asks for another model where the server says that this one takes no tools", async () => {
		const body = { error: { message: "registry.ollama.ai/library/old:latest does not support tools" } };
		const { trial } = await trialOf({ kind: "status", code: 400, body });
		expect(await trial).toMatchObject({ cause: "rejected", remedy: expect.stringContaining("can call tools") });
	});

	it("holds no key, also where the service quotes it", async () => {
		const { trial } = await trialOf({ kind: "status", code: 500, body: { error: { message: `bad ${API_KEY}` } } });
		const text = JSON.stringify(await trial);
		expect(text).toContain("bad [redacted: 1 secret]");
		expect(text).not.toContain(API_KEY);
	});

	it("tells of a server that nobody has started", async () => {
		const entry = entryFor("http://127.0.0.1:9/v1");
		const trial = await tryModel(entry, { clock: new FakeClock(), fetch, signal: new AbortController().signal });
		expect(trial).toMatchObject({ cause: "unreachable", remedy: expect.stringContaining("Start the model server") });
	});

	it("ends after 90 s, though the model's own limit is longer", async () => {
		const server = await serverWith({ kind: "stall", afterChunks: 1 });
		const clock = new FakeClock();
		const entry = entryFor(server.baseUrl, { idleTimeoutMs: 600_000 });
		const trial = tryModel(entry, { clock, fetch, signal: new AbortController().signal });
		const request = await server.untilRequest(1);
		await clock.advance(90_000);
		expect(await trial).toMatchObject({ kind: "failed", problem: expect.stringContaining("within 90 s") });
		await request.ended;
	});

	it("ends at once when it is stopped, and closes the connection", async () => {
		const { server, stop, trial } = await trialOf({ kind: "stall", afterChunks: 1 });
		const request = await server.untilRequest(1);
		stop.abort();
		expect(await trial).toMatchObject({ kind: "failed", problem: expect.stringContaining("stopped") });
		await request.ended;
		await until(() => request.clientWentAway, "the end of the connection");
	});
});
