import type { Answer } from "./answer.ts";
import type { WireUsage } from "./usage.ts";

/** What all chunks of one stream have in common. */
export interface Envelope {
	id: string;
	/** Seconds since the epoch. */
	created: number;
	model: string;
	/** Whether each chunk has a `usage` member, null but in the last: so it is with `include_usage`. */
	includeUsage: boolean;
}

/** What one chunk adds to the message. */
export type Delta = Record<string, unknown>;

const DEFAULT_CHUNK_SIZE = 16;

/** The deltas of a streamed answer: the role first, then pieces of at most `chunkSize` characters. */
export function deltasOf(answer: Answer, chunkSize = DEFAULT_CHUNK_SIZE): Delta[] {
	const textField = (name: string, text: string) => pieces(text, chunkSize).map((piece) => ({ [name]: piece }));
	const calls = answer.calls.flatMap((call, index) => {
		const named = {
			...{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } },
			...(call.extraContent && { extra_content: call.extraContent }),
		};
		const fragments = pieces(call.arguments, chunkSize).map((piece) => ({ index, function: { arguments: piece } }));
		return [named, ...fragments].map((fragment) => ({ tool_calls: [fragment] }));
	});
	return [
		{ role: "assistant", content: answer.calls.length > 0 && answer.text === "" ? null : "", refusal: null },
		...textField("reasoning_content", answer.reasoning),
		...answer.reasoningDetails.map((detail) => ({ reasoning_details: [detail] })),
		...textField("content", answer.text),
		...textField("refusal", answer.refusal),
		...calls,
	];
}

/** Whole characters only: a surrogate pair is never split, its bytes may be (`writeSizeBytes`). */
function pieces(text: string, size: number): string[] {
	const characters = Array.from(text);
	const count = Math.ceil(characters.length / size);
	return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(""));
}

/** One chunk as a server-sent event. */
export function chunkFrame(envelope: Envelope, delta: Delta, finishReason: string | null = null): string {
	return frame(envelope, [{ index: 0, delta, logprobs: null, finish_reason: finishReason }], null);
}

/** The chunk at the end of a stream with `include_usage`: no choices, the usage of the whole request. */
export const usageFrame = (envelope: Envelope, usage: WireUsage): string => frame(envelope, [], usage);

export const DONE_FRAME = "data: [DONE]\n\n";

function frame({ id, created, model, includeUsage }: Envelope, choices: unknown[], usage: WireUsage | null): string {
	const chunk = { id, object: "chat.completion.chunk", created, model, system_fingerprint: null, choices };
	return `data: ${JSON.stringify(includeUsage ? { ...chunk, usage } : chunk)}\n\n`;
}

/** The whole answer in one object, for a request without `stream`. */
export function completionOf(envelope: Envelope, answer: Answer, usage: WireUsage | undefined): object {
	const calls = answer.calls.map((call) => ({
		id: call.id,
		type: "function",
		function: { name: call.name, arguments: call.arguments },
		...(call.extraContent && { extra_content: call.extraContent }),
	}));
	const message = {
		role: "assistant",
		content: answer.text || null,
		refusal: answer.refusal || null,
		...(answer.reasoning ? { reasoning_content: answer.reasoning } : {}),
		...(answer.reasoningDetails.length > 0 ? { reasoning_details: answer.reasoningDetails } : {}),
		...(calls.length > 0 ? { tool_calls: calls } : {}),
	};
	const { id, created, model } = envelope;
	const choices = [{ index: 0, message, logprobs: null, finish_reason: answer.finishReason }];
	return { id, object: "chat.completion", created, model, choices, ...(usage ? { usage } : {}) };
}
