import * as z from "zod";
import { callFields, messageFields } from "./replay-fields.ts";
import { usageSchema } from "./usage.ts";

const piece = z
	.string()
	.nullish()
	.transform((text) => text ?? "");

/** Some servers give the arguments as an object where the protocol has a string. */
const argumentsPiece = z
	.union([z.string(), z.record(z.string(), z.unknown())])
	.nullish()
	.transform((value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? "")));

const functionPiece = z
	.object({ name: piece, arguments: argumentsPiece })
	.nullish()
	.transform((value) => value ?? { name: "", arguments: "" });

const callPiece = z
	.object({ index: z.number().nullish(), id: piece, function: functionPiece, ...callFields })
	.transform(({ index, id, function: { name, arguments: json }, extra_content }) => ({
		index: index ?? undefined,
		id,
		name,
		arguments: json,
		extraContent: extra_content ?? undefined,
	}));
/** A piece of a tool call. Empty strings stand for what the provider left out. */
export type CallPiece = z.output<typeof callPiece>;

const deltaSchema = z.object({
	content: piece,
	refusal: piece,
	reasoning: piece.catch(""),
	...messageFields,
	tool_calls: z.array(callPiece).nullish(),
	/** The form before `tool_calls`, of which some servers send one. */
	function_call: functionPiece,
});

const choiceSchema = z.object({
	delta: deltaSchema.nullish(),
	finish_reason: z.string().nullish(),
	/** Kimi puts it here. */
	usage: usageSchema.nullish().catch(undefined),
});

/**
 * One `chat.completion.chunk`, as far as we read it, with room for what servers really send. Usage that makes no sense
 * counts as none; anything else that doesn't fit is an error, since a message with a hole must not be acted on.
 */
export const chunkSchema = z
	.object({ choices: z.array(choiceSchema).nullish(), usage: usageSchema.nullish().catch(undefined) })
	.transform(({ choices, usage }) => {
		const choice = choices?.[0];
		const delta = choice?.delta;
		return {
			content: delta?.content ?? "",
			refusal: delta?.refusal ?? "",
			/** What is only shown as "thinking", and its length counted. */
			reasoning: delta?.reasoning_content || delta?.reasoning || "",
			/** What of it goes back to the service. */
			replay: { text: delta?.reasoning_content ?? undefined, blocks: delta?.reasoning_details ?? [] },
			calls: [...(delta?.tool_calls ?? []), ...legacyCall(delta?.function_call)],
			finishReason: choice?.finish_reason || undefined,
			usage: usage ?? choice?.usage ?? undefined,
		};
	});
export type Chunk = z.output<typeof chunkSchema>;

function legacyCall(call: z.output<typeof functionPiece> | undefined): CallPiece[] {
	return call && (call.name !== "" || call.arguments !== "")
		? [{ index: 0, id: "", ...call, extraContent: undefined }]
		: [];
}
