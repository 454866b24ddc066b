/** An entry as far as this decision needs it, in the order of the wire. */
export interface Weight {
	id: number;
	turnId: number;
	groupId: number;
	isResult: boolean;
	tokens: number;
}

export type EpochDecision =
	| { kind: "keep" }
	/** Leave out what came before `firstEntryId`, and show earlier results as a placeholder. */
	| { kind: "begin"; reason: string; firstEntryId: number; clearResultsBefore: number }
	/** What must stay in view is larger than the window: the request must not leave. */
	| { kind: "too-large"; tokens: number };

/** A new epoch begins when the view fills this much of the window … */
const FULL = 0.9;
/** … and keeps this much at most, so that the next one is far away. */
const KEPT = 0.5;
/** When one turn alone fills the window, this many of its latest messages with calls keep their results. */
const KEPT_GROUPS = 3;
const PLACEHOLDER_TOKENS = 40;

/**
 * Decides whether the view still fits. Pure, and it always shrinks: whole earlier turns leave first, the oldest first; if
 * the running turn alone is too large, its older results become placeholders. Call and result never part, since only
 * whole turns leave.
 * @param entries what is in view now
 * @param fixedTokens of prompt, tools and status block
 */
export function decideEpoch(
	entries: readonly Weight[],
	currentTurnId: number,
	fixedTokens: number,
	windowTokens: number,
): EpochDecision {
	const sum = (some: readonly Weight[]) => some.reduce((total, entry) => total + entry.tokens, fixedTokens);
	if (sum(entries) <= windowTokens * FULL) return { kind: "keep" };

	const starts = entries.filter((entry, index) => index === 0 || entries[index - 1]?.turnId !== entry.turnId);
	const fitting = starts.find((start) => sum(entries.slice(entries.indexOf(start))) <= windowTokens * KEPT);
	const first = fitting ?? starts.find((start) => start.turnId === currentTurnId);
	if (!first) return { kind: "too-large", tokens: sum(entries) };

	const kept = entries.slice(entries.indexOf(first));
	const withoutEarlierTurns = {
		kind: "begin",
		reason: "the window was full: earlier turns left it",
		firstEntryId: first.id,
		clearResultsBefore: 0,
	} as const;
	if (sum(kept) <= windowTokens * FULL) return withoutEarlierTurns;
	for (let keptGroups = KEPT_GROUPS; keptGroups >= 1; keptGroups -= 1) {
		const clearResultsBefore = groupFromEnd(kept, keptGroups);
		if (clearResultsBefore === undefined || sum(cleared(kept, clearResultsBefore)) > windowTokens * FULL) continue;
		const reason = "one turn filled the window: its older results left it";
		return { kind: "begin", reason, firstEntryId: first.id, clearResultsBefore };
	}
	if (sum(kept) > windowTokens) return { kind: "too-large", tokens: sum(kept) };
	// Where nothing can leave, a new epoch would cost the provider's cache and win nothing.
	return first === entries[0] ? { kind: "keep" } : withoutEarlierTurns;
}

/** The message whose results are the first to be kept, if there are earlier ones to clear. */
function groupFromEnd(entries: readonly Weight[], keptGroups: number): number | undefined {
	const groups = [
		...new Set(
			entries.filter((entry) => entry.isResult && entry.tokens > PLACEHOLDER_TOKENS).map((entry) => entry.groupId),
		),
	];
	return groups.length > keptGroups ? groups.at(-keptGroups) : undefined;
}

const cleared = (entries: readonly Weight[], before: number): Weight[] =>
	entries.map((entry) =>
		entry.isResult && entry.groupId < before ? { ...entry, tokens: Math.min(entry.tokens, PLACEHOLDER_TOKENS) } : entry,
	);
