import type * as z from "zod";
import type { Clock } from "#core/clock.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { decideOutageWait } from "#daemon/loop/decide-outage-wait.ts";
import type { Model, ModelOutcome, ModelRequest } from "#daemon/model/port.ts";
import { findJson } from "./find-json.ts";

/** A form takes seconds. Who was talked into writing without end must not hold the place of others. */
const LIMIT_MS = 120_000;

/** How often it is asked: once more after an answer that can't be used. */
const MAX_TRIES = 2;

/** How much of a long content is read, in UTF-16 units; of what a model's window could not take, a quarter of that. */
const READ_LENGTHS = { usual: 24_000, short: 6_000 };

/** What is put to a reader. */
export interface ReaderQuestion<Value> {
	/** In the ledger. */
	purpose: "quarantine" | "ask-about";
	/** The turn that asks, in the ledger; a message that is read by itself has none. */
	turnId?: number;
	instructions: string;
	/** What is to be read, wrapped, with the program's words around it. `maxLength` holds for what others wrote. */
	content: (maxLength: number) => string;
	schema: z.ZodType<Value>;
}

type Failed = Extract<ModelOutcome, { kind: "failed" }>;

export type ReaderAnswer<Value> =
	/** @property readLength as `content` was given it */
	| { kind: "answer"; value: Value; readLength: number }
	/** What it said could not be used, twice. In the program's words alone. */
	| { kind: "unusable"; problem: string }
	/** Nobody was asked, or nobody answered: it may be tried again later. */
	| { kind: "no-model"; failure: Failed }
	| { kind: "aborted" };

export interface ReaderParts {
	/** Those that may be asked, in order: the next where one fails. At least one. */
	models: () => readonly Model[];
	clock: Clock;
}

/**
 * Has a model read what others wrote, without tools, and fill in a form. Whatever they talk it into, what leaves here passed the
 * schema, or is a failure with a name. Never throws.
 */
export async function askReader<Value>(
	parts: ReaderParts,
	question: ReaderQuestion<Value>,
	signal: AbortSignal,
): Promise<ReaderAnswer<Value>> {
	let problem = "";
	let readLength = READ_LENGTHS.usual;
	for (let tries = 0; tries < MAX_TRIES; tries++) {
		const outcome = await complete(parts, requestFor(question, readLength, problem), signal);
		if (signal.aborted) return { kind: "aborted" };
		if (outcome.kind === "failed" && outcome.cause !== "too-long") return { kind: "no-model", failure: outcome };
		const judged = await judge(outcome, question.schema);
		if (judged.kind === "found") return { kind: "answer", value: judged.value, readLength };
		problem = judged.problem;
		if (outcome.kind === "failed") readLength = READ_LENGTHS.short;
	}
	return { kind: "unusable", problem };
}

/** Only a complete message without calls is an answer. */
async function judge<Value>(outcome: ModelOutcome, schema: z.ZodType<Value>) {
	const bad = (problem: string) => ({ kind: "bad" as const, problem });
	switch (outcome.kind) {
		case "complete":
			return outcome.calls.length > 0 ? bad("it called tools that it doesn't have") : findJson(outcome.text, schema);
		case "length":
			return bad("it was cut off at the model's output limit");
		case "refusal":
			return bad("the model declined to read it");
		case "malformed":
			return bad("it made no sense");
		case "aborted":
			return bad("it took too long");
		case "failed":
			return bad("it does not fit into the model's window");
	}
}

function requestFor<Value>(
	{ instructions, content, purpose, turnId }: ReaderQuestion<Value>,
	readLength: number,
	problem: string,
): ModelRequest {
	const again = `\n\nYour answer before this could not be used: ${problem}. Answer with the JSON object alone.`;
	const asked = `${content(readLength)}${problem === "" ? "" : again}`;
	return {
		messages: [
			{ role: "system", content: instructions },
			{ role: "user", content: asked },
		],
		tools: [],
		purpose,
		// Whatever asks, the content is not the owner's: at a limit of money it waits.
		authority: "stranger",
		estimatedTokens: estimateTokens(instructions) + estimateTokens(asked),
		...(turnId !== undefined && { turnId }),
	};
}

/** Asks one model after the other. Where all fail, the failure is that which is over first. */
async function complete(
	{ models, clock }: ReaderParts,
	request: ModelRequest,
	signal: AbortSignal,
): Promise<ModelOutcome> {
	const failures: Failed[] = [];
	for (const model of models()) {
		const outcome = await withLimit(clock, signal, (limited) => model.complete(request, limited, () => undefined));
		if (outcome.kind !== "failed") return outcome;
		failures.push(outcome);
	}
	const passing = failures.filter(({ cause }) => cause !== "too-long");
	const [first] = (passing.length > 0 ? passing : failures).sort(
		(a, b) => decideOutageWait(a, 1) - decideOutageWait(b, 1),
	);
	if (!first) throw new Error("There is no model to ask: whoever wires this has to give one.");
	return first;
}

async function withLimit<Result>(
	clock: Clock,
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const limited = new AbortController();
	const abort = () => limited.abort();
	const cancelLimit = clock.after(LIMIT_MS, abort);
	signal.addEventListener("abort", abort, { once: true });
	if (signal.aborted) abort();
	try {
		return await work(limited.signal);
	} finally {
		cancelLimit();
		signal.removeEventListener("abort", abort);
	}
}
