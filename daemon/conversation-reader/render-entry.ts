import { formatEventId } from "#core/event.ts";
import { ERASED } from "#daemon/records/contents.ts";
import type { ConversationEntry } from "./conversation-entries.ts";

/** How an entry is asked for: `E-12`, `C-45`. What was said and noted in between has no name. */
export function nameOf({ kind, eventId, calls }: ConversationEntry): string | undefined {
	if (eventId !== undefined) return formatEventId(eventId);
	const [call] = calls;
	return kind === "result" && call ? formatCallId(call.id) : undefined;
}

/** An entry whole, as it once stood in view, under a line that says what it is. Pure. */
export function renderEntry(entry: ConversationEntry): string {
	return [`--- ${headingOf(entry)}`, ...linesOf(entry)].join("\n");
}

const formatCallId = (id: number): string => `C-${id}`;

function headingOf(entry: ConversationEntry): string {
	const name = nameOf(entry);
	switch (entry.kind) {
		case "event":
			return name ?? "an event";
		case "result":
			return `result of ${[name, entry.calls[0]?.tool].filter((part) => part !== undefined).join(", ")}`;
		case "assistant":
			return "you";
		case "notice":
			return "the program";
	}
}

function linesOf({ message, calls }: ConversationEntry): string[] {
	if (!message) return [ERASED];
	const said = message.content === null ? [] : [message.content];
	if (message.role !== "assistant") return said;
	const called = (message.tool_calls ?? []).map(({ function: { name, arguments: written } }, index) => {
		const call = calls[index];
		return `${call ? `${formatCallId(call.id)} ` : ""}${name} ${written}`;
	});
	return [...said, ...called];
}
