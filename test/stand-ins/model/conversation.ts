import * as z from "zod";
import { type ChatRequest, contentText } from "./body.ts";

/** An event as the daemon shows it, whether it waits for an answer or not. */
export interface OpenEvent {
	/** `E-12` */
	id: string;
	channel: string;
	/** The words of the message, without stamp and marks. */
	text: string;
	/** True where somebody else wrote it, so that it is no request. */
	outside: boolean;
	/** Index of its message in the request. */
	at: number;
}

/** A call that the model made earlier, with its result. */
export interface PastCall {
	tool: string;
	arguments: unknown;
	/** Undefined while it has none. */
	result: string | undefined;
	at: number;
}

/** `[event 1/2] [E-12 2026-11-30 10:30:45 +2m10s web] text`, over several lines; the owner may have switched off the times. */
const STAMPED =
	/^(?:\[event \d+\/\d+\] )?\[(E-\d+)(?: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: \+\S+)?)? ([^\]\s]+)\] ?([\s\S]*?)(?:\n\[\d+ events: [^\n]*)?$/;
const UNANSWERED = /^unanswered events: (.*)$/m;
const OUTSIDE = /^\s*<external_content [^>]*>\n?([\s\S]*?)\n?<\/external_content>/;
const RESULT_STAMP = /^(?:\[[^\]\n]*\](?: (?:Tool call|took) [^\n]*)?|(?:Tool call|took) [^\n]*|Result:)(?:\n|$)/;
/** Where the status block stands in the last result instead of a message of its own. */
const STATUS_AT_END = /\n\n<agent_status>[\s\S]*$/;

const replySchema = z.object({ to: z.array(z.string()) });

/** Every event in view, oldest first. */
export const shownEvents = ({ messages }: ChatRequest): OpenEvent[] =>
	messages.flatMap((message, at) => (message.role === "user" ? (eventOf(contentText(message.content), at) ?? []) : []));

/**
 * The events to answer now, oldest first: those that the status block calls unanswered, or, in a request without one,
 * those that no `reply` has named.
 */
export function openEvents(request: ChatRequest): OpenEvent[] {
	const events = shownEvents(request);
	const status = request.messages.findLast((message) => UNANSWERED.test(contentText(message.content)));
	if (status) {
		const named: string[] = UNANSWERED.exec(contentText(status.content))?.[1]?.match(/E-\d+/g) ?? [];
		return events.filter(({ id }) => named.includes(id));
	}
	const answered = new Set(pastCalls(request).flatMap(answeredBy));
	return events.filter(({ id }) => !answered.has(id));
}

function eventOf(content: string, at: number): OpenEvent | undefined {
	const [, id, channel, words] = STAMPED.exec(content) ?? [];
	if (id === undefined || channel === undefined || words === undefined) return undefined;
	const outside = OUTSIDE.exec(words);
	return { id, channel, text: (outside?.[1] ?? words).trim(), outside: outside !== null, at };
}

/** All calls of the conversation, oldest first. Arguments that are no JSON come as they are. */
export function pastCalls({ messages }: ChatRequest): PastCall[] {
	return messages.flatMap((message, at) =>
		message.role !== "assistant"
			? []
			: (message.tool_calls ?? []).map((call) => {
					const result = messages.find((other) => other.role === "tool" && other.tool_call_id === call.id);
					return {
						tool: call.function.name,
						arguments: parsed(call.function.arguments),
						result: result && contentText(result.content).replace(STATUS_AT_END, ""),
						at,
					};
				}),
	);
}

/** The events that a `reply` named. */
export function answeredBy(call: PastCall): string[] {
	const reply = call.tool === "reply" ? replySchema.safeParse(call.arguments) : undefined;
	return reply?.success ? reply.data.to : [];
}

/** What a tool said, without the stamp before it. */
export const withoutStamp = (result: string): string => result.replace(RESULT_STAMP, "").trim();

/** The task that a call went on as, where its result says that there is none yet: `T-9`. */
export const taskIn = (result: string): string | undefined =>
	/^(?:Started|Not finished|Not begun)\b.*?\bas task (T-\d+)\b/.exec(withoutStamp(result))?.[1];

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return json;
	}
}
