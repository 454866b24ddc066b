/** How things stand when a burst of activity has ended. */
export interface CompactionReading {
	/** How much of the working window is filled, from 0 to 1. */
	fill: number;
	/** The same, if what is noise and old results gave way to placeholders. */
	fillAfterClearing: number;
	/** The provider still has the last request's bytes: a further one costs little. */
	isWarm: boolean;
	/** The owner asked for it. */
	isAsked: boolean;
	/** Handovers that failed in a row. */
	failures: number;
}

export type CompactionDecision = { kind: "none" } | { kind: "clear" } | { kind: "handover" };

/** Old results give way from here on; below it nothing is ever done. It is below the next one, so that the cheap step acts first. */
export const CLEAR_AT = 0.7;
/** A handover note is written from here on … */
const HANDOVER_AT = 0.9;
/** … unless clearing alone makes that much room. */
const ROOMY = 0.5;
/** Clearing breaks the provider's cache once, so it has to make at least this much room. */
const WORTH_CLEARING = 0.05;
/** Many a session has been stuck in compactions that fail and are tried again, each at full price. */
export const MAX_FAILURES = 3;

/**
 * Decides what makes room, in the order of price. Pure. Before a cold request only code does: a model call would cost the whole
 * view once more.
 */
export function decideCompaction(reading: CompactionReading): CompactionDecision {
	const { fill, fillAfterClearing, isWarm, isAsked, failures } = reading;
	if (isAsked) return { kind: "handover" };
	if (fill < CLEAR_AT) return { kind: "none" };
	const mayHandOver = isWarm && failures < MAX_FAILURES;
	if (fill >= HANDOVER_AT && fillAfterClearing > ROOMY && mayHandOver) return { kind: "handover" };
	return fill - fillAfterClearing >= WORTH_CLEARING ? { kind: "clear" } : { kind: "none" };
}
