import { formatEventId } from "#core/event.ts";
import { savedWords } from "#daemon/outputs/fold-output.ts";
import { eventTextPath, outputPath } from "#daemon/outputs/keep-in-view.ts";
import type { CallState } from "#daemon/records/calls.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import { countLines } from "#tools/text.ts";
import type { LightEntry } from "./light-entry.ts";
import { partsOf, replacementFor } from "./replace.ts";

/** What stood in a place, for the words of its placeholder. */
export interface ClearedContent {
	/** `C-45`, `E-12` */
	name: string;
	tool?: string;
	target?: string;
	lines: number;
	characters: number;
}

/** The words that stand in place of a content that was cleared: what it was, and how to see it again. */
export type Placeholder = (about: ClearedContent) => string;

/** What these say is that something is still to come. */
const OPEN: ReadonlySet<CallState> = new Set(["asked", "running", "intended"]);

/**
 * Whether a placeholder may take its content's place: it is what a tool said, or what others wrote, and the newest turns
 * don't rest on it as their own event. The owner's words and the assistant's are never cleared.
 */
export function mayBeCleared(entry: LightEntry, currentTurnIds: ReadonlySet<number>): boolean {
	if (entry.replaced === "noise" || entry.replaced === "cleared") return false;
	if (entry.kind === "result") return entry.call !== undefined && !OPEN.has(entry.call.state);
	const isFromElsewhere = entry.outside || entry.event?.bringsCallId !== undefined;
	return entry.kind === "event" && entry.event !== undefined && isFromElsewhere && !currentTurnIds.has(entry.turnId);
}

/** Undefined where the placeholder would not be smaller. */
export function clear(entry: LightEntry, placeholder: Placeholder): Replacement | undefined {
	const { body } = partsOf(entry);
	const { call, event, outside, derived } = entry;
	const callId = call?.id ?? event?.bringsCallId;
	const name = callId === undefined ? formatEventId(event?.id ?? 0) : `C-${callId}`;
	const about: ClearedContent = {
		name,
		...(call && { tool: call.tool }),
		// A target may have been taken from what others wrote.
		...(call?.target !== undefined && !outside && !derived && { target: call.target }),
		lines: countLines(body),
		characters: body.length,
	};
	// That a call failed is worth more than how it looked.
	const verdict = call && call.state !== "done" ? `${call.state.toUpperCase()} ` : "";
	return replacementFor(entry, "cleared", `${verdict}${placeholder(about)}${whereTheWholeIs(entry, body, callId)}`);
}

/** Of what was folded, the file stays known. Only its own file: the text itself may name any. */
function whereTheWholeIs({ event }: LightEntry, body: string, callId: number | undefined): string {
	const paths = [
		...(callId === undefined ? [] : [outputPath(callId, false), outputPath(callId, true)]),
		...(event ? [eventTextPath(event.id)] : []),
	];
	const path = paths.find((candidate) => body.includes(savedWords(candidate)));
	return path === undefined ? "" : ` [${savedWords(path)}]`;
}
