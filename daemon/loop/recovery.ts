import type { ModelOutcome } from "#daemon/model/port.ts";

/** A way out of trouble. Each has a counter of its own, so that one kind of trouble never eats the tries of another. */
export type RecoveryPath =
	| "model-outage"
	| "output-limit"
	| "malformed-answer"
	| "interrupted-call"
	| "stall"
	| "full-window"
	| "empty-answer"
	| "unanswered"
	| "open-todos";

interface Recovery {
	/** Where the trouble is: at the service, in a call, in what the model sees, or in how the turn goes on. */
	layer: "api" | "tool" | "context" | "control flow";
	/**
	 * - `ask-again`: the model is told what is wrong, and asked once more
	 * - `ask-later`: nothing is said to the model; the same request is made after a while
	 * - `run-again`: the call is run once more, where that is harmless
	 * - `notice`: a word at the end of the call's result
	 * - `show-less`: the oldest part leaves the view, which always makes it smaller
	 */
	does: "ask-again" | "ask-later" | "run-again" | "notice" | "show-less";
	/** How often in a row, in one turn. */
	atMost: number;
	/**
	 * What comes when that did not help. None of it asks the model.
	 * - `fail`, `stop`: the turn ends and the owner is told
	 * - `hand-over`: the turn ends well, and what is left goes to the owner
	 * - `give-up-call`: the call gets a failure as its result, and the turn goes on
	 * - `never`: it is tried for as long as it takes, at a growing distance
	 */
	afterwards: "fail" | "stop" | "hand-over" | "give-up-call" | "never";
}

/**
 * Everything that is tried before the owner is bothered. Retries within one request, and the next model of the list, are
 * the model port's (`daemon/model/retry.ts`).
 */
export const RECOVERIES: Readonly<Record<RecoveryPath, Recovery>> = {
	"model-outage": { layer: "api", does: "ask-later", atMost: Number.POSITIVE_INFINITY, afterwards: "never" },
	"output-limit": { layer: "api", does: "ask-again", atMost: 2, afterwards: "fail" },
	"malformed-answer": { layer: "api", does: "ask-again", atMost: 1, afterwards: "fail" },
	/** A call that ends the process each time it runs would do so at each start, for ever. */
	"interrupted-call": { layer: "tool", does: "run-again", atMost: 2, afterwards: "give-up-call" },
	/** Counted from the turn's calls, see `stalls/detect-stall.ts`: a notice at the third repetition and the fourth. */
	stall: { layer: "tool", does: "notice", atMost: 2, afterwards: "stop" },
	/** A service that found the request too long. What we know beforehand never leaves, see `daemon/compaction/compactor.ts`. */
	"full-window": { layer: "context", does: "show-less", atMost: 3, afterwards: "fail" },
	"empty-answer": { layer: "control flow", does: "ask-again", atMost: 1, afterwards: "fail" },
	unanswered: { layer: "control flow", does: "ask-again", atMost: 2, afterwards: "fail" },
	"open-todos": { layer: "control flow", does: "ask-again", atMost: 2, afterwards: "hand-over" },
};

/** Whether the path may be tried once more, after the tries that are on disk. Pure. */
export const mayTry = (path: RecoveryPath, tried: Readonly<Record<string, number>>): boolean =>
	(tried[path] ?? 0) < RECOVERIES[path].atMost;

/**
 * The paths whose trouble an outcome shows to be over, so that their counters begin anew. Pure. What a turn leaves undone
 * (`unanswered`, `open-todos`) is counted to its end: a model that does a little each time would never get there.
 */
export function overcomeBy(outcome: ModelOutcome): readonly RecoveryPath[] {
	if (outcome.kind === "aborted" || outcome.kind === "failed") return [];
	if (outcome.kind === "malformed") return ["model-outage", "output-limit", "full-window"];
	if (outcome.kind === "length") return ["model-outage", "malformed-answer", "full-window"];
	// Text alone ends the turn, or reaches nobody: then it is as good as empty.
	const actsAgain = outcome.kind === "complete" && outcome.calls.length > 0;
	return [
		"model-outage",
		"output-limit",
		"malformed-answer",
		"full-window",
		...(actsAgain ? (["empty-answer"] as const) : []),
	];
}
