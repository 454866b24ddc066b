import type { CallEffect } from "#core/effect.ts";
import type { Trust } from "#core/trust.ts";
import type { CallState } from "#daemon/records/calls.ts";

/** All that a check beside the table gets to know of a call. Nothing of the conversation is in it. */
export interface CheckedCall {
	callId: number;
	turnId: number;
	tool: string;
	/** The final ones: what is checked is what runs. */
	arguments: unknown;
	effect: CallEffect;
	target: string;
	destinations: readonly string[];
	/** On whose behalf the turn acts. */
	authority: Trust;
	/** Outside content is in the view that the model decided on. */
	tainted: boolean;
}

/** How a call ended. */
export interface CallOutcome {
	state: CallState;
	/** Not there where it was never begun. */
	durationMs: number | undefined;
	/** What the tool gave back. Secrets are taken out before it goes on. */
	text: string;
}
