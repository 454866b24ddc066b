import { describe, expect, it } from "vitest";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import { entryFor, expectKind, modelWith, serverWith } from "./model-fixture.ts";
import { findTooLong, outputReserveTokens } from "./too-long.ts";

const hello: ModelStep = { kind: "say", text: "Hello" };
const tooLong = (message: string): ModelStep => ({ kind: "status", code: 400, body: { error: { message } } });

describe("the room for an answer", () => {
	it.each([
		["a tenth of a small window", { contextTokens: 16_000 }, 1_600],
		["no more than 4,096", { contextTokens: 200_000 }, 4_096],
		["what the entry sets", { contextTokens: 200_000, maxOutputTokens: 20_000 }, 20_000],
		["never more than half", { contextTokens: 8_000, maxOutputTokens: 8_000 }, 4_000],
		["some without a window", {}, 4_096],
	])("is %s", (_, entry, tokens) => {
		expect(outputReserveTokens(entry)).toBe(tokens);
	});
});

describe("a request that can't fit", () => {
	const small = (baseUrl: string) => entryFor(baseUrl, { model: "small", contextTokens: 10_000 });

	it("may fill the window but for the answer's room", () => {
		expect(findTooLong(small("https://a.example/v1"), { estimatedTokens: 9_000 })).toBeUndefined();
		expect(findTooLong(small("https://a.example/v1"), { estimatedTokens: 9_001 })).toMatchObject({
			...{ cause: "too-long", passing: false, lasting: false, limitTokens: 9_000, requestTokens: 9_001 },
		});
	});

	it("never leaves", async () => {
		const server = await serverWith(hello);
		const { ask } = modelWith([small(server.baseUrl)]);
		const outcome = expectKind(await ask({ estimatedTokens: 9_001 }), "failed");
		expect(outcome).toMatchObject({ cause: "too-long", limitTokens: 9_000, requestTokens: 9_001 });
		expect(outcome.problem).toContain("small at 127.0.0.1");
		expect(outcome.remedy).toContain("contextTokens of small");
		expect(server.requests).toEqual([]);
	});

	it("goes to the next model, which has a larger window", async () => {
		const [first, second] = [await serverWith(hello), await serverWith(hello)];
		const { ask } = modelWith([small(first.baseUrl), entryFor(second.baseUrl, { contextTokens: 100_000 })]);
		expectKind(await ask({ estimatedTokens: 50_000 }), "complete");
		expect([first.requests.length, second.requests.length]).toEqual([0, 1]);
		expectKind(await ask({ estimatedTokens: 5_000 }), "complete");
		expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
	});

	it("is told by the window that loses the least of it, where none is large enough", async () => {
		const entries = [10_000, 40_000, 20_000].map((contextTokens, index) =>
			entryFor("http://127.0.0.1:9/v1", { model: `m${index}`, contextTokens }),
		);
		const outcome = await modelWith(entries).ask({ estimatedTokens: 90_000 });
		expect(outcome).toMatchObject({ cause: "too-long", limitTokens: 36_000, requestTokens: 90_000 });
	});

	it("says by how much also where another model failed for another reason", async () => {
		const server = await serverWith({ kind: "status", code: 401 });
		const { ask } = modelWith([entryFor(server.baseUrl), small("http://127.0.0.1:9/v1")]);
		expect(await ask({ estimatedTokens: 12_000 })).toMatchObject({ cause: "unauthorized", limitTokens: 9_000 });
	});

	it("is sent where nobody knows the window, or the length", async () => {
		const server = await serverWith(hello, hello);
		expectKind(await modelWith([entryFor(server.baseUrl)]).ask({ estimatedTokens: 10 ** 9 }), "complete");
		expectKind(await modelWith([small(server.baseUrl)]).ask(), "complete");
	});
});

describe("a request that the service finds too long", () => {
	const overflow = tooLong("prompt is too long: 213462 tokens > 200000 maximum");

	it("is not sent again as it is, and the model may be asked at once with a shorter one", async () => {
		const server = await serverWith(overflow, hello);
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		expect(await ask()).toMatchObject({ cause: "too-long", limitTokens: 200_000, requestTokens: 213_462 });
		expect(server.requests).toHaveLength(1);
		expectKind(await ask(), "complete");
	});

	it("goes to the next model", async () => {
		const [first, second] = [await serverWith(overflow), await serverWith(hello)];
		expectKind(await modelWith([entryFor(first.baseUrl), entryFor(second.baseUrl)]).ask(), "complete");
	});

	it("is understood from older versions of vLLM, which leave out the error around it", async () => {
		const message = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.";
		const server = await serverWith({ kind: "status", code: 400, body: { object: "error", message, code: 400 } });
		expect(await modelWith([entryFor(server.baseUrl)]).ask()).toMatchObject({ cause: "too-long", limitTokens: 4_096 });
	});

	it("is an answer that was cut where the window is full in the midst of it", async () => {
		const chunk = {
			choices: [{ index: 0, delta: { content: "Hel" }, finish_reason: "model_context_window_exceeded" }],
		};
		const server = await serverWith({ kind: "garbage", bytes: `data: ${JSON.stringify(chunk)}\n\n` });
		expect(await modelWith([entryFor(server.baseUrl)]).ask()).toMatchObject({ kind: "length", text: "Hel" });
	});
});
