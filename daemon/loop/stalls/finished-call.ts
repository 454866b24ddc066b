import type { CallState } from "#daemon/records/calls.ts";

/** A call that has a result, as far as one call is compared with another. */
export interface FinishedCall {
	tool: string;
	state: CallState;
	/** The assistant entry that asked for it: calls of one message were decided before any of their results was seen. */
	messageId: number;
	/** See `argumentsDigestOf`. */
	argumentsDigest: string;
	/** See `resultDigestOf`. */
	resultDigest: string | undefined;
	/** See `problemClassOf`; undefined where the call did not fail. */
	problemClass: string | undefined;
	/** What a failure said, without secrets, for the owner's account. */
	problem?: string | undefined;
}

/** What makes calls alike. */
export type StallSignal = "same-call" | "same-problem" | "same-content";

export interface Repetition {
	signal: StallSignal;
	/** The calls that are alike, oldest first; the newest call is the last one. */
	calls: readonly FinishedCall[];
}

/** So many calls that are alike make a notice, so many an end. */
export const NOTICE_AT = 3;
export const STOP_AT = 5;
