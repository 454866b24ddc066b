import type { ModelEntry } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import { endAssembly } from "#daemon/model/assemble.ts";
import { type Attempt, runAttempt } from "#daemon/model/attempt.ts";
import { classifyFault, type Fault } from "#daemon/model/classify.ts";
import { ModelClients } from "#daemon/model/client.ts";
import type { FailureCause, ModelRequest } from "#daemon/model/port.ts";

/** What came of one small request to a model. Holds no secret, also where the service quotes the key. */
export type ModelTrial =
	/** It answered. `callsTools` says whether it called the tool that it was asked to; `text` is what it said beside. */
	| { kind: "ok"; callsTools: boolean; durationMs: number; text: string }
	/** As the model port reports it: what is wrong, and what to do. */
	| { kind: "failed"; cause: FailureCause; problem: string; remedy: string };

export interface TrialPorts {
	clock: Clock;
	fetch: typeof fetch;
	/** Ends the trial at once. */
	signal: AbortSignal;
}

/** A large local model may have to be read from the disk first; beyond this nobody waits any more. */
const TRIAL_LIMIT_MS = 90_000;

const TOOL = "say_hello";

const REQUEST: ModelRequest = {
	messages: [
		{ role: "system", content: "You are a personal assistant that works through tools. Keep your thoughts short." },
		{ role: "user", content: `Call the tool ${TOOL} once, with the greeting "Hello". Say nothing else.` },
	],
	tools: [
		{
			type: "function",
			function: {
				name: TOOL,
				description: "Greets the person who is setting you up.",
				parameters: {
					type: "object",
					properties: { greeting: { type: "string", description: "The greeting, a word or two" } },
					required: ["greeting"],
					additionalProperties: false,
				},
			},
		},
	],
	purpose: "trial",
};

/**
 * Asks a model once, through the same client as every turn: is it reachable, is the key right, is there such a model, does
 * it call tools. Never throws, takes 90 s at the most, and is not tried again: who calls is looking on.
 */
export async function tryModel(entry: ModelEntry, { clock, fetch, signal }: TrialPorts): Promise<ModelTrial> {
	const startedMs = clock.monotonicMs();
	const ended = new AbortController();
	const end = () => ended.abort();
	let late = false;
	const cancel = clock.after(TRIAL_LIMIT_MS, () => {
		late = true;
		end();
	});
	if (signal.aborted) end();
	signal.addEventListener("abort", end, { once: true });
	try {
		const attempt = await runAttempt(
			{ clock, clients: new ModelClients(fetch) },
			entry,
			REQUEST,
			ended.signal,
			() => undefined,
		);
		if (attempt.end.kind === "aborted") return late ? tooSlow(entry) : stopped;
		return judge(attempt, entry, clock, startedMs);
	} finally {
		cancel();
		signal.removeEventListener("abort", end);
	}
}

function judge({ end, assembly }: Attempt, entry: ModelEntry, clock: Clock, startedMs: number): ModelTrial {
	const ending = end.kind === "failed" ? end.fault : endAssembly(assembly);
	const answered = (text: string, callsTools: boolean): ModelTrial => ({
		...{ kind: "ok", callsTools, text: text.trim() },
		durationMs: clock.monotonicMs() - startedMs,
	});
	switch (ending.kind) {
		case "message":
			return answered(
				ending.text,
				ending.calls.some(({ name }) => name === TOOL),
			);
		case "length":
		case "refusal":
			return answered(ending.text, false);
		default:
			return failed(ending, entry, clock.now());
	}
}

/** Ollama, for one, refuses a request with tools outright where the model knows none (its error says "tools"). */
const WITHOUT_TOOLS = /\b(tools?|function calling)\b/i;

function failed(fault: Fault, entry: ModelEntry, now: number): ModelTrial {
	const { cause, problem, remedy } = classifyFault(fault, entry, now);
	const lacksTools = cause === "rejected" && WITHOUT_TOOLS.test(problem);
	return {
		...{ kind: "failed", cause, problem: `${problem.replace(/\.$/, "")}.` },
		remedy: lacksTools ? "Choose a model that can call tools: Steward does everything through them." : remedy,
	};
}

const tooSlow = ({ model }: ModelEntry): ModelTrial => ({
	kind: "failed",
	cause: "unreachable",
	problem: `${model} did not come to the end of a one-word answer within ${TRIAL_LIMIT_MS / 1000} s.`,
	remedy: "Try again, since a model may take long to load; or choose a smaller one.",
});

const stopped: ModelTrial = {
	kind: "failed",
	cause: "unreachable",
	problem: "The trial was stopped before an answer came.",
	remedy: "Try again.",
};
