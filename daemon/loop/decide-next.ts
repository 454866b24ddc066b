import { type EventId, formatEventId } from "#core/event.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import type { CallState } from "#daemon/records/calls.ts";
import type { TurnEndKind } from "#daemon/records/turns.ts";

/** How often the program reminds a model that left an event unanswered, before it tells the owner of the failure. */
const MAX_REMINDERS = 2;

/** How a turn ended. `tell` goes to the owner wherever an event is still unanswered. */
export interface TurnEnd {
	kind: TurnEndKind;
	/** For the trace. */
	detail: string;
	/** For the owner, as Markdown; undefined where a reply has said all. */
	tell?: string;
}

export type NextStep =
	| { kind: "continue" }
	/** Append a notice and call the model again. */
	| { kind: "remind"; notice: string }
	/** The model answered in plain text: the program delivers it. */
	| { kind: "deliver"; text: string }
	| { kind: "end"; end: TurnEnd }
	/** No model answers. The turn stays open. */
	| { kind: "wait-for-model"; outcome: Extract<ModelOutcome, { kind: "failed" }> };

/** How far a turn came: to its end, or until no model answered. */
export type TurnOutcome = Extract<NextStep, { kind: "end" | "wait-for-model" }>;

export interface RoundResult {
	outcome: ModelOutcome;
	/** The ends of this message's calls, in call order. */
	calls: readonly { tool: string; state: CallState; settles: boolean }[];
	/** The turn's events that nothing has answered yet. */
	openEvents: readonly EventId[];
	/** Reminders of this turn so far. */
	reminders: number;
}

/** Decides how a round ended and what comes next. Pure. */
export function decideNext(round: RoundResult): NextStep {
	const { outcome } = round;
	switch (outcome.kind) {
		case "complete":
			return round.calls.length === 0 ? afterText(outcome.text, round) : afterCalls(round);
		case "length":
			return remindOrFail(
				round,
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
				`Your message made no sense to the program: ${outcome.problem}. Send it again.`,
				{
					kind: "failed",
					detail: `malformed answers: ${outcome.problem}`,
					tell: `The model (${outcome.model}) gives answers that make no sense: ${outcome.problem}. Another model may do better.`,
				},
				1,
			);
		case "aborted":
			return end("stopped", "stopped by the owner");
		case "failed":
			// A request that was refused would be refused again: waiting would be silence.
			return outcome.cause === "rejected"
				? end("failed", `the model rejected the request: ${outcome.problem}`, `${outcome.problem} ${outcome.remedy}`)
				: { kind: "wait-for-model", outcome };
	}
}

function afterText(text: string, round: RoundResult): NextStep {
	if (round.openEvents.length === 0) return end("done", "everything was answered");
	if (text.trim() !== "") return { kind: "deliver", text };
	return remindOrFail(
		round,
		`Your message was empty. ${unanswered(round)}`,
		{
			kind: "failed",
			detail: "the model gave empty answers",
			tell: "The model gave an empty answer twice, so I have nothing to tell you. Ask again, or look at `steward trace`.",
		},
		1,
	);
}

function afterCalls(round: RoundResult): NextStep {
	const last = round.calls.at(-1);
	const succeeded = round.calls.every(({ state }) => state === "done" || state === "asked");
	if (!last?.settles || !succeeded) return { kind: "continue" };
	if (round.openEvents.length === 0) return end("done", `ended with ${last.tool}`);
	return remindOrFail(round, unanswered(round), {
		kind: "failed",
		detail: "events were left unanswered",
		tell: "I did not get an answer from the model to this message, though it was asked again. Please ask once more.",
	});
}

function remindOrFail(round: RoundResult, notice: string, failure: TurnEnd, maxReminders = MAX_REMINDERS): NextStep {
	return round.reminders < maxReminders ? { kind: "remind", notice } : { kind: "end", end: failure };
}

const unanswered = (round: RoundResult): string =>
	`Not answered yet: ${round.openEvents.map(formatEventId).join(", ")}. Answer with reply, or call no_reply with the reason.`;

const end = (kind: TurnEndKind, detail: string, tell?: string): NextStep => ({
	kind: "end",
	end: { kind, detail, ...(tell !== undefined && { tell }) },
});
