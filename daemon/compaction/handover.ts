import type { Database } from "#core/database.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { View } from "#daemon/context/view.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { CompactionRecord, Compactions } from "#daemon/records/compactions.ts";
import type { HandoverNote } from "./carried.ts";
import { chooseCut } from "./choose-cut.ts";
import type { Compactor } from "./compactor.ts";
import type { HandoverWriter } from "./handover-writer.ts";
import { hideOutside } from "./hide-outside.ts";
import type { OpeningMaker } from "./opening-maker.ts";

/** How much of the working window stays as it is beside the newest turn. */
const KEPT = 0.2;

export interface HandoverParts {
	database: Database;
	compactions: Compactions;
	compactor: Compactor;
	writer: HandoverWriter;
	openings: OpeningMaker;
	windows: Windows;
}

export type HandoverOutcome =
	| { kind: "done"; tokensBefore: number; tokensAfter: number }
	| { kind: "nothing-to-do" }
	| { kind: "failed"; problem: string }
	| { kind: "interrupted" };

/** Has a model write a note in six parts, and lets it stand for what came before. One commit: before it, nothing has changed. */
export class Handover {
	readonly #parts: HandoverParts;

	constructor(parts: HandoverParts) {
		this.#parts = parts;
	}

	/**
	 * @param asked what the owner asked for; then only the newest turn stays as it is
	 * @throws only what the database throws
	 */
	async write(view: View, asked: CompactionRecord | undefined, signal: AbortSignal): Promise<HandoverOutcome> {
		const { compactor, windows, writer } = this.#parts;
		const cut = chooseCut(view.entries, asked ? 0 : windows.limit * KEPT);
		const id = this.#begin(view, asked);
		if (cut === undefined) return this.#end(id, { kind: "nothing-to-do" });
		// What others wrote must not be told on as the program's own words: who writes the note does not see it.
		const hadOutside = this.#hideOutside(view, cut);
		// What stays is shown to its successor anyhow; where there is no room for it, the note is about the rest.
		const isPartly = hadOutside || !writer.fits(view);
		if (isPartly && !writer.fits(view, cut)) compactor.clear(view, "a handover note would not have fitted");
		const focus = asked?.focus;
		const written = await writer.write(view, { focus, ...(isPartly && { beforeEntryId: cut }) }, signal);
		if (written.kind === "interrupted" || signal.aborted) return this.#giveUp(id, asked);
		if (written.kind === "unusable") return this.#end(id, { kind: "failed", problem: written.problem });
		return this.#cut(view, cut, written.note, id);
	}

	#begin(view: View, asked: CompactionRecord | undefined): number {
		const { database, compactions } = this.#parts;
		return database.write(() => {
			if (!asked) return compactions.begin(view.trajectoryId, "handover");
			compactions.setState(asked.id, "running");
			return asked.id;
		});
	}

	#end(id: number, outcome: Extract<HandoverOutcome, { kind: "nothing-to-do" | "failed" }>): HandoverOutcome {
		const { database, compactions } = this.#parts;
		const state = outcome.kind === "failed" ? "failed" : "given-up";
		const problem = outcome.kind === "failed" ? outcome.problem : "there was nothing to leave out";
		database.write(() => compactions.fail(id, state, problem));
		return outcome;
	}

	/** What the owner asked for is tried again after the next burst. */
	#giveUp(id: number, asked: CompactionRecord | undefined): HandoverOutcome {
		const { database, compactions } = this.#parts;
		database.write(() => {
			if (asked) compactions.setState(id, "asked");
			else compactions.fail(id, "given-up", "something came in meanwhile");
		});
		return { kind: "interrupted" };
	}

	/** @returns whether there was anything to hide in what is about to leave */
	#hideOutside(view: View, cut: number): boolean {
		const { compactor } = this.#parts;
		const leaving = compactor.entries(view).filter(({ id }) => id < cut);
		if (!leaving.some(({ outside }) => outside)) return false;
		const replacements = hideOutside(leaving);
		compactor.begin(
			view,
			"clear",
			{ replacements },
			"outside content leaves the view before a handover note is written",
		);
		return true;
	}

	#cut(view: View, cut: number, note: HandoverNote, id: number): HandoverOutcome {
		const { database, compactor, openings, windows } = this.#parts;
		const tokensBefore = view.tokens;
		return database.write(() => {
			const { epoch, trajectoryId } = view;
			const fromEntryId = epoch?.firstEntryId ?? 0;
			const leaving = { trajectoryId, opening: epoch?.opening, fromEntryId, beforeEntryId: cut };
			const opening = openings.make(leaving, note, windows.limit);
			if (!isShorter(view, opening.text, cut))
				return this.#end(id, { kind: "failed", problem: "the note is longer than what it would stand for" });
			const change = { firstEntryId: cut, opening };
			compactor.begin(view, "handover", change, "a handover note took the place of what came before", id);
			return { kind: "done", tokensBefore, tokensAfter: view.tokens };
		});
	}
}

/** Whether an opening is shorter than the one before it and all that leaves. */
function isShorter(view: View, opening: string, cut: number): boolean {
	const leaving = view.entries.filter(({ id }) => id < cut).reduce((sum, { tokens }) => sum + tokens, 0);
	return estimateTokens(opening) < leaving + estimateTokens(view.epoch?.opening?.text ?? "");
}
