import { describe, expect, it } from "vitest";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import { entryFor, expectKind, modelWith, serverWith } from "./model-fixture.ts";

const hello: ModelStep = { kind: "say", text: "Hello" };
const failing = (code: number, headers: Record<string, string> = {}): ModelStep => ({ kind: "status", code, headers });

describe.each(["handover", "summary", "classify"])("work that nobody waits for: %s", (purpose) => {
	it.each<[string, ModelStep]>([
		["500", failing(500)],
		["503", failing(503)],
		["429", failing(429)],
		["429 with Retry-After", failing(429, { "retry-after": "5" })],
		["a broken stream", { kind: "cut", text: "Hel", afterChunks: 2 }],
	])("gives up at once after %s, and the owner's turn is answered in the same moment", async (_, step) => {
		const server = await serverWith(step, hello);
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expectKind(await ask({ purpose }), "failed");
		expect(server.requests).toHaveLength(1);
		expectKind(await ask(), "complete");
	});

	it.each([401, 402, 404])("keeps the owner's turn from no model after %i", async (code) => {
		const [first, second] = [await serverWith(failing(code), hello), await serverWith(hello, hello)];
		const { ask } = modelWith([entryFor(first.baseUrl, { model: "one" }), entryFor(second.baseUrl, { model: "two" })]);
		expect(await ask({ purpose })).toMatchObject({ kind: "complete", model: "two" });
		expect(await ask()).toMatchObject({ kind: "complete", model: "one" });
	});

	it.each([401, 402])("is not sent again after %i, until the entry changes", async (code) => {
		const server = await serverWith(failing(code));
		const { ask, clock, entries } = modelWith([entryFor(server.baseUrl)]);
		const refused = expectKind(await ask({ purpose }), "failed");
		await clock.advance(24 * 3_600_000);
		expect(await ask({ purpose })).toEqual(refused);
		expect(server.requests).toHaveLength(1);
		server.enqueue(hello);
		entries[0] = entryFor(server.baseUrl, { apiKey: "sk-test-another-key" });
		expectKind(await ask({ purpose }), "complete");
	});

	it.each([401, 402])("is not sent after a turn met %i, until a turn is answered", async (code) => {
		const server = await serverWith(failing(code));
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expectKind(await ask(), "failed");
		expectKind(await ask({ purpose }), "failed");
		expect(server.requests).toHaveLength(1);
		server.enqueue(hello, hello);
		expectKind(await ask(), "complete");
		expectKind(await ask({ purpose }), "complete");
	});

	it("leaves alone what a turn was told to leave alone", async () => {
		const server = await serverWith(failing(429, { "retry-after": "90" }));
		const { ask, clock } = modelWith([entryFor(server.baseUrl)]);
		expectKind(await ask(), "failed");
		expect(await ask({ purpose })).toMatchObject({ cause: "rate-limited", retryAfterMs: 90_000 });
		expect(server.requests).toHaveLength(1);
		server.enqueue(hello);
		await clock.advance(90_000);
		expectKind(await ask({ purpose }), "complete");
	});
});
