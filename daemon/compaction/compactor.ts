import type { Database } from "#core/database.ts";
import { clearedPlaceholder } from "#daemon/context/placeholders.ts";
import type { CurrentPrefix } from "#daemon/context/prefix-changes.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { EpochChange, View } from "#daemon/context/view.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { CompactionStep, Compactions } from "#daemon/records/compactions.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { clearView, type LightStep } from "./clearing.ts";
import { chooseShrink } from "./light/choose-shrink.ts";
import type { EntryFacts } from "./light/entry-facts.ts";
import type { LightEntry } from "./light/light-entry.ts";
import type { OpeningMaker } from "./opening-maker.ts";

export interface CompactorParts {
	database: Database;
	compactions: Compactions;
	turns: Turns;
	windows: Windows;
	facts: Pick<EntryFacts, "of">;
	openings: OpeningMaker;
	prefixFor: (trajectoryId: number) => CurrentPrefix;
}

/** Code makes at least this much of the window free, or more leaves than old results. */
const ROOMY = 0.85;

export type Fit = { kind: "fits" } | { kind: "too-large"; tokens: number };

/** Makes room in a view by code alone, and writes down what was done. Everything else that makes room goes through here too. */
export class Compactor {
	readonly #parts: CompactorParts;

	constructor(parts: CompactorParts) {
		this.#parts = parts;
	}

	/**
	 * The hard guard in front of each request: what can't fit gives way until it does, or nothing leaves. Call inside a write.
	 * No model is asked: somebody waits for this request.
	 */
	fit(view: View): Fit {
		const { windows } = this.#parts;
		if (view.tokens <= windows.limit) return { kind: "fits" };
		// What a fork shows is its parent's, to the byte.
		if (view.isFork) return { kind: "too-large", tokens: windows.calibrated(view.tokens) };
		const light = this.clearing(view);
		// So little room would be gone with the next request, and with it the provider's cache once more.
		if (light.tokensAfter > windows.limit * ROOMY) return this.#shrink(view, light);
		this.begin(view, "clear", { replacements: light.replacements }, "the window was full: old results left it");
		return { kind: "fits" };
	}

	/** How much of the window the view would fill, if all that may be cleared were. */
	fillAfterClearing(view: View): number {
		return this.#parts.windows.fill(this.clearing(view).tokensAfter);
	}

	/** What may be cleared, and what that comes to. */
	clearing(view: View): LightStep {
		const room = { fixedTokens: view.fixedTokens, windowTokens: this.#parts.windows.limit };
		return clearView(this.entries(view), this.openTurns(view), room);
	}

	/** What is noise, and old results, give way to placeholders. @returns false where nothing would be won */
	clear(view: View, reason: string): boolean {
		const { replacements } = this.clearing(view);
		if (replacements.length === 0) return false;
		this.begin(view, "clear", { replacements }, reason);
		return true;
	}

	/** Begins an epoch and writes down what it came to. @param id of a compaction that is on record already */
	begin(view: View, step: CompactionStep, change: EpochChange, reason: string, id?: number): void {
		const { database, compactions, prefixFor } = this.#parts;
		database.write(() => {
			const tokensBefore = view.tokens;
			const entries = [...view.entries];
			// The bytes change anyhow: what entries have told of the owner's files stands in the prompt from here on.
			view.begin({ ...change, prefix: prefixFor(view.trajectoryId).frozen }, reason);
			const replaced = change.replacements?.map(({ entryId }) => entryId) ?? [];
			const left = entries.filter((entry) => entry.id < (change.firstEntryId ?? 0)).map((entry) => entry.id);
			const touched = [...replaced, ...left].sort((one, other) => one - other);
			compactions.end(id ?? compactions.begin(view.trajectoryId, step), {
				epochId: view.epoch?.id ?? 0,
				firstEntryId: touched[0] ?? 0,
				lastEntryId: touched.at(-1) ?? 0,
				tokensBefore,
				tokensAfter: view.tokens,
			});
		});
	}

	/** The view's entries with what rows know of them. */
	entries(view: View): LightEntry[] {
		return this.#parts.facts.of(view.entries);
	}

	/** The turns whose events may not leave: those that go on, and the newest. */
	openTurns(view: View): ReadonlySet<number> {
		const newest = view.entries.at(-1)?.turnId;
		return new Set([...this.#parts.turns.unfinishedOf(view.trajectoryId), ...(newest === undefined ? [] : [newest])]);
	}

	/** Whole turns leave, and what is on record of them takes their place. */
	#shrink(view: View, light: LightStep): Fit {
		const { windows, openings } = this.#parts;
		const { entries } = light;
		const openTurns = this.openTurns(view);
		const fromEntryId = view.epoch?.firstEntryId ?? 0;
		const leaving = { trajectoryId: view.trajectoryId, opening: view.epoch?.opening, fromEntryId };
		// The opening of all that may leave is about as long as any: what fits beside it, fits.
		const firstOpenId = entries.find(({ turnId }) => openTurns.has(turnId))?.id ?? fromEntryId;
		const longest = openings.make({ ...leaving, beforeEntryId: firstOpenId }, undefined, windows.limit);
		const fixedTokens =
			view.fixedTokens + estimateTokens(longest.text) - estimateTokens(view.epoch?.opening?.text ?? "");
		const shrink = (windowTokens: number) =>
			chooseShrink(entries, openTurns, { fixedTokens, windowTokens }, clearedPlaceholder);
		const roomy = shrink(windows.limit * ROOMY);
		const decision = roomy.kind === "too-large" ? shrink(windows.limit) : roomy;
		if (decision.kind === "too-large") return { kind: "too-large", tokens: windows.calibrated(decision.tokens) };
		const { firstEntryId, replacements: further } =
			decision.kind === "fits" ? { firstEntryId: fromEntryId, replacements: [] } : decision;
		const kept = [...light.replacements, ...further].filter(({ entryId }) => entryId >= firstEntryId);
		const replacements = [...new Map(kept.map((replacement) => [replacement.entryId, replacement])).values()];
		if (firstEntryId > (view.entries[0]?.id ?? firstEntryId)) {
			const opening = openings.make({ ...leaving, beforeEntryId: firstEntryId }, undefined, windows.limit);
			const change = { firstEntryId, replacements, opening };
			this.begin(view, "shrink", change, "the window was full, and earlier turns left it");
		} else
			this.begin(view, "clear", { replacements }, "the window was full: what a turn that goes on has read left it");
		return view.tokens <= windows.limit
			? { kind: "fits" }
			: { kind: "too-large", tokens: windows.calibrated(view.tokens) };
	}
}
