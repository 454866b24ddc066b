import { describe, expect, it, onTestFinished } from "vitest";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer } from "#test/stand-ins/model/types.ts";
import { entryFor, expectKind, modelWith } from "./model-fixture.ts";
import type { ChatMessage } from "./port.ts";

const words = (count: number, of = "word") => `${of} `.repeat(count);

/** A server that keeps only what is marked, and finds it again only where it was marked. */
async function serverWithMarks(): Promise<ModelServer> {
	const server = await startModelServer({
		countTokens: false,
		promptCache: { needsMarks: true },
		script: () => ({ kind: "say", text: "ok" }),
	});
	onTestFinished(() => server.close());
	return server;
}

/** What one request after the other adds: a message, a round of calls, many results at once, messages again. */
const additions: ChatMessage[][] = [
	[{ role: "user", content: words(400, "please") }],
	round(1, 1),
	round(2, 30),
	round(3, 2),
	[
		{ role: "assistant", content: "Done." },
		{ role: "user", content: "Thanks" },
		{ role: "user", content: words(300, "and") },
	],
	round(4, 1),
];

function round(number: number, results: number): ChatMessage[] {
	const ids = Array.from({ length: results }, (_, index) => `c${number}-${index}`);
	const calls = ids.map((id) => ({ id, type: "function" as const, function: { name: "read_file", arguments: "{}" } }));
	return [
		{ role: "assistant", content: null, tool_calls: calls },
		...ids.map((id): ChatMessage => ({ role: "tool", tool_call_id: id, content: words(100, id) })),
	];
}

type Ask = ReturnType<typeof modelWith>["ask"];

async function converse(ask: Ask): Promise<void> {
	let messages: ChatMessage[] = [{ role: "system", content: words(900) }];
	for (const [index, added] of additions.entries()) {
		messages = [...messages, ...added];
		const status: ChatMessage = { role: "user", content: `<agent_status>\nround: ${index}\n</agent_status>` };
		expectKind(await ask({ messages: [...messages, status], cacheKey: "k" }), "complete");
	}
}

/** Whatever address is asked, the stand-in answers. */
const behindAnyAddress =
	(server: ModelServer): typeof fetch =>
	(_, init) =>
		fetch(`${server.baseUrl}/chat/completions`, init);

describe("a conversation with a service that keeps what is marked", () => {
	it.each([
		["Anthropic behind a router", "https://openrouter.ai/api/v1", "anthropic/claude-sonnet-5"],
		["OpenAI from GPT-5.6 on", "https://api.openai.com/v1", "gpt-5.6"],
	])("finds all of it again at each request, but for the status block: %s", async (_, baseUrl, model) => {
		const server = await serverWithMarks();
		const { ask, records } = modelWith([entryFor(baseUrl, { model })], behindAnyAddress(server));
		await converse(ask);
		expect(server.violations).toEqual([]);
		let kept = 0;
		for (const { inputTokens, cachedTokens, cacheWriteTokens = 0 } of records) {
			expect(cachedTokens).toBe(kept);
			kept = cachedTokens + cacheWriteTokens;
			expect(inputTokens - kept).toBeLessThan(40);
		}
		expect(records).toHaveLength(additions.length);
		expect(kept).toBeGreaterThan(3_000);
	});

	it("finds nothing without marks, so that the test above can fail", async () => {
		const server = await serverWithMarks();
		const { ask, records } = modelWith([entryFor(server.baseUrl, { promptCache: "automatic" })]);
		await converse(ask);
		expect(records.map(({ cachedTokens }) => cachedTokens)).toEqual(additions.map(() => 0));
	});
});
