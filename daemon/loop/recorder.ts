import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { notice } from "#daemon/context/wrap.ts";
import type { ModelOutcome, ProposedCall } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { ModelCalls } from "#daemon/records/model-calls.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { RoundResult, TurnOutcome } from "./decide-next.ts";
import { openEvents } from "./tool-contexts.ts";
import { argumentsOf, toWireCall, wireCallId } from "./wire-calls.ts";

export interface RecorderParts {
	database: Database;
	entries: Entries;
	events: Events;
	calls: Calls;
	turns: Turns;
	modelCalls: ModelCalls;
	outbox: Outbox;
	clock: Clock;
	stamper: () => Stamper;
	/** The name of the tool that a call comes to, for counting: the inner one behind call_tool. */
	effectiveName: (call: ProposedCall) => string;
}

/** One message of the model, and the calls that it asked for, in call order. */
export interface Round {
	outcome: ModelOutcome;
	calls: readonly CallRecord[];
}

const NO_USAGE = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, estimated: true };

/** Writes down what the model said: T2, and what the program adds to it. */
export class Recorder {
	readonly #parts: RecorderParts;

	constructor(parts: RecorderParts) {
		this.#parts = parts;
	}

	/**
	 * T2: a complete message and an intent for each of its calls. An incomplete one leaves only its end in the manifest: what
	 * was cut off is not part of the conversation.
	 * @returns the calls to run, in call order
	 */
	record(turnId: number, modelCallId: number, outcome: ModelOutcome): CallRecord[] {
		const { database, modelCalls, turns, calls } = this.#parts;
		database.write(() => {
			modelCalls.end(
				modelCallId,
				outcome.kind,
				"model" in outcome ? outcome.model : undefined,
				"problem" in outcome ? outcome.problem : undefined,
			);
			if ("usage" in outcome) turns.addTokens(turnId, outcome.usage.inputTokens + outcome.usage.outputTokens);
			if (outcome.kind === "complete") this.#addMessage(turnId, outcome);
		});
		return outcome.kind === "complete" ? calls.withoutResult(turnId) : [];
	}

	#addMessage(turnId: number, outcome: Extract<ModelOutcome, { kind: "complete" }>): void {
		const { entries, calls, events } = this.#parts;
		const trajectoryId = this.#trajectoryOf(turnId);
		if (outcome.calls.length === 0 && outcome.text.trim() === "") return;
		// Calls carry ids made from the entry's number, so the entry's number comes first.
		const entryId = entries.nextId();
		const wireCalls = outcome.calls.map((call, index) => toWireCall(call, wireCallId(entryId, index + 1)));
		entries.add({
			trajectoryId,
			turnId,
			kind: "assistant",
			message: {
				role: "assistant",
				content: outcome.text === "" ? null : outcome.text,
				...(wireCalls.length > 0 && { tool_calls: wireCalls }),
				...(outcome.replay && { replay: outcome.replay }),
			},
		});
		const ofTurn = events.ofTurn(turnId);
		const forEventId = openEvents(ofTurn).at(-1) ?? ofTurn.at(-1)?.id;
		for (const [index, call] of outcome.calls.entries()) {
			calls.add({
				turnId,
				entryId,
				position: index + 1,
				wireTool: call.tool,
				tool: this.#parts.effectiveName(call),
				arguments: argumentsOf(call),
				malformed: call.kind === "malformed" ? call.problem : undefined,
				forEventId,
			});
		}
	}

	/**
	 * The turn's latest message, if nothing came after it but its own results: where a crash may have cut in before it was
	 * decided what comes of it. That message may have been the last one, and must not be asked for again.
	 */
	unfinishedRound(turnId: number): Round | undefined {
		const { entries, calls } = this.#parts;
		const ofTurn = entries.ofTurn(turnId);
		const message = ofTurn.findLast(({ kind }) => kind === "assistant");
		if (!message || ofTurn.at(-1)?.groupId !== message.groupId) return undefined;
		const text = message.message.content ?? "";
		const outcome: ModelOutcome = { kind: "complete", text, calls: [], usage: NO_USAGE, model: "" };
		return { outcome, calls: calls.ofTurn(turnId).filter(({ entryId }) => entryId === message.id) };
	}

	/** How the round went, for the decision on what comes next. */
	review(turnId: number, round: Round): RoundResult {
		const { calls, events, turns } = this.#parts;
		return {
			outcome: round.outcome,
			calls: round.calls.map(({ id, tool }) => ({
				tool,
				state: calls.find(id)?.state ?? "failed",
				settles: tool === "reply" || tool === "no_reply",
			})),
			openEvents: openEvents(events.ofTurn(turnId)),
			reminders: turns.find(turnId)?.reminders ?? 0,
		};
	}

	/** The model wrote plain text instead of calling reply: the program delivers it, where the turn's events came from. */
	deliverText(turnId: number, text: string): TurnOutcome {
		const { database, events, outbox } = this.#parts;
		database.write(() => {
			for (const [conversation, answered] of this.#openByConversation(turnId)) {
				outbox.add({ conversation, kind: "reply", text, toOwner: true, turnId });
				for (const event of answered) events.settle(event.id, "replied", "plain text, delivered by the program");
			}
		});
		return { kind: "end", end: { kind: "done", detail: "ended in plain text, delivered by the program" } };
	}

	remind(turnId: number, text: string): void {
		const { database, turns } = this.#parts;
		database.write(() => {
			turns.countReminder(turnId);
			this.note(turnId, text);
		});
	}

	/** A word from the program, in view from now on. */
	note(turnId: number, text: string): void {
		const { entries, clock, stamper } = this.#parts;
		const trajectoryId = this.#trajectoryOf(turnId);
		const stamp = stamper().result(clock.now(), entries.latestAt(trajectoryId));
		entries.add({
			trajectoryId,
			turnId,
			kind: "notice",
			message: { role: "user", content: `${stamp} ${notice(text)}` },
		});
	}

	/** The unanswered events of a turn by where they came from, each group oldest first. */
	#openByConversation(turnId: number): [EventRecord["conversation"], EventRecord[]][] {
		const groups = new Map<string, [EventRecord["conversation"], EventRecord[]]>();
		for (const event of this.#parts.events.ofTurn(turnId).filter(({ state }) => state !== "settled")) {
			const key = `${event.conversation.channel} ${event.conversation.address}`;
			const group = groups.get(key) ?? [event.conversation, []];
			groups.set(key, [group[0], [...group[1], event]]);
		}
		return [...groups.values()];
	}

	/** Ends a turn, with a word to the owner wherever an event got no answer. */
	end(turnId: number, { end }: Extract<TurnOutcome, { kind: "end" }>): void {
		const { database, events, turns, outbox } = this.#parts;
		const outcome = end.kind === "stopped" ? "stopped" : end.kind === "done" ? "handled" : "failed";
		database.write(() => {
			for (const [conversation, unanswered] of this.#openByConversation(turnId)) {
				if (end.tell !== undefined) outbox.add({ conversation, kind: "notice", text: end.tell, toOwner: true, turnId });
				for (const event of unanswered) events.settle(event.id, outcome, end.detail);
			}
			if (end.kind !== "done") this.note(turnId, `This turn ended: ${end.detail}.`);
			turns.end(turnId, end.kind, end.detail);
		});
	}

	#trajectoryOf(turnId: number): number {
		return this.#parts.turns.find(turnId)?.trajectoryId ?? 1;
	}
}
