import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { notice } from "#daemon/context/wrap.ts";
import type { ModelOutcome, ProposedCall } from "#daemon/model/port.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { Events } from "#daemon/records/events.ts";
import type { ModelCalls } from "#daemon/records/model-calls.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { openEvents } from "./tool-contexts.ts";
import { argumentsOf, toWireCall, wireCallId } from "./wire-calls.ts";

export interface RecorderParts {
	database: Database;
	entries: Entries;
	events: Events;
	calls: Calls;
	turns: Turns;
	trajectories: Trajectories;
	modelCalls: ModelCalls;
	clock: Clock;
	stamper: () => Stamper;
	/** The name of the tool that a call comes to, for counting: the inner one behind call_tool. */
	effectiveName: (call: ProposedCall) => string;
	/** Whether outside content, or what was made of it, is in view. */
	isTainted: (trajectoryId: number) => boolean;
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
	 * @param cutOffBy why an aborted answer was thrown away, for the trace
	 * @returns the calls to run, in call order
	 */
	record(turnId: number, modelCallId: number, outcome: ModelOutcome, cutOffBy: string | undefined): CallRecord[] {
		const { database, modelCalls, turns, calls, trajectories } = this.#parts;
		database.write(() => {
			const model = "model" in outcome ? outcome.model : undefined;
			const detail = "problem" in outcome ? outcome.problem : outcome.kind === "aborted" ? cutOffBy : undefined;
			modelCalls.end(modelCallId, outcome.kind, model, detail);
			if (outcome.kind === "complete" && outcome.calls.length > 0)
				trajectories.setState(this.trajectoryOf(turnId), "acting");
			if ("usage" in outcome) turns.addTokens(turnId, outcome.usage.inputTokens + outcome.usage.outputTokens);
			if (outcome.kind === "complete") this.#addMessage(turnId, outcome);
		});
		return outcome.kind === "complete" ? calls.withoutResult(turnId) : [];
	}

	#addMessage(turnId: number, outcome: Extract<ModelOutcome, { kind: "complete" }>): void {
		const { entries, calls, events } = this.#parts;
		const trajectoryId = this.trajectoryOf(turnId);
		if (outcome.calls.length === 0 && outcome.text.trim() === "") return;
		// Calls carry ids made from the entry's number, so the entry's number comes first.
		const entryId = entries.nextId();
		const wireCalls = outcome.calls.map((call, index) => toWireCall(call, wireCallId(entryId, index + 1)));
		entries.add({
			trajectoryId,
			turnId,
			kind: "assistant",
			derived: this.#parts.isTainted(trajectoryId),
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

	/** A word from the program, in view from now on. */
	note(turnId: number, text: string): void {
		const { entries, clock, stamper } = this.#parts;
		const trajectoryId = this.trajectoryOf(turnId);
		const stamp = stamper().result(clock.now(), entries.latestAt(trajectoryId));
		entries.add({
			trajectoryId,
			turnId,
			kind: "notice",
			// It may repeat what a model wrote: an item of its list, the end of a call.
			derived: this.#parts.isTainted(trajectoryId),
			message: { role: "user", content: `${stamp} ${notice(text)}` },
		});
	}

	/** @throws Error where there is no such turn */
	trajectoryOf(turnId: number): number {
		return this.#parts.turns.get(turnId).trajectoryId;
	}
}
