import type { EntryRecord } from "#daemon/records/entries.ts";
import type { ModelCallRecord } from "#daemon/records/model-calls.ts";
import type { Choice } from "./compare-choices.ts";

/** Ends with something that can be compared. */
const ANSWERED = new Set(["complete", "length", "refusal", "malformed"]);

export type Recorded = { kind: "answered"; choice: Choice } | { kind: "unanswered"; reason: string };

/**
 * What the model chose then, from the record. Pure.
 * @param call one of `calls`, the turn's own requests in order
 * @param entries of the turn
 */
export function recordedChoice(
	call: ModelCallRecord,
	calls: readonly ModelCallRecord[],
	entries: readonly EntryRecord[],
): Recorded {
	const ended = call.outcome ?? "cut off";
	if (!ANSWERED.has(ended)) return { kind: "unanswered", reason: `it got no answer then (${ended})` };
	// Its message came after what it showed, and was shown by the next one.
	const next = calls[calls.indexOf(call) + 1]?.lastEntryId ?? Number.POSITIVE_INFINITY;
	const entry = entries.find(({ kind, id }) => kind === "assistant" && id > call.lastEntryId && id <= next);
	return { kind: "answered", choice: toChoice(ended, entry?.message) };
}

function toChoice(ended: string, message: EntryRecord["message"] | undefined): Choice {
	const asked = message?.role === "assistant" ? (message.tool_calls ?? []) : [];
	return {
		ended,
		...(message?.content ? { text: message.content } : {}),
		calls: asked.map(({ function: { name, arguments: args } }) => ({ tool: name, arguments: args })),
	};
}
