import type { View } from "#daemon/context/view.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { BUDGETS, type HandoverNote } from "./carried.ts";
import { handoverInstruction } from "./handover/handover-prompt.ts";
import { occursIn, withoutInvented } from "./handover/invented.ts";
import { readHandover } from "./handover/read-handover.ts";
import { type SideRequest, shownBefore } from "./side-request.ts";

export type Written =
	| { kind: "note"; note: HandoverNote }
	| { kind: "unusable"; problem: string }
	/** The owner's limit is reached: no model was asked, so that it says nothing about any. */
	| { kind: "not-asked"; problem: string }
	/** Something else came first. */
	| { kind: "interrupted" };

/** Has the model write a handover note about what a view shows, and judges it. */
export class HandoverWriter {
	readonly #request: SideRequest;
	readonly #windows: Windows;

	constructor(request: SideRequest, windows: Windows) {
		this.#request = request;
		this.#windows = windows;
	}

	/** Whether the request for a note would be within the window. @param beforeEntryId as in `write` */
	fits(view: View, beforeEntryId = Number.POSITIVE_INFINITY): boolean {
		const left = view.entries.filter(({ id }) => id >= beforeEntryId).reduce((sum, { tokens }) => sum + tokens, 0);
		return view.tokens - left + INSTRUCTION_TOKENS <= this.#windows.limit;
	}

	/** @param beforeEntryId the note is about what comes before this entry alone; where it is left out, about all */
	async write(
		view: View,
		of: { focus: string | undefined; beforeEntryId?: number },
		signal: AbortSignal,
	): Promise<Written> {
		const { focus, beforeEntryId } = of;
		const maxTokens = Math.floor(this.#windows.limit * BUDGETS.note);
		const instruction = handoverInstruction({ maxTokens, ...(focus !== undefined && { focus }) });
		const { messages: shown } = shownBefore(view, beforeEntryId);
		const outcome = await this.#request.ask(
			view,
			{ purpose: "handover", instruction, ...(beforeEntryId !== undefined && { beforeEntryId }) },
			signal,
		);
		if (outcome.kind === "aborted") return { kind: "interrupted" };
		if (outcome.kind === "failed" && outcome.cause === "over-budget")
			return { kind: "not-asked", problem: outcome.problem };
		if (outcome.kind !== "complete") return { kind: "unusable", problem: problemOf(outcome) };
		const read = readHandover(outcome.text, maxTokens);
		if (read.kind === "unusable") return read;
		const texts = [...shown.map((message) => JSON.stringify(message)), ...shown.map(({ content }) => content ?? "")];
		return { kind: "note", note: withoutInventions(read.note, occursIn(texts)) };
	}
}

/** The instruction with a long focus of the owner's. */
const INSTRUCTION_TOKENS = 1_200;

const INVENTED = "[left out by the program: it occurs nowhere in the conversation]";

/** One wrong digit makes every later call fail, and nobody would look for the mistake here. */
function withoutInventions(note: HandoverNote, wasShown: (identifier: string) => boolean): HandoverNote {
	const clean = (text: string) => withoutInvented(text, wasShown, INVENTED);
	return {
		goal: clean(note.goal),
		information: clean(note.information),
		problems: clean(note.problems),
		state: clean(note.state),
	};
}

function problemOf(outcome: Exclude<ModelOutcome, { kind: "complete" | "aborted" }>): string {
	switch (outcome.kind) {
		case "failed":
		case "malformed":
			return outcome.problem;
		case "length":
			return "the note was cut at the model's output limit";
		case "refusal":
			return "the model refused to write it";
	}
}
