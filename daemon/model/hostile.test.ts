import { describe, expect, it } from "vitest";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { entryFor, expectKind, modelWith, serverWith, sse, wireChunk } from "./model-fixture.ts";
import { createModel } from "./openai-model.ts";

const anywhere = [entryFor("http://stand-in.invalid/v1")];
const stream = (body: ConstructorParameters<typeof Response>[0], type = "text/event-stream") =>
	new Response(body, type === "" ? {} : { headers: { "content-type": type } });
const background = { purpose: "extract" };

describe("never throws", () => {
	it.each<[string, () => Response | Promise<Response>, string]>([
		[
			"a fetch that throws at once",
			() => {
				throw new Error("boom");
			},
			"unreachable",
		],
		[
			"a fetch that throws what is no error",
			() => {
				throw { toString: null };
			},
			"unreachable",
		],
		["a fetch that rejects with nothing", () => Promise.reject(), "unreachable"],
		["a fetch that gives nothing", async () => JSON.parse("null"), "unreachable"],
		["no body", () => stream(null), "broken"],
		["no media type", () => stream("hello", ""), "broken"],
		["a web page", () => stream("<html>Sign in</html>", "text/html"), "broken"],
		[
			"a whole completion in place of a stream",
			() => stream('{"choices":[]}', "application/json; charset=utf-8"),
			"broken",
		],
		[
			"bytes that are no UTF-8",
			() => stream(new Uint8Array([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x0a, 0x0a])),
			"broken",
		],
		["JSON that is no object", () => stream(sse("7", "null", '"text"')), "broken"],
		[
			"a body that fails in the middle",
			() => stream(new ReadableStream({ pull: (c) => c.error(new Error("reset")) })),
			"broken",
		],
		[
			"an error as a list",
			() => new Response('[{"error":{"code":400,"message":"API key not valid."}}]', { status: 400 }),
			"unauthorized",
		],
		["an error that looks like a list", () => new Response("[oops", { status: 500 }), "broken"],
		["an error of text", () => new Response("Bad gateway", { status: 502 }), "unreachable"],
	])("%s", async (_, answer, cause) => {
		const { ask } = modelWith(anywhere, async () => answer());
		const outcome = expectKind(await ask(background), "failed");
		expect(outcome).toMatchObject({ cause, problem: expect.stringContaining("stand-in.invalid") });
	});

	it("a fetch that throws before it gives a promise", async () => {
		const { ask } = modelWith(anywhere, () => {
			throw new Error("boom");
		});
		expect(await ask(background)).toMatchObject({ kind: "failed", cause: "unreachable" });
	});

	it("a line without end, which it stops reading before it fills the memory", async () => {
		const piece = new Uint8Array(8_000_000).fill(0x20);
		let pulls = 0;
		const body = new ReadableStream({
			pull(controller) {
				pulls++;
				controller.enqueue(piece);
			},
		});
		const { ask } = modelWith(anywhere, async () => stream(body));
		expect(await ask(background)).toMatchObject({ kind: "failed", cause: "broken" });
		expect(pulls).toBeLessThan(20);
	});

	it("a configuration that can't be asked, and says so in the log", async () => {
		const lines: string[] = [];
		const clock = new FakeClock();
		const model = createModel({
			models: () => {
				throw new Error("gone");
			},
			...{ clock, ids: systemIds, fetch, recordUsage: () => undefined },
			log: createLog({ clock, level: "info", write: (line) => lines.push(line) }),
		});
		const request = { messages: [], tools: [], purpose: "turn" };
		expect(await model.complete(request, new AbortController().signal, () => undefined)).toMatchObject({
			kind: "failed",
		});
		expect(lines.join()).toContain("gone");
	});

	it("keeps an answer though the ledger can't be written", async () => {
		const server = await serverWith({ kind: "say", text: "Hello" });
		const fixture = modelWith([entryFor(server.baseUrl)]);
		fixture.records.push = () => {
			throw new Error("disk full");
		};
		expect(await fixture.ask()).toMatchObject({ kind: "complete", text: "Hello" });
		expect(fixture.logLines.join()).toContain("disk full");
	});
});

describe("takes", () => {
	it("a stream with the wrong media type, comments, and other kinds of line ends", async () => {
		const body = `: OPENROUTER PROCESSING\r\n\r\n${sse(wireChunk({ content: "Hel" }), wireChunk({ content: "lo" }, "stop"), "[DONE]").replaceAll("\n", "\r\n")}`;
		const { ask } = modelWith(anywhere, async () => stream(body, "text/plain"));
		expect(await ask()).toMatchObject({ kind: "complete", text: "Hello" });
	});

	it("a chunk of ten megabytes", async () => {
		const text = "x".repeat(10_000_000);
		const server = await serverWith({ kind: "garbage", bytes: sse(wireChunk({ content: text }, "stop"), "[DONE]") });
		const outcome = expectKind(await modelWith([entryFor(server.baseUrl)]).ask(), "complete");
		expect(outcome.text.length).toBe(text.length);
	});

	it("bytes that are no UTF-8 inside the text", async () => {
		const [before = "", after = ""] = sse(wireChunk({ content: "a|b" }, "stop")).split("|");
		const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
		const { ask } = modelWith(anywhere, async () => stream(body));
		expect(await ask()).toMatchObject({ kind: "complete", text: "a\ufffdb" });
	});
});
