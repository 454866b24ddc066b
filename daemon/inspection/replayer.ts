import type { ModelEntry, Settings } from "#config/schema.ts";
import type { Windows } from "#daemon/context/windows.ts";
import { argumentsOf } from "#daemon/loop/wire-calls.ts";
import type { Model, ModelOutcome } from "#daemon/model/port.ts";
import { priceOf } from "#daemon/model/prices.ts";
import { costOf } from "#daemon/model/usage.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { ModelCallRecord, ModelCalls } from "#daemon/records/model-calls.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { type Choice, compareChoices } from "./compare-choices.ts";
import { talkingModels } from "./configured-models.ts";
import { type Recorded, recordedChoice } from "./recorded-choice.ts";
import type { Replayed, ReplayPlan } from "./replay-shape.ts";
import { estimateReplay } from "./replay-tokens.ts";
import type { RebuiltRequest, RequestRebuilder } from "./request-rebuilder.ts";

export interface ReplayerParts {
	entries: Entries;
	turns: Turns;
	modelCalls: ModelCalls;
	rebuilder: RequestRebuilder;
	windows: Pick<Windows, "cacheKey" | "calibrated">;
	models: () => Settings["models"];
	/** A model over a list of entries, metered and within the owner's limits as any other. */
	modelOf: (entries: () => readonly ModelEntry[]) => Model;
}

/** `refused`: a sentence for the owner says why. */
export type Planned = { kind: "planned"; plan: ReplayPlan } | { kind: "refused"; reason: string };

type Step = { call: ModelCallRecord } & (
	| { kind: "ask"; request: RebuiltRequest; recorded: Choice }
	| { kind: "skip"; reason: string }
);

/**
 * Asks a model again what it was asked in a turn, each time from the record: what the tools returned then is what it sees.
 * Nothing is run, nothing is appended, nothing is said; only the ledger has a line more.
 */
export class Replayer {
	readonly #parts: ReplayerParts;

	constructor(parts: ReplayerParts) {
		this.#parts = parts;
	}

	/** @param modelName one of the configured models; those of `main` in their order where it is left out */
	plan(turnId: number, modelName: string | undefined): Planned {
		if (!this.#parts.turns.find(turnId)) return { kind: "refused", reason: `There is no turn ${turnId}.` };
		const entries = this.#entriesFor(modelName);
		const [first] = entries;
		if (!first) return { kind: "refused", reason: this.#describeModels(modelName) };
		const steps = this.#calls(turnId).map((call) => this.#step(call));
		if (steps.length === 0) {
			const reason = `Turn ${turnId} has no requests on record: it asked no model, or they were thrown away after their time.`;
			return { kind: "refused", reason };
		}
		const asked = steps.flatMap((step) => (step.kind === "ask" ? [{ ...step.request, choice: step.recorded }] : []));
		const tokens = estimateReplay(asked, (estimate) => this.#parts.windows.calibrated(estimate));
		return {
			kind: "planned",
			plan: {
				turn: turnId,
				models: entries.map(({ model }) => model),
				steps: steps.map((step) => ({
					...{ call: step.call.id, round: step.call.round },
					...(step.kind === "skip" && { skipped: step.reason }),
				})),
				...tokens,
				...costOf({ ...tokens, cachedTokens: 0 }, priceOf(first)),
			},
		};
	}

	/** @returns undefined where that request is none of the turn's, or the model is not configured */
	async ask(
		{ turnId, callId, modelName }: { turnId: number; callId: number; modelName: string | undefined },
		signal: AbortSignal,
	): Promise<Replayed | undefined> {
		const call = this.#calls(turnId).find(({ id }) => id === callId);
		if (!call || this.#entriesFor(modelName).length === 0) return undefined;
		const step = this.#step(call);
		if (step.kind === "skip") return { kind: "skipped", reason: step.reason };
		const { windows, modelOf } = this.#parts;
		const { messages, tools, parts, trajectoryId } = step.request;
		const estimate = parts.reduce((sum, { tokens }) => sum + tokens, 0);
		// Neither turn nor manifest are named: what the turn itself cost stays as it was.
		const outcome = await modelOf(() => this.#entriesFor(modelName)).complete(
			{
				...{ messages, tools, purpose: "replay" },
				estimatedTokens: windows.calibrated(estimate),
				cacheKey: windows.cacheKey(trajectoryId),
			},
			signal,
			() => undefined,
		);
		return judge(step.recorded, outcome);
	}

	#step(call: ModelCallRecord): Step {
		const recorded = this.#recorded(call);
		if (recorded.kind === "unanswered") return { call, kind: "skip", reason: recorded.reason };
		const request = this.#parts.rebuilder.rebuild(call);
		if (request.kind === "gone") return { call, kind: "skip", reason: `it can't be rebuilt: ${request.reason}` };
		if (!request.isVerified)
			return { call, kind: "skip", reason: "rebuilt it is not what left: rows have been changed since" };
		return { call, kind: "ask", request, recorded: recorded.choice };
	}

	#recorded(call: ModelCallRecord): Recorded {
		const { entries } = this.#parts;
		const calls = this.#calls(call.turnId);
		const own = calls.find(({ id }) => id === call.id) ?? call;
		return recordedChoice(own, calls, entries.ofTurn(call.turnId));
	}

	/** The turn's own requests; those of the program's own are not the turn's doing. */
	#calls(turnId: number): ModelCallRecord[] {
		return this.#parts.modelCalls.ofTurn(turnId).filter(({ purpose }) => purpose === "turn");
	}

	#entriesFor(modelName: string | undefined): readonly ModelEntry[] {
		const models = this.#parts.models();
		return modelName === undefined ? models.main : talkingModels(models).filter(({ model }) => model === modelName);
	}

	#describeModels(modelName: string | undefined): string {
		const names = talkingModels(this.#parts.models()).map(({ model }) => model);
		if (modelName === undefined || names.length === 0) return "No model is configured. `steward setup` sets one up.";
		return `No model "${modelName}" is configured. These are: ${names.join(", ")}.`;
	}
}

function judge(recorded: Choice, outcome: ModelOutcome): Replayed {
	if (outcome.kind === "failed") return { kind: "failed", problem: outcome.problem, remedy: outcome.remedy };
	if (outcome.kind === "aborted") return { kind: "skipped", reason: "it was cut off" };
	const now = toChoice(outcome);
	const { inputTokens, outputTokens } = "usage" in outcome ? outcome.usage : { inputTokens: 0, outputTokens: 0 };
	return {
		kind: "answered",
		model: outcome.model,
		likeness: compareChoices(recorded, now),
		...{ recorded: asAnswer(recorded), now: asAnswer(now), inputTokens, outputTokens },
	};
}

const asAnswer = ({ calls, ...choice }: Choice) => ({ ...choice, calls: [...calls] });

function toChoice(outcome: Exclude<ModelOutcome, { kind: "failed" | "aborted" }>): Choice {
	const text = outcome.kind === "malformed" ? outcome.problem : outcome.text;
	const proposed = outcome.kind === "complete" ? outcome.calls : [];
	return {
		ended: outcome.kind,
		...(text !== "" && { text }),
		calls: proposed.map((call) => ({ tool: call.tool, arguments: argumentsOf(call) })),
	};
}
