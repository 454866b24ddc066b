import { estimateTokens } from "./tokens.ts";
import type { ViewEntry } from "./view-entry.ts";

const CLEARED = "[This result was cleared to save room. Call the tool again if you need it.]";

/**
 * How results were cleared before replacements were stored: by a rule. Its words may never change, or requests of that time
 * could not be rebuilt, and the next request of such an epoch would not extend the one before.
 */
export function clearedByEarlierVersion(entry: ViewEntry, clearResultsBefore: number): ViewEntry {
	const { message } = entry;
	if (entry.kind !== "result" || entry.replaced || entry.groupId >= clearResultsBefore || message.role !== "tool")
		return entry;
	const stamp = message.content.split("\n", 1)[0] ?? "";
	const cleared = { ...message, content: `${stamp}\n${CLEARED}` };
	return { ...entry, message: cleared, tokens: estimateTokens(JSON.stringify(cleared)), replaced: "cleared" };
}
