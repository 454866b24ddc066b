import type { Settings } from "#config/schema.ts";
import { formatElapsed, isWorthTelling } from "./status-elapsed.ts";
import { shownTool } from "./status-tool.ts";

/** What the first line of a tool's result says of the call. Fixed when the result is appended. */
export interface ResultHead {
	/** From `Stamper.result`; empty where times are not shown. */
	stamp: string;
	callId: number;
	tool: string;
	/** The how-manieth call of the tool in this turn it is, from 1. */
	number: number;
	/** The how-manieth of the tool on the same target; undefined where it names none. */
	numberOnTarget: number | undefined;
	/** Undefined where the call has not ended yet, or never began. */
	elapsedMs: number | undefined;
	/** How long such a call usually takes, where that is known. */
	usualMs: number | undefined;
}

/** What stands in place of a result that holds nothing: silence could be mistaken for a result that was lost. */
export const EMPTY_RESULT = "(empty result)";

/**
 * `[2026-11-30 10:30:47 +2s] Tool call #3 for 'read_file' (#2 for this target), C-44, took 5.0s, usually 0.4s`. Pure. The
 * target is not named: others may have written it.
 */
export function renderResultHead(head: ResultHead, show: Settings["context"]["show"]): string {
	const told = [show.counters && countOf(head), show.stamps && timeOf(head)].filter((part) => part).join(", ");
	// The first line is the program's own in any case: who reads a result on its own leaves it out.
	return [head.stamp, told].filter((part) => part !== "").join(" ") || "Result:";
}

function countOf({ callId, tool, number, numberOnTarget = 1 }: ResultHead): string {
	const count = `Tool call #${number} for '${shownTool(tool)}'`;
	// Its own number only where the status block may refer to it.
	return numberOnTarget > 1 ? `${count} (#${numberOnTarget} for this target), C-${callId}` : count;
}

function timeOf({ elapsedMs, usualMs }: ResultHead): string {
	if (elapsedMs === undefined || !isWorthTelling(elapsedMs)) return "";
	const usual = usualMs === undefined ? "" : `, usually ${formatElapsed(usualMs)}`;
	return `took ${formatElapsed(elapsedMs)}${usual}`;
}
