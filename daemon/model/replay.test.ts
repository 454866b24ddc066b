import { describe, expect, it, onTestFinished } from "vitest";
import type { ReplayDemand } from "#test/stand-ins/model/replay.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer, ModelStep } from "#test/stand-ins/model/types.ts";
import { reply } from "#test/steps.ts";
import { startFixture } from "#test/steward-fixture.ts";
import { entryFor, expectKind, modelWith, serverWith, sse, wireChunk } from "./model-fixture.ts";
import type { ChatMessage, ModelOutcome } from "./port.ts";

const SIGNATURE = { google: { thought_signature: "c2lnbmVk" } };

const thinkAndCall: ModelStep = {
	kind: "call",
	reasoning: "I should look into the file first, and then into the other.",
	calls: [
		{ tool: "read", arguments: { path: "a.md" }, extraContent: SIGNATURE },
		{ tool: "read", arguments: { path: "b.md" } },
	],
};

const hi: ChatMessage = { role: "user", content: "Hi" };

async function demanding(demandReplay: ReplayDemand, ...script: ModelStep[]): Promise<ModelServer> {
	const server = await startModelServer({ script, demandReplay, countTokens: false });
	onTestFinished(() => server.close());
	return server;
}

/** The conversation after an outcome, as read back from storage, with results for its calls. */
function continued(messages: ChatMessage[], outcome: ModelOutcome): ChatMessage[] {
	const { text, calls, replay } = expectKind(outcome, "complete");
	const tool_calls = calls.map(({ id, tool, rawArguments }) => ({
		...{ id, type: "function" as const, function: { name: tool, arguments: rawArguments } },
	}));
	const said: ChatMessage = {
		...{ role: "assistant", content: text || null },
		...(calls.length > 0 && { tool_calls }),
		...(replay && { replay }),
	};
	const results = calls.map(({ id }): ChatMessage => ({ role: "tool", tool_call_id: id, content: "seen" }));
	return JSON.parse(JSON.stringify([...messages, said, ...results, { role: "user", content: "Go on" }]));
}

const messageAt = (server: ModelServer, request: number, at: number) =>
	server.requests[request - 1]?.body?.messages.at(at);

describe("what a model wants back", () => {
	it.each<ReplayDemand>(["deepseek", "kimi", "gemini"])("comes back with each request: %s", async (demand) => {
		const server = await demanding(demand, thinkAndCall, thinkAndCall, { kind: "say", text: "Done" });
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		const second = continued([hi], await ask({ messages: [hi] }));
		const third = continued(second, await ask({ messages: second }));
		expect(await ask({ messages: third })).toMatchObject({ kind: "complete", text: "Done" });
		expect(server.violations).toEqual([]);
		expect(messageAt(server, 3, 1)).toMatchObject({
			reasoning_content: thinkAndCall.reasoning,
			tool_calls: [{ extra_content: SIGNATURE }, { id: "call_1_1" }],
		});
		const [, before = "", after = ""] = server.requests.map(({ rawBody }) => rawBody);
		expect(after.startsWith(before.slice(0, -"]}".length))).toBe(true);
		expect(after).not.toContain('"replay"');
	});

	it("is the reasoning of plain text and an empty one too, as DeepSeek has it", async () => {
		const empty = sse(
			wireChunk({ content: null, reasoning_content: "" }),
			wireChunk({ content: "Hello" }),
			wireChunk({}, "stop"),
		);
		const server = await serverWith({ kind: "garbage", bytes: empty }, { kind: "say", text: "ok" });
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		await ask({ messages: continued([hi], await ask({ messages: [hi] })) });
		expect(messageAt(server, 2, 1)).toMatchObject({ content: "Hello", reasoning_content: "" });
	});

	it("is OpenRouter's blocks, put together from their pieces and in their order", async () => {
		const text = { type: "reasoning.text", format: "f", index: 0, signature: null };
		const sealed = { type: "reasoning.encrypted", data: "x", index: 1 };
		const server = await serverWith(
			{
				kind: "say",
				text: "Hello",
				reasoning: "Let me see",
				reasoningDetails: [
					{ ...text, text: "Let me" },
					{ ...text, text: " see" },
					{ ...text, text: null, signature: "s" },
					sealed,
					sealed,
					{ ...text, index: 2, text: "And" },
					{ ...text, index: 3, text: "so" },
				],
			},
			{ kind: "say", text: "ok" },
		);
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		await ask({ messages: continued([hi], await ask({ messages: [hi] })) });
		const sent = messageAt(server, 2, 1);
		expect(sent).toMatchObject({
			reasoning_details: [
				{ ...text, text: "Let me see", signature: "s" },
				sealed,
				sealed,
				{ ...text, index: 2, text: "And" },
				{ ...text, index: 3, text: "so" },
			],
		});
		expect(sent).not.toHaveProperty("reasoning_content");
	});

	it("survives a restart of the daemon to the byte", async () => {
		const look = { tool: "read_file", arguments: { path: "a.md" }, extraContent: SIGNATURE };
		const steward = await startFixture({
			script: [{ kind: "call", reasoning: "A file, I see.", calls: [look] }, reply("E-1", "One")],
		});
		steward.put("a.md", "text\n");
		await steward.web.send("first");
		await steward.web.until(({ text }) => text === "One");
		await steward.restart();
		steward.model.enqueue(reply("E-2", "Two"));
		await steward.web.send("second");
		const { rawBody: after } = await steward.model.untilRequest(3);
		const before = steward.model.requests[1]?.rawBody ?? "";
		const said = /\{"role":"assistant".*?"reasoning_content":"A file, I see\."\}/.exec(before)?.[0];
		expect(said).toContain(`"extra_content":${JSON.stringify(SIGNATURE)}`);
		expect(after).toContain(said);
	});
});

describe("what is not sent back", () => {
	it("is what another model said, or the same at another address", async () => {
		const [first, second] = [await serverWith(thinkAndCall), await serverWith({ kind: "say", text: "ok" })];
		const messages = continued([hi], await modelWith([entryFor(first.baseUrl)]).ask({ messages: [hi] }));
		first.script = () => ({ kind: "status", code: 401 });
		await modelWith([entryFor(first.baseUrl), entryFor(second.baseUrl)]).ask({ messages });
		expect(first.requests[1]?.rawBody).toContain("reasoning_content");
		first.script = () => ({ kind: "say", text: "ok" });
		await modelWith([entryFor(first.baseUrl, { model: "other" })]).ask({ messages });
		for (const body of [second.requests[0]?.rawBody, first.requests[2]?.rawBody]) {
			expect(body).toContain("b.md");
			expect(body).not.toMatch(/reasoning_content|extra_content|replay/);
		}
	});

	it("is any field that is not known, nor one of another form", async () => {
		const extra = { google: { thought_signature: "s", secret: 1 }, other: 2 };
		const piece = { index: 0, id: "a", function: { name: "read", arguments: "{}" }, extra_content: extra };
		const bytes = sse(
			wireChunk({ reasoning_details: "none", reasoning_content: 7, reasoning: "hm", thinking_blocks: [1], audio: {} }),
			wireChunk({ tool_calls: [{ ...piece, more: 3 }] }),
			wireChunk({ tool_calls: [{ ...piece, index: 1, id: "b", extra_content: { google: "s" } }] }, "tool_calls"),
		);
		const server = await serverWith({ kind: "garbage", bytes });
		const { replay } = expectKind(await modelWith([entryFor(server.baseUrl)]).ask(), "complete");
		expect(replay).toEqual({
			source: expect.stringMatching(/^[0-9a-f]{64}$/),
			calls: [{ extra_content: { google: { thought_signature: "s" } } }, {}],
		});
	});

	it.each([
		[40_000, true],
		[48_000, false],
	])("is a thought that would fill the window: of %i characters", async (length, kept) => {
		const server = await serverWith({ kind: "say", text: "ok", reasoning: "x".repeat(length), chunkSize: 1000 });
		const outcome = expectKind(await modelWith([entryFor(server.baseUrl)]).ask(), "complete");
		expect(outcome.replay !== undefined).toBe(kept);
	});
});

describe("a conversation that another model had a part in", () => {
	it.each<[ReplayDemand, object]>([
		["deepseek", { reasoning_content: " " }],
		["kimi", { reasoning_content: " " }],
		["gemini", { tool_calls: [{ extra_content: { google: { thought_signature: expect.any(String) } } }, {}] }],
	])("is taken by %s after one refusal, at once and from then on", async (demand, filler) => {
		const other = await serverWith({ ...thinkAndCall, reasoning: "" });
		const messages = continued([hi], await modelWith([entryFor(other.baseUrl)]).ask({ messages: [hi] }));
		const server = await demanding(demand, thinkAndCall, { kind: "say", text: "Done" });
		const { ask } = modelWith([entryFor(server.baseUrl)]);
		const more = continued(messages, await ask({ messages, purpose: "extract" }));
		expect(await ask({ messages: more })).toMatchObject({ kind: "complete", text: "Done" });
		expect(server.violations).toHaveLength(1);
		expect(messageAt(server, 3, 1)).toMatchObject(filler);
		const own = more.findIndex(({ role }, at) => role === "assistant" && at > 1);
		expect(messageAt(server, 3, own)).toMatchObject({ reasoning_content: thinkAndCall.reasoning });
		const [, before = "", after = ""] = server.requests.map(({ rawBody }) => rawBody);
		expect(after.startsWith(before.slice(0, -"]}".length))).toBe(true);
	});

	it("is given up where fillers don't help, and the owner told", async () => {
		const server = await serverWith();
		server.script = () => ({ kind: "status", code: 400, body: { error: { message: "reasoning_content is missing" } } });
		const outcome = expectKind(await modelWith([entryFor(server.baseUrl)]).ask(), "failed");
		expect(outcome).toMatchObject({ cause: "rejected", remedy: expect.stringContaining("docs/models.md") });
		expect(server.requests).toHaveLength(2);
	});
});
