import type { ModelOutcome } from "#daemon/model/port.ts";
import type { RoundResult } from "./decide-next.ts";

export const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false };

export const complete = (text = ""): ModelOutcome => ({ kind: "complete", text, calls: [], usage, model: "m" });
export const cut: ModelOutcome = { kind: "length", text: "…", usage, model: "m" };
export const malformed: ModelOutcome = { kind: "malformed", problem: "a call without a name", model: "m" };

/** An empty message, with nothing owed to anybody; and what a test says otherwise. */
export const round = (changes: Partial<RoundResult>): RoundResult => ({
	outcome: complete(),
	calls: [],
	openEvents: [],
	pendingEvents: [],
	recoveries: {},
	stall: { kind: "none" },
	openTodos: [],
	isWaiting: false,
	refusals: 0,
	...changes,
});
