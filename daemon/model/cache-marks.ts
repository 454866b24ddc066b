import type { ModelEntry } from "#config/schema.ts";
import type { MarkStyle } from "./cache-hint.ts";
import type { ChatMessage } from "./port.ts";

/** A text as a list of one part, which is the only form that can carry a mark. */
interface TextPart {
	type: "text";
	text: string;
	cache_control?: { type: "ephemeral" };
	prompt_cache_breakpoint?: { mode: "explicit" };
}

type AssistantMessage = Extract<ChatMessage, { role: "assistant" }>;
type MarkableMessage = Exclude<ChatMessage, AssistantMessage>;
type Marked<Message> = Message extends { content: string }
	? Omit<Message, "content"> & { content: string | TextPart[] }
	: Message;
export type MarkedMessage = Marked<ChatMessage>;

/** Anthropic refuses more. OpenAI looks at the latest 80, and stores 4 of them at each request. */
const MAX_MARKS: Record<MarkStyle, number> = { cache_control: 4, prompt_cache_breakpoint: 50 };

/**
 * The messages with marks where requests end: after the system message, where this request's lasting part ends, and where the
 * latest requests before it ended. Those are the places that hold what was kept, so each is found again however many messages
 * have come since; Anthropic looks back 20 blocks from a mark and no further.
 *
 * Services know a prompt again by its content, and a mark is no part of that (platform.claude.com/docs/en/build-with-claude/prompt-caching),
 * so that marks may move. The lists stay as they are when a mark moves on, in case a service sees it otherwise.
 * @param stableCount how many messages the next request will repeat; nothing behind them is marked or changed
 */
export function markMessages(
	messages: readonly ChatMessage[],
	stableCount: number,
	style: MarkStyle,
	statusPlacement: ModelEntry["statusPlacement"],
): MarkedMessage[] {
	const places = new Set(placesOf(messages, stableCount, MAX_MARKS[style], statusPlacement));
	return messages.map((message, at) => {
		if (at >= stableCount || !isMarkable(message)) return message;
		const part: TextPart = { type: "text", text: message.content, ...(places.has(at) && MARK_MEMBERS[style]) };
		return { ...message, content: [part] };
	});
}

const MARK_MEMBERS = {
	cache_control: { cache_control: { type: "ephemeral" } },
	prompt_cache_breakpoint: { prompt_cache_breakpoint: { mode: "explicit" } },
} as const satisfies Record<MarkStyle, Partial<TextPart>>;

function placesOf(
	messages: readonly ChatMessage[],
	stableCount: number,
	maxMarks: number,
	statusPlacement: ModelEntry["statusPlacement"],
): number[] {
	const system = messages[0]?.role === "system" && stableCount > 0 && isMarkable(messages[0]) ? [0] : [];
	const ends = new Set<number>();
	for (const end of requestEnds(messages, stableCount, statusPlacement)) {
		if (ends.size === maxMarks - system.length) break;
		const place = lastMarkable(messages, end);
		if (place >= system.length) ends.add(place);
	}
	return [...system, ...ends];
}

/** The last lasting message of this request and of those before it, the latest first. */
function* requestEnds(
	messages: readonly ChatMessage[],
	stableCount: number,
	statusPlacement: ModelEntry["statusPlacement"],
): Generator<number> {
	yield stableCount - 1;
	for (let at = stableCount - 1; at > 0; at -= 1) {
		// An answer stands behind the request that it was given to, so the message before it was that request's last.
		if (messages[at]?.role !== "assistant") continue;
		const carriedStatus = statusPlacement === "tool-result" && messages[at - 1]?.role === "tool";
		yield carriedStatus ? at - 2 : at - 1;
	}
}

/** What the model said itself can't be marked, or is empty where it only calls tools. -1 where there is nothing. */
function lastMarkable(messages: readonly ChatMessage[], from: number): number {
	for (let at = from; at >= 0; at -= 1) {
		const message = messages[at];
		if (message && isMarkable(message)) return at;
	}
	return -1;
}

/** An empty text can't carry a mark: Anthropic refuses it. */
const isMarkable = (message: ChatMessage): message is MarkableMessage & { content: string } =>
	message.role !== "assistant" && message.content !== "";
