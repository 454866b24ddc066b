import { answerOf, type CompletionStep, outputText } from "#test/stand-ins/model/answer.ts";
import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import { chunkFrame, DONE_FRAME, deltasOf, usageFrame } from "#test/stand-ins/model/chunks.ts";

/** A request as it left. */
export interface NearRequest {
	number: number;
	rawBody: string;
	body: ChatRequest;
}

/** Decides the answer. */
export type NearScript = (request: NearRequest) => CompletionStep;

const WHOLE = 1_000_000;
const CHARACTERS_PER_TOKEN = 4;

/**
 * The model stand-in without a socket between: a `fetch` that speaks the same wire. A year has tens of thousands of requests,
 * and most of their time would go into connections.
 */
export function nearModel(script: NearScript): typeof fetch {
	let number = 0;
	return async (_input, init) => {
		const rawBody = String(init?.body);
		number += 1;
		const body: ChatRequest = JSON.parse(rawBody);
		const answer = answerOf(script({ number, rawBody, body }), number);
		const envelope = { id: `chatcmpl-${number}`, created: 0, model: body.model, includeUsage: true };
		const tokens = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
		const [prompt_tokens, completion_tokens] = [tokens(rawBody), tokens(outputText(answer))];
		const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
		const frames = [
			...deltasOf(answer, WHOLE).map((delta) => chunkFrame(envelope, delta)),
			chunkFrame(envelope, {}, answer.finishReason),
			usageFrame(envelope, usage as Parameters<typeof usageFrame>[1]),
			DONE_FRAME,
		];
		return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
	};
}
