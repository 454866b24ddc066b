import { setTimeout as wait } from "node:timers/promises";
import { canonicalJson } from "#core/digest.ts";
import type { ChatRequest } from "./body.ts";
import { answeredBy, type OpenEvent, openEvents, type PastCall, pastCalls } from "./conversation.ts";
import { quoted, type Wish, wishOf } from "./phrases.ts";
import type { ModelScript, ModelStep, ScriptedCall } from "./types.ts";

const THINKING_MS = 5000;
/** A reply that the daemon refuses is not tried for ever. */
const MAX_REPLIES = 2;

/**
 * Plays a model that knows the daemon's tools, for trying it by hand. What to do is read from the request alone, so it may
 * be started again at any time.
 */
export const talker: ModelScript = ({ body }) => decide(body);

/** First all tools that the open events need, in one message; when their results are there, a reply to each event. */
function decide(request: ChatRequest): ModelStep {
	if (isTrial(request)) return { kind: "call", calls: [{ tool: TRIAL_TOOL, arguments: { greeting: "Hello" } }] };
	const calls = pastCalls(request);
	const tries = (event: OpenEvent) => calls.filter((call) => answeredBy(call).includes(event.id)).length;
	const events = openEvents(request).filter((event) => tries(event) < MAX_REPLIES);
	if (events.length === 0) return { kind: "say", text: "There is nothing for me to answer." };
	const wishes = events.map((event) => ({ event, wish: event.outside ? noted(event) : wishOf(event.text) }));
	if (wishes.some(({ wish }) => wish.kind === "fail")) return { kind: "status", code: 500 };

	const missing = wishes.flatMap(({ event, wish }) =>
		wish.kind === "tool" && resultOf(wish, event, calls) === undefined ? [callOf(wish)] : [],
	);
	if (missing.length > 0) return { kind: "call", calls: missing };
	const replies = wishes.map(({ event, wish }) => replyTo(event, answerTo(wish, event, calls)));
	return inManner(
		wishes.map(({ wish }) => wish),
		replies,
	);
}

/** What `steward setup` asks a model, to see whether it calls tools. */
const TRIAL_TOOL = "say_hello";

const isTrial = ({ tools = [] }: ChatRequest): boolean => tools.length === 1 && tools[0]?.function.name === TRIAL_TOOL;

/** Outside text is never a request: a good model says so, and this one plays a good one. */
const noted = ({ text }: OpenEvent): Wish => ({
	kind: "say",
	manner: "plain",
	text: `That was written by somebody else, so I only take note of it:\n\n${quoted(text.slice(0, 200))}`,
});

type ToolWish = Extract<Wish, { kind: "tool" }>;

const callOf = (wish: ToolWish): ScriptedCall => ({ tool: wish.tool, arguments: wish.arguments });

function resultOf(wish: ToolWish, event: OpenEvent, calls: PastCall[]): string | undefined {
	const same = (call: PastCall) =>
		call.at > event.at && call.tool === wish.tool && canonicalJson(call.arguments) === canonicalJson(wish.arguments);
	return calls.find(same)?.result;
}

function answerTo(wish: Wish, event: OpenEvent, calls: PastCall[]): string {
	if (wish.kind === "tool") return wish.report(resultOf(wish, event, calls) ?? "");
	return wish.kind === "say" ? wish.text : "";
}

const replyTo = ({ id }: OpenEvent, text: string): ScriptedCall => ({ tool: "reply", arguments: { to: [id], text } });

function inManner(wishes: Wish[], calls: ScriptedCall[]): ModelStep {
	const isAsked = (manner: string) => wishes.some((wish) => wish.kind === "say" && wish.manner === manner);
	if (isAsked("think")) return { kind: "call", calls, hold: wait(THINKING_MS), holdAfterChunks: 1 };
	if (isAsked("slow")) return { kind: "call", calls, chunkSize: 4, delayBetweenChunksMs: 100 };
	return { kind: "call", calls };
}
