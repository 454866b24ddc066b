import type { ChatMessage } from "#daemon/model/port.ts";

/**
 * The messages of a request with the status block at their end. Pure; what it is given stays as it is. An empty block, where
 * nothing is to be shown, adds nothing.
 * @param placement `tool-result`: at the end of the last message, where that is a tool's result; else in one of its own
 */
export function placeStatus(
	messages: readonly ChatMessage[],
	block: string,
	placement: "message" | "tool-result",
): ChatMessage[] {
	if (block === "") return [...messages];
	const last = messages.at(-1);
	if (placement === "tool-result" && last?.role === "tool")
		return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${block}` }];
	return [...messages, { role: "user", content: block }];
}
