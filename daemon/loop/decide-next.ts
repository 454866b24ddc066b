import { type EventId, formatEventId } from "#core/event.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import type { TurnEndKind } from "#daemon/records/turns.ts";
import type { TodoItem } from "#tools/ports.ts";
import { openTodosNotice, todosForOwner } from "./open-todos.ts";
import { mayTry, type RecoveryPath } from "./recovery.ts";
import type { StallReading } from "./stalls/detect-stall.ts";

/** How a turn ended. `tell` goes to the owner wherever an event is still unanswered. */
export interface TurnEnd {
	kind: TurnEndKind;
	/** For the trace. */
	detail: string;
	/** For the owner, as Markdown; undefined where a reply has said all. */
	tell?: string;
	/** Say it also where every event was answered. */
	tellAlways?: boolean;
	/** The numbers of to-do items that `tell` leaves to the owner. */
	leavesTodos?: readonly number[];
}

export type NextStep =
	| { kind: "continue" }
	/** Append a notice and call the model again, counted under `path`. */
	| { kind: "remind"; path: RecoveryPath; notice: string }
	/** The model answered in plain text: the program delivers it to every open event, and ends the turn as `end` says. */
	| { kind: "deliver"; text: string; end: TurnEnd }
	| { kind: "end"; end: TurnEnd }
	/** The request was longer than the service takes: ask again with less in view. */
	| { kind: "show-less"; outcome: Extract<ModelOutcome, { kind: "failed" }> }
	/** No model answers. The turn stays open. */
	| { kind: "wait-for-model"; outcome: Extract<ModelOutcome, { kind: "failed" }> };

/** How far a turn came: to its end, or until no model answered. */
export type TurnOutcome = Extract<NextStep, { kind: "end" | "wait-for-model" }>;

export interface RoundResult {
	outcome: ModelOutcome;
	/** The ends of this message's calls, in call order. `settles`: the tool is one of those that end a turn. */
	calls: readonly { tool: string; succeeded: boolean; settles: boolean }[];
	/** The turn's events that nothing has answered yet. */
	openEvents: readonly EventId[];
	/** Of `openEvents` those that a task is working for: the turn may end before they are answered. */
	pendingEvents: readonly EventId[];
	/** How often each way out of trouble was tried in this turn, by path. */
	recoveries: Readonly<Record<string, number>>;
	/** Whether the turn's calls go in circles. */
	stall: StallReading;
	/** The trajectory's to-do items that are neither completed nor cancelled, nor left to the owner already. */
	openTodos: readonly Pick<TodoItem, "id" | "text" | "state" | "outside">[];
	/** How many calls with an effect were refused one after the other, by the gate or the owner, with none let through between. */
	refusals: number;
	/** A task is running or the owner is being asked: what is open may be waiting for that. */
	isWaiting: boolean;
}

/** A model that is refused time after time looks for a way round: it gets no further tries. */
const MAX_REFUSALS = 3;

const REFUSED =
	"I stopped: three things in a row that I tried were refused. `steward journal` says what they were; tell me if I shall go on.";

/** Decides how a round ended and what comes next. Pure. What goes on in circles ends here, what ends anyhow ends well. */
export function decideNext(round: RoundResult): NextStep {
	const next = afterOutcome(round);
	const goesOn = next.kind === "continue" || next.kind === "remind";
	if (goesOn && round.refusals >= MAX_REFUSALS) return end("stalled", "three calls in a row were refused", REFUSED);
	return goesOn && round.stall.kind === "stop"
		? end("stalled", "the calls went in circles", round.stall.account)
		: next;
}

function afterOutcome(round: RoundResult): NextStep {
	const { outcome } = round;
	switch (outcome.kind) {
		case "complete":
			return round.calls.length === 0 ? afterText(outcome.text, round) : afterCalls(round);
		case "length":
			return remindOrFail(
				round,
				"output-limit",
				"Your message was longer than the model may write, and was thrown away. Say it shorter, or in several steps.",
				{
					kind: "failed",
					detail: "the model's messages were cut at its output limit",
					tell: "I could not finish: the model's answers were cut at its output limit. Raise `maxOutputTokens`, or ask for less at once.",
				},
			);
		case "refusal":
			return end(
				"refused",
				"the model refused",
				`The model declined to answer${outcome.text ? `: ${outcome.text}` : "."}`,
			);
		case "malformed":
			return remindOrFail(
				round,
				"malformed-answer",
				`Your message made no sense to the program: ${outcome.problem}. Send it again.`,
				{
					kind: "failed",
					detail: `malformed answers: ${outcome.problem}`,
					tell: `The model (${outcome.model}) gives answers that make no sense: ${outcome.problem}. Another model may do better.`,
				},
			);
		case "aborted":
			return end("stopped", "stopped by the owner");
		case "failed":
			if (outcome.cause === "too-long" && mayTry("full-window", round.recoveries))
				return { kind: "show-less", outcome };
			// A request that was refused would be refused again: waiting would be silence.
			return outcome.cause === "rejected" || outcome.cause === "too-long"
				? end("failed", `the model rejected the request: ${outcome.problem}`, `${outcome.problem} ${outcome.remedy}`)
				: { kind: "wait-for-model", outcome };
	}
}

function afterText(text: string, round: RoundResult): NextStep {
	if (text.trim() !== "" && round.openEvents.length > 0) {
		const done: TurnEnd = { kind: "done", detail: "ended in plain text, delivered by the program" };
		return unlessTodosAreOpen(round, "Your text was not delivered. ", done, (last) => ({
			kind: "deliver",
			text,
			end: last,
		}));
	}
	const owed = owedEvents(round);
	if (owed.length === 0) return endAsDone(round, "everything was answered");
	return remindOrFail(round, "empty-answer", `Your message reached nobody. ${unanswered(owed)}`, {
		kind: "failed",
		detail: "the model gave empty answers",
		tell: "The model gave an empty answer twice, so I have nothing to tell you. Ask again, or look at `steward trace`.",
	});
}

function afterCalls(round: RoundResult): NextStep {
	const last = round.calls.at(-1);
	if (!last?.settles || !round.calls.every(({ succeeded }) => succeeded)) return { kind: "continue" };
	const owed = owedEvents(round);
	if (owed.length === 0) return endAsDone(round, `ended with ${last.tool}`);
	return remindOrFail(round, "unanswered", unanswered(owed), {
		kind: "failed",
		detail: "events were left unanswered",
		tell: "I did not get an answer from the model to this message, though it was asked again. Please ask once more.",
	});
}

/** The events that have to be answered before the turn may end: a task's result will wake somebody for the others. */
const owedEvents = ({ openEvents, pendingEvents }: RoundResult): EventId[] =>
	openEvents.filter((event) => !pendingEvents.includes(event));

function endAsDone(round: RoundResult, detail: string): NextStep {
	const spoken = "What you have said is delivered, so don't repeat it. ";
	return unlessTodosAreOpen(round, spoken, { kind: "done", detail }, (last) => ({ kind: "end", end: last }));
}

/**
 * A turn that would end well with open items on its list is put back, since a model that announces its next step often
 * stops there. An outdated list would put it back for ever: then the owner hears what is left, and the turn does end.
 */
function unlessTodosAreOpen(
	round: RoundResult,
	preface: string,
	done: TurnEnd,
	finish: (end: TurnEnd) => NextStep,
): NextStep {
	const { openTodos, isWaiting, recoveries } = round;
	if (openTodos.length === 0 || isWaiting) return finish(done);
	if (mayTry("open-todos", recoveries))
		return { kind: "remind", path: "open-todos", notice: openTodosNotice(preface, openTodos) };
	return finish({
		...done,
		tell: `I stopped with this still open on my list:\n\n${todosForOwner(openTodos)}\n\nTell me if I shall go on with it.`,
		tellAlways: true,
		leavesTodos: openTodos.map(({ id }) => id),
	});
}

function remindOrFail(round: RoundResult, path: RecoveryPath, notice: string, failure: TurnEnd): NextStep {
	return mayTry(path, round.recoveries) ? { kind: "remind", path, notice } : { kind: "end", end: failure };
}

const unanswered = (events: readonly EventId[]): string =>
	`Not answered yet: ${events.map(formatEventId).join(", ")}. Answer with reply, or call no_reply with the reason.`;

const end = (kind: TurnEndKind, detail: string, tell?: string): NextStep => ({
	kind: "end",
	end: { kind, detail, ...(tell !== undefined && { tell }) },
});
