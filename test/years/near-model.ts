import { answerOf, type CompletionStep, outputText } from "#test/stand-ins/model/answer.ts";
import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import { chunkFrame, DONE_FRAME, deltasOf, usageFrame } from "#test/stand-ins/model/chunks.ts";
import type { WireUsage } from "#test/stand-ins/model/usage.ts";
import { parseRequest } from "#test/stand-ins/model/validate.ts";

/** A request as it left. */
export interface NearRequest {
	/** From 1. */
	number: number;
	rawBody: string;
	body: ChatRequest;
	/** `performance.now()` when it left the daemon. */
	leftAt: number;
}

/** Decides the answer. */
export type NearScript = (request: NearRequest) => CompletionStep;

export interface NearModelOptions {
	/** Counts what a request and its answer cost. Default: four characters a token, nothing cached. */
	measure?: (request: ChatRequest, output: string) => WireUsage | Promise<WireUsage>;
	/** Called with each request and what it was counted as, before its answer begins. */
	onRequest?: (request: NearRequest, usage: WireUsage) => void;
}

const WHOLE = 1_000_000;
const CHARACTERS_PER_TOKEN = 4;

/**
 * The model stand-in without a socket between: a `fetch` that speaks the same wire. A year has tens of thousands of requests,
 * and most of their time would go into connections.
 */
export class NearModel {
	/** What a strict provider would have refused. */
	readonly violations: string[] = [];
	readonly #script: NearScript;
	readonly #options: NearModelOptions;
	#requests = 0;

	constructor(script: NearScript, options: NearModelOptions = {}) {
		this.#script = script;
		this.#options = options;
	}

	/** How many requests have left so far. */
	get requests(): number {
		return this.#requests;
	}

	readonly fetch: typeof fetch = async (_input, init) => {
		const leftAt = performance.now();
		const rawBody = String(init?.body);
		this.#requests += 1;
		const parsed = parseRequest(rawBody);
		if ("fault" in parsed) {
			this.violations.push(parsed.fault.message);
			return Response.json({ error: { message: parsed.fault.message } }, { status: 400 });
		}
		return this.#answer({ number: this.#requests, rawBody, body: parsed.request, leftAt });
	};

	async #answer(request: NearRequest): Promise<Response> {
		const { number, body } = request;
		const { measure = countCharacters, onRequest } = this.#options;
		const answer = answerOf(this.#script(request), number);
		const usage = await measure(body, outputText(answer));
		onRequest?.(request, usage);
		const envelope = { id: `chatcmpl-${number}`, created: 0, model: body.model, includeUsage: true };
		const frames = [
			...deltasOf(answer, WHOLE).map((delta) => chunkFrame(envelope, delta)),
			chunkFrame(envelope, {}, answer.finishReason),
			usageFrame(envelope, usage),
			DONE_FRAME,
		];
		return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
	}
}

function countCharacters(request: ChatRequest, output: string): WireUsage {
	const count = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
	const [prompt_tokens, completion_tokens] = [count(JSON.stringify(request)), count(output)];
	return {
		prompt_tokens,
		completion_tokens,
		total_tokens: prompt_tokens + completion_tokens,
		prompt_tokens_details: { cached_tokens: 0 },
		completion_tokens_details: { reasoning_tokens: 0 },
	};
}
