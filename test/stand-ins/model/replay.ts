import type { ChatRequest, RequestMessage } from "./body.ts";
import type { Fault } from "./validate.ts";

/** Whose rules on sending reasoning back are enforced. */
export type ReplayDemand = "deepseek" | "kimi" | "gemini";

/** The first message without the reasoning that belongs to it, in the service's own words. */
export function replayFault({ messages }: ChatRequest, demand: ReplayDemand): Fault | undefined {
	const at = messages.findIndex((message) => message.role === "assistant" && misses(message, demand));
	if (at === -1) return undefined;
	return { message: WORDS[demand](at), param: null, code: "invalid_request_error" };
}

type AssistantMessage = Extract<RequestMessage, { role: "assistant" }>;

/**
 * DeepSeek's guide speaks of messages with calls; its users report the same of all others, and of empty texts. Gemini
 * signs the first of several calls (ai.google.dev/gemini-api/docs/thought-signatures); its mercy for calls before the
 * last message of the user is left out here.
 */
function misses({ reasoning_content, tool_calls }: AssistantMessage, demand: ReplayDemand): boolean {
	switch (demand) {
		case "deepseek":
			return !reasoning_content;
		case "kimi":
			return tool_calls !== undefined && !reasoning_content;
		case "gemini":
			return tool_calls !== undefined && !tool_calls[0]?.extra_content?.google.thought_signature;
	}
}

const WORDS: Record<ReplayDemand, (at: number) => string> = {
	deepseek: () => "The `reasoning_content` in the thinking mode must be passed back to the API.",
	kimi: (at) => `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
	gemini: (at) =>
		`Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Position ${at}.`,
};
