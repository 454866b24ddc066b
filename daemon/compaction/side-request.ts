import { sha256 } from "#core/digest.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { nextDigest, type View } from "#daemon/context/view.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { Model, ModelOutcome } from "#daemon/model/port.ts";
import type { ModelCalls } from "#daemon/records/model-calls.ts";
import type { Turns } from "#daemon/records/turns.ts";

export interface SideRequestParts {
	model: Model;
	modelCalls: ModelCalls;
	turns: Turns;
	windows: Windows;
}

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
		const shown = beforeEntryId === undefined ? view.entries : view.entries.filter(({ id }) => id < beforeEntryId);
		const left = view.entries.length - shown.length;
		const messages = view.messages().slice(0, -left || undefined);
		const estimatedTokens =
			view.prefixTokens + shown.reduce((sum, { tokens }) => sum + tokens, 0) + estimateTokens(instruction);
		const digest = shown.reduce((before, { message }) => nextDigest(before, message), view.openingDigest);
		const modelCallId = modelCalls.add({
			turnId: turns.latestOf(view.trajectoryId)?.id ?? 0,
			round: 0,
			epochId: view.epoch?.id ?? 0,
			lastEntryId: Math.max(0, ...shown.map(({ id }) => id)),
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
		const problem = "problem" in outcome ? outcome.problem : undefined;
		modelCalls.end(modelCallId, outcome.kind, "model" in outcome ? outcome.model : undefined, problem);
		return outcome;
	}
}
