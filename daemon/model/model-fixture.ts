import { onTestFinished, vi } from "vitest";
import type { ModelEntry } from "#config/schema.ts";
import type { Ids } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer, ModelStep } from "#test/stand-ins/model/types.ts";
import { createModel } from "./openai-model.ts";
import type { Model, ModelOutcome, ModelProgress, ModelRequest, UsageRecord } from "./port.ts";

export const API_KEY = "sk-test-0123456789abcdef";

/** Ids without chance: codes count up, jitter is nought. */
function fixedIds(): Ids {
	let count = 0;
	return { code: () => `ID${++count}`, secret: () => "secret", fraction: () => 0 };
}

export interface Fixture {
	model: Model;
	clock: FakeClock;
	entries: ModelEntry[];
	records: UsageRecord[];
	logLines: string[];
	progress: ModelProgress[];
	/** Asks for a turn, or for what `request` says otherwise. */
	ask: (request?: Partial<ModelRequest>, signal?: AbortSignal) => Promise<ModelOutcome>;
	/** Waits until the clock's next timer is `delayMs` away, as for a retry, and moves the clock there. */
	pass: (delayMs: number) => Promise<void>;
}

export const IDLE_MS = 60_000;

export const entryFor = (baseUrl: string, changes: Partial<ModelEntry> = {}): ModelEntry => ({
	baseUrl,
	model: "stand-in",
	apiKey: API_KEY,
	idleTimeoutMs: IDLE_MS,
	statusPlacement: "message",
	...changes,
});

/** A model with the given list, on a clock that stands still. */
export function modelWith(entries: ModelEntry[], fetchWith: typeof fetch = fetch): Fixture {
	const clock = new FakeClock();
	const records: UsageRecord[] = [];
	const logLines: string[] = [];
	const progress: ModelProgress[] = [];
	const model = createModel({
		models: () => entries,
		clock,
		ids: fixedIds(),
		fetch: fetchWith,
		log: createLog({ clock, level: "debug", write: (line) => logLines.push(line) }),
		recordUsage: (record) => records.push(record),
	});
	return {
		...{ model, clock, entries, records, logLines, progress },
		ask: (request = {}, signal = new AbortController().signal) =>
			model.complete(
				{ messages: [{ role: "user", content: "Hi" }], tools: [], purpose: "turn", ...request },
				signal,
				(p) => progress.push(p),
			),
		async pass(delayMs) {
			await until(() => clock.nextDelayMs === delayMs, `a timer in ${delayMs} ms`);
			await clock.advance(delayMs);
		},
	};
}

/** Starts a scripted server that ends with the test. */
export async function serverWith(...script: ModelStep[]): Promise<ModelServer> {
	const server = await startModelServer({ script, countTokens: false });
	onTestFinished(() => server.close());
	return server;
}

export async function until(condition: () => boolean, what: string): Promise<void> {
	await vi.waitFor(
		() => {
			if (!condition()) throw new Error(`waited in vain for ${what}`);
		},
		{ timeout: 10_000, interval: 5 },
	);
}

/** The bytes of a stream with these `data:` members, for what no well-behaved server sends. */
export const sse = (...data: (object | string)[]): string =>
	data.map((item) => `data: ${typeof item === "string" ? item : JSON.stringify(item)}\n\n`).join("");

/** A chunk as a server sends it. */
export const wireChunk = (delta: object, finishReason: string | null = null, more: object = {}): object => ({
	...{ id: "c1", object: "chat.completion.chunk", model: "stand-in" },
	choices: [{ index: 0, delta, finish_reason: finishReason }],
	...more,
});

/** Narrows an outcome, failing the test with the whole of it where it is another. */
export function expectKind<K extends ModelOutcome["kind"]>(
	outcome: ModelOutcome,
	kind: K,
): Extract<ModelOutcome, { kind: K }> {
	if (outcome.kind !== kind) throw new Error(`expected ${kind}, got ${JSON.stringify(outcome)}`);
	return outcome as Extract<ModelOutcome, { kind: K }>;
}
