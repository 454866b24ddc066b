import { sha256 } from "#core/digest.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { nextDigest, type View } from "#daemon/context/view.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { ChatMessage, Model, ModelOutcome } from "#daemon/model/port.ts";
import type { ModelCalls } from "#daemon/records/model-calls.ts";
import type { Turns } from "#daemon/records/turns.ts";

export interface SideRequestParts {
	model: Model;
	modelCalls: ModelCalls;
	turns: Turns;
	windows: Windows;
}

/** What a view shows before an entry; all that it shows where there is none. No call and no turn may part there. */
export function shownBefore(
	view: View,
	entryId = Number.POSITIVE_INFINITY,
): { entries: readonly ViewEntry[]; messages: ChatMessage[] } {
	const entries = view.entries.filter(({ id }) => id < entryId);
	const messages = view.messages();
	return { entries, messages: messages.slice(0, messages.length - (view.entries.length - entries.length)) };
}

/** As the model port would put it, for what is known beforehand: a request that can't fit never leaves. */
const TOO_LONG: ModelOutcome = {
	kind: "failed",
	cause: "too-long",
	problem: "what it would be about does not fit in the window",
	remedy: "Raise `context.windowTokens` in config.yaml.",
};

/**
 * A request of the program's own: what a view shows, with one instruction at the end in place of the status block. The bytes
 * before it are those of the trajectory's latest request, so that the provider has them. It has a manifest like any other.
 */
export class SideRequest {
	readonly #parts: SideRequestParts;

	constructor(parts: SideRequestParts) {
		this.#parts = parts;
	}

	/** @param beforeEntryId leave out what is shown from this entry on; where it is left out, all is shown */
	async ask(
		view: View,
		of: { purpose: "handover" | "summary"; instruction: string; beforeEntryId?: number },
		signal: AbortSignal,
	): Promise<ModelOutcome> {
		const { model, modelCalls, turns, windows } = this.#parts;
		const { purpose, instruction, beforeEntryId } = of;
		const { entries, messages } = shownBefore(view, beforeEntryId);
		const estimatedTokens =
			view.prefixTokens + entries.reduce((sum, { tokens }) => sum + tokens, 0) + estimateTokens(instruction);
		if (estimatedTokens > windows.limit) return TOO_LONG;
		const digest = entries.reduce((before, { message }) => nextDigest(before, message), view.openingDigest);
		const modelCallId = modelCalls.add({
			turnId: turns.latestOf(view.trajectoryId)?.id ?? 0,
			round: 0,
			epochId: view.epoch?.id ?? 0,
			lastEntryId: Math.max(0, ...entries.map(({ id }) => id)),
			statusBlock: instruction,
			requestDigest: sha256(digest + instruction),
			purpose,
			estimatedTokens,
		});
		const outcome = await model.complete(
			{
				messages: [...messages, { role: "user", content: instruction }],
				tools: view.tools,
				purpose,
				modelCallId,
				estimatedTokens: windows.calibrated(estimatedTokens),
				cacheKey: windows.cacheKey(view.trajectoryId),
			},
			signal,
			() => undefined,
		);
		if ("usage" in outcome && !outcome.usage.estimated)
			modelCalls.noteInputTokens(modelCallId, outcome.usage.inputTokens);
		if (outcome.kind === "failed" && outcome.cause === "too-long")
			windows.noteOverflow({ tokens: estimatedTokens, fixedTokens: view.fixedTokens }, outcome);
		const problem = "problem" in outcome ? outcome.problem : undefined;
		modelCalls.end(modelCallId, outcome.kind, "model" in outcome ? outcome.model : undefined, problem);
		return outcome;
	}
}
