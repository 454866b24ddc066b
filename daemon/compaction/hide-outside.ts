import { formatEventId } from "#core/event.ts";
import { clearedPlaceholder } from "#daemon/context/placeholders.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ChatMessage } from "#daemon/model/port.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import { clear } from "./light/clear.ts";
import type { LightEntry } from "./light/light-entry.ts";
import { stampOf } from "./light/replace.ts";

/**
 * Everything that others wrote gives way to a placeholder, also where that is longer: it must not be read. So does what a model
 * wrote while it was in view, since that may be their words once more, and a note made of it would outlive all of them. Pure.
 */
export const hideOutside = (entries: readonly LightEntry[]): Replacement[] =>
	entries.filter(isForeign).map((entry) => ({ ...(cleared(entry) ?? hide(entry)), clean: true }));

export const isForeign = ({ outside, derived }: Pick<LightEntry, "outside" | "derived">): boolean => outside || derived;

/** The usual placeholder keeps the names of files, which others chose, and a target, which a model wrote. */
function cleared(entry: LightEntry): Replacement | undefined {
	const replacement = entry.outside && !(entry.derived && entry.event) ? clear(entry, clearedPlaceholder) : undefined;
	return replacement?.outside ? undefined : replacement;
}

function hide(entry: LightEntry): Replacement {
	const message = hidden(entry);
	return {
		entryId: entry.id,
		kind: "cleared",
		message,
		tokens: estimateTokens(JSON.stringify(message)),
		outside: false,
	};
}

function hidden(entry: LightEntry): ChatMessage {
	const { message } = entry;
	if (message.role !== "assistant") {
		const name = entry.call ? `C-${entry.call.id}` : entry.event ? formatEventId(entry.event.id) : "this entry";
		return { ...message, content: `${stampOf(entry)}\n[What others wrote in ${name} is left out here.]` };
	}
	// Calls stay, for their results' sake. What they were called with does not, nor what was thought.
	const calls = message.tool_calls?.map((call) => ({ ...call, function: { ...call.function, arguments: "{}" } }));
	return {
		role: "assistant",
		content: "[What was said here came while others' words were in view. It is left out.]",
		...(calls && { tool_calls: calls }),
	};
}
