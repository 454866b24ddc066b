import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { View } from "#daemon/context/view.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { CompactionRecord, Compactions } from "#daemon/records/compactions.ts";
import type { Opening } from "#daemon/records/epochs.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import { chooseCut } from "./choose-cut.ts";
import type { Compactor } from "./compactor.ts";
import type { HandoverWriter } from "./handover-writer.ts";
import { hideOutside, isForeign } from "./hide-outside.ts";
import type { LightEntry } from "./light/light-entry.ts";
import type { NewNote, OpeningMaker } from "./opening-maker.ts";

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

export type HandoverEnd =
	| { kind: "done"; tokensBefore: number; tokensAfter: number }
	| { kind: "nothing-to-do" }
	/** Counts against further ones. */
	| { kind: "failed"; problem: string }
	/** Nothing was tried, so that it says nothing about the next one. */
	| { kind: "not-asked"; problem: string };

/** `interrupted`: something else came first. */
export type HandoverOutcome = HandoverEnd | { kind: "interrupted" };

/** Has a model write a note in six parts, and lets it stand for what came before. One commit: before it, nothing has changed. */
export class Handover {
	readonly #parts: HandoverParts;

	constructor(parts: HandoverParts) {
		this.#parts = parts;
	}

	/**
	 * @param asked what the owner asked for; then only the newest turn stays as it is
	 * @param onEnd called within the commit that ends it, so that nobody is told what did not come to pass, or not told what did
	 * @throws only what the database throws
	 */
	async write(
		view: View,
		asked: CompactionRecord | undefined,
		signal: AbortSignal,
		onEnd: (end: HandoverEnd) => void,
	): Promise<HandoverOutcome> {
		const { compactor, windows, writer } = this.#parts;
		const cut = chooseCut(view.entries, asked ? 0 : windows.limit * KEPT);
		// As it is now: what is hidden before the note is written leaves as well.
		const leavingTokens = cut === undefined ? 0 : tokensBefore(view, cut);
		const attempt: Attempt = { id: this.#begin(view, asked), wasAsked: asked !== undefined, leavingTokens, onEnd };
		if (cut === undefined || !this.#isWorthwhile(view, cut)) return this.#end(attempt, { kind: "nothing-to-do" });
		// What others wrote must not be told on as the program's own words: who writes the note does not see it.
		const hadOutside = this.#hideOutside(view, cut);
		// What stays is shown to its successor anyhow; where there is no room for it, the note is about the rest.
		const isPartly = hadOutside || !writer.fits(view);
		if (isPartly && !writer.fits(view, cut)) compactor.clear(view, "a handover note would not have fitted");
		const until = newestEvent(compactor.entries(view), isPartly ? cut : undefined);
		const focus = asked?.focus;
		const written = await writer.write(view, { focus, ...(isPartly && { beforeEntryId: cut }) }, signal);
		if (written.kind === "interrupted" || signal.aborted) return this.#giveUp(attempt);
		if (written.kind === "not-asked") return this.#end(attempt, written);
		if (written.kind === "unusable") return this.#end(attempt, { kind: "failed", problem: written.problem });
		return this.#cut(view, cut, { note: written.note, until }, attempt);
	}

	/** Where even the program's own part of an opening is longer than what it would stand for, no model is asked for the rest. */
	#isWorthwhile(view: View, cut: number): boolean {
		return estimateTokens(this.#opening(view, cut, undefined).text) < tokensBefore(view, cut);
	}

	#opening({ epoch, trajectoryId }: View, cut: number, note: NewNote | undefined): Opening {
		const { openings, windows } = this.#parts;
		const leaving = {
			trajectoryId,
			opening: epoch?.opening,
			fromEntryId: epoch?.firstEntryId ?? 0,
			beforeEntryId: cut,
		};
		return openings.make(leaving, note, windows.limit);
	}

	#begin(view: View, asked: CompactionRecord | undefined): number {
		const { database, compactions } = this.#parts;
		return database.write(() => {
			if (!asked) return compactions.begin(view.trajectoryId, "handover");
			compactions.take(asked.id);
			return asked.id;
		});
	}

	#end({ id, onEnd }: Attempt, end: Exclude<HandoverEnd, { kind: "done" }>): HandoverEnd {
		const { database, compactions } = this.#parts;
		const problem = end.kind === "nothing-to-do" ? "there was nothing to leave out" : end.problem;
		database.write(() => {
			compactions.fail(id, end.kind === "failed" ? "failed" : "given-up", problem);
			onEnd(end);
		});
		return end;
	}

	/** What the owner asked for is tried again after the next burst. */
	#giveUp({ id, wasAsked }: Attempt): HandoverOutcome {
		const { database, compactions } = this.#parts;
		database.write(() => {
			if (wasAsked) compactions.putBack(id);
			else compactions.fail(id, "given-up", "something came in meanwhile");
		});
		return { kind: "interrupted" };
	}

	/** @returns whether there was anything to hide in what is about to leave */
	#hideOutside(view: View, cut: number): boolean {
		const { compactor } = this.#parts;
		const leaving = compactor.entries(view).filter(({ id }) => id < cut);
		if (!leaving.some(isForeign)) return false;
		const replacements = hideOutside(leaving);
		compactor.begin(
			view,
			"clear",
			{ replacements },
			"outside content leaves the view before a handover note is written",
		);
		return true;
	}

	/**
	 * Where nothing that others wrote stays in view, what was written while it was there goes as well: each turn would else hand
	 * the taint on to the next, for ever.
	 */
	#cleansed(view: View, cut: number): Replacement[] {
		const kept = this.#parts.compactor.entries(view).filter(({ id }) => id >= cut);
		return kept.some(({ outside }) => outside) ? [] : hideOutside(kept);
	}

	#cut(view: View, cut: number, note: NewNote, attempt: Attempt): HandoverEnd {
		const { database, compactor } = this.#parts;
		const viewTokens = view.tokens;
		return database.write(() => {
			const opening = this.#opening(view, cut, note);
			// A little, summed up because the owner said so, comes to no less: that is no model's failure.
			if (estimateTokens(opening.text) >= attempt.leavingTokens)
				return this.#end(attempt, attempt.wasAsked ? { kind: "nothing-to-do" } : LONGER);
			const change = { firstEntryId: cut, opening, replacements: this.#cleansed(view, cut) };
			compactor.begin(view, "handover", change, "a handover note took the place of what came before", attempt.id);
			const end: HandoverEnd = { kind: "done", tokensBefore: viewTokens, tokensAfter: view.tokens };
			attempt.onEnd(end);
			return end;
		});
	}
}

interface Attempt {
	/** Of its row. */
	id: number;
	wasAsked: boolean;
	/** What an opening has to be shorter than. */
	leavingTokens: number;
	onEnd: (end: HandoverEnd) => void;
}

const LONGER = { kind: "failed", problem: "the note is longer than what it would stand for" } as const;

/** The newest event among entries, or among those before one of them. */
function newestEvent(entries: readonly LightEntry[], beforeEntryId = Number.POSITIVE_INFINITY): EventId | undefined {
	const ids = entries.flatMap(({ id, event }) => (event && id < beforeEntryId ? [event.id] : []));
	return ids.length === 0 ? undefined : Math.max(...ids);
}

/** Of the opening that there is, and of all that would leave the view with it. */
function tokensBefore(view: View, cut: number): number {
	const leaving = view.entries.filter(({ id }) => id < cut).reduce((sum, { tokens }) => sum + tokens, 0);
	return leaving + estimateTokens(view.epoch?.opening?.text ?? "");
}
