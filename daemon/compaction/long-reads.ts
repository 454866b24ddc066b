import { estimateTokens } from "#daemon/context/tokens.ts";
import type { View } from "#daemon/context/view.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import type { Compactor } from "./compactor.ts";
import { chooseLongReads, type LongRead, type ResultToClear } from "./handover/choose-long-reads.ts";
import { acceptSummaries } from "./handover/summaries.ts";
import { summaryInstruction } from "./handover/summary-prompt.ts";
import type { LightEntry } from "./light/light-entry.ts";
import type { SideRequest } from "./side-request.ts";

export interface LongReadsParts {
	compactor: Compactor;
	request: SideRequest;
	windows: Windows;
}

/** Clears a view, and has a model say first what mattered of what was long, in view of what was being looked for. */
export class LongReads {
	readonly #parts: LongReadsParts;

	constructor(parts: LongReadsParts) {
		this.#parts = parts;
	}

	/** @param isWarm whether the provider still has the view: only then a model is asked */
	async clear(view: View, isWarm: boolean, signal: AbortSignal): Promise<void> {
		const { compactor } = this.#parts;
		const { replacements } = compactor.clearing(view);
		if (replacements.length === 0) return;
		const reads = isWarm ? chooseLongReads(resultsToClear(compactor.entries(view), replacements)) : [];
		const summaries = reads.length === 0 ? [] : await this.#summarise(view, reads, signal);
		// Whoever came meanwhile is not made to wait; what is cleared now would be cleared after them.
		if (signal.aborted) return;
		const byEntry = new Map(summaries.map((summary) => [summary.entryId, summary]));
		const chosen = replacements.map((replacement) => byEntry.get(replacement.entryId) ?? replacement);
		compactor.begin(view, "clear", { replacements: chosen }, "old results gave way when a burst had ended");
	}

	/** What can't be used is left out: then the plain placeholder stands there. */
	async #summarise(view: View, reads: readonly LongRead[], signal: AbortSignal): Promise<Replacement[]> {
		const instruction = summaryInstruction(reads, goalOf(view));
		const outcome = await this.#parts.request.ask(view, { purpose: "summary", instruction }, signal);
		if (outcome.kind !== "complete") return [];
		const outsideInView = view.entries.some(({ outside }) => outside);
		const { accepted } = acceptSummaries(outcome.text, reads, outsideInView);
		return accepted.flatMap(({ entryId, content, outside }) => {
			const message = view.entries.find(({ id }) => id === entryId)?.message;
			if (message?.role !== "tool") return [];
			const summary = { ...message, content };
			return [{ entryId, kind: "summary", message: summary, tokens: estimateTokens(JSON.stringify(summary)), outside }];
		});
	}
}

/** The results among what is about to be cleared, with what was asked for. */
function resultsToClear(entries: readonly LightEntry[], replacements: readonly Replacement[]): ResultToClear[] {
	const cleared = new Set(replacements.flatMap(({ kind, entryId }) => (kind === "cleared" ? [entryId] : [])));
	const argumentsById = new Map(
		entries.flatMap(({ message }) =>
			message.role === "assistant" ? (message.tool_calls ?? []).map((call) => [call.id, call.function.arguments]) : [],
		) as [string, string][],
	);
	return entries.flatMap(({ id, call, message, tokens, outside }) => {
		if (!cleared.has(id) || !call || message.role !== "tool") return [];
		const { content, tool_call_id } = message;
		const of = { entryId: id, callId: call.id, tool: call.tool, state: call.state, tokens, content, outside };
		return [{ ...of, arguments: argumentsById.get(tool_call_id) ?? "{}" }];
	});
}

/** The newest event: what is being worked for. */
const goalOf = (view: View): string => view.entries.findLast(({ kind }) => kind === "event")?.message.content ?? "";
