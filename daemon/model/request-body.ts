import type OpenAI from "openai";
import type { ModelEntry } from "#config/schema.ts";
import { decideCacheHint } from "./cache-hint.ts";
import { type MarkedMessage, markMessages } from "./cache-marks.ts";
import type { ModelRequest } from "./port.ts";
import { withReplay } from "./replay.ts";

/**
 * What is sent for a request to this model. The order of the members is the order on the wire. The messages come last, so that
 * a request that continues another repeats its bytes up to where the messages differ; nothing after them would be the same.
 */
export function requestBody(
	entry: ModelEntry,
	{ messages, tools, cacheKey, stableMessages }: ModelRequest,
): OpenAI.ChatCompletionCreateParamsStreaming {
	const { model, maxOutputTokens } = entry;
	const hint = decideCacheHint(entry);
	const own = withReplay(messages, entry);
	const sent: MarkedMessage[] = hint.marks
		? markMessages(own, stableMessages ?? messages.length - 1, hint.marks, entry.statusPlacement)
		: own;
	return {
		model,
		...(tools.length > 0 ? { tools } : {}),
		stream: true,
		stream_options: { include_usage: true },
		...(maxOutputTokens === undefined ? {} : { max_completion_tokens: maxOutputTokens }),
		...(hint.key !== undefined && cacheKey !== undefined ? { [hint.key]: cacheKey } : {}),
		// OpenAI's own mark would stand behind the status block, and what is stored up to there is paid for and never found.
		...(hint.marks === "prompt_cache_breakpoint" ? { prompt_cache_options: { mode: "explicit" } } : {}),
		messages: sent,
	};
}

/**
 * The body of a request to this model as it leaves, byte for byte: the SDK writes it with `JSON.stringify`. Only where a model has
 * refused a conversation without its own reasoning, the fillers that it got since then are not in it (replay-gaps.ts).
 */
export const wireBody = (entry: ModelEntry, request: ModelRequest): string =>
	JSON.stringify(requestBody(entry, request));
