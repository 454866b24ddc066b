import { setTimeout as wait } from "node:timers/promises";
import type { ChatRequest } from "./body.ts";
import { choreFor } from "./chores.ts";
import { answeredBy, type OpenEvent, openEvents, type PastCall, pastCalls, shownEvents } from "./conversation.ts";
import { callFor } from "./past-call.ts";
import { quoted, type Wish, wishOf } from "./phrases.ts";
import { isTaskResult, type TaskRound, taskRounds } from "./task-round.ts";
import type { ModelScript, ModelStep, ScriptedCall } from "./types.ts";

/** A reply that the daemon refuses is not tried for ever. */
const MAX_REPLIES = 2;

/**
 * Plays a model that knows the daemon's tools, for trying it by hand. What to do is read from the request alone, so it may
 * be started again at any time.
 */
export const talker: ModelScript = ({ body }) => decide(body);

interface Asked {
	event: OpenEvent;
	wish: Wish;
}

/** First all tools that the open events need, in one message; when their results are there, a reply to each event. */
function decide(request: ChatRequest): ModelStep {
	if (isTrial(request)) return { kind: "call", calls: [{ tool: TRIAL_TOOL, arguments: { greeting: "Hello" } }] };
	const chore = choreFor(request);
	if (chore !== undefined) return { kind: "say", text: chore };
	const calls = pastCalls(request);
	const tries = (event: OpenEvent) => calls.filter((call) => answeredBy(call).includes(event.id)).length;
	const open = openEvents(request).filter((event) => tries(event) < MAX_REPLIES);
	if (open.length === 0) return { kind: "say", text: "There is nothing for me to answer." };

	const isResult = (event: OpenEvent) => isTaskResult(event) && !event.outside;
	const rounds = taskRounds(open.filter(isResult), shownEvents(request), calls);
	const asked = open.filter((event) => !isResult(event)).map((event) => ({ event, wish: wishIn(event) }));
	if (asked.some(({ wish }) => wish.kind === "fail")) return { kind: "status", code: 500 };

	const missing = [...asked.flatMap((one) => missingFor(one, calls)), ...rounds.flatMap(callsOf)];
	if (missing.length > 0) return { kind: "call", calls: missing };
	const replies = asked.map(({ event, wish }) => replyTo([event], answerTo(wish, event, calls)));
	return inManner(asked, [...replies, ...rounds.flatMap(reportsOf), ...silence(rounds)]);
}

/** What `steward setup` asks a model, to see whether it calls tools. */
const TRIAL_TOOL = "say_hello";

const isTrial = ({ tools = [] }: ChatRequest): boolean => tools.length === 1 && tools[0]?.function.name === TRIAL_TOOL;

/** Outside text is never a request: a good model says so, and this one plays a good one. */
const wishIn = ({ outside, channel, text }: OpenEvent): Wish =>
	outside
		? {
				kind: "say",
				text: `That was written by somebody else, so I only take note of it:\n\n${quoted(text.slice(0, 200))}`,
			}
		: wishOf(channel === "timer" ? text.replace(TIMER_DUE, "") : text);

/** What stands before the purpose of a timer that has come due. */
const TIMER_DUE = /^Timer due: /;

const missingFor = ({ event, wish }: Asked, calls: PastCall[]): ScriptedCall[] =>
	wish.kind === "tools" ? wish.calls.filter((call) => callFor(event, call, calls)?.result === undefined) : [];

function answerTo(wish: Wish, event: OpenEvent, calls: PastCall[]): string {
	if (wish.kind === "tools") return wish.report(wish.calls.map((call) => callFor(event, call, calls)?.result ?? ""));
	return wish.kind === "fail" ? "" : wish.text;
}

const replyTo = (events: OpenEvent[], text: string): ScriptedCall => ({
	tool: "reply",
	arguments: { to: events.map(({ id }) => id), text },
});

const callsOf = (round: TaskRound): ScriptedCall[] => (round.kind === "call" ? round.calls : []);

const reportsOf = (round: TaskRound): ScriptedCall[] =>
	round.kind === "report" ? [replyTo(round.events, `All of it has ended:\n\n${round.text}`)] : [];

/** After the replies, since it settles all that they leave. */
const silence = (rounds: TaskRound[]): ScriptedCall[] =>
	rounds.some(({ kind }) => kind === "wait")
		? [{ tool: "no_reply", arguments: { reason: "I report when the others have ended" } }]
		: [];

function inManner(asked: Asked[], calls: ScriptedCall[]): ModelStep {
	const thinkMs = Math.max(0, ...asked.map(({ wish }) => (wish.kind === "think" ? wish.thinkMs : 0)));
	if (thinkMs > 0) return { kind: "call", calls, hold: wait(thinkMs), holdAfterChunks: 1 };
	const isSlow = asked.some(({ wish }) => wish.kind === "say-slowly");
	return isSlow ? { kind: "call", calls, chunkSize: 4, delayBetweenChunksMs: 100 } : { kind: "call", calls };
}
