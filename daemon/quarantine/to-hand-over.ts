import { formatHandle, HANDLE_PARTS } from "#core/handle.ts";
import { hasPart } from "#daemon/hand-over/hand-over-desk.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { HandOver } from "#tools/ports.ts";
import type { EventReading } from "./reader.ts";

/** A reading that is final, whatever it came to. */
export type Conclusion = Extract<EventReading, { kind: "read" | "unreadable" }>;

/**
 * What the owner's conversation is told of an event: the reader's values, and handles of all that it has, which the program names
 * and not the reader. Pure.
 */
export function toHandOver(event: EventRecord, conclusion: Conclusion): HandOver {
	const handles = HANDLE_PARTS.filter((part) => hasPart(event, part)).map((part) =>
		formatHandle({ kind: "event", event: event.id, part }),
	);
	if (conclusion.kind === "unreadable") return { ...UNREADABLE, handles };
	return { ...conclusion.reading, read: conclusion.inPart ? "in-part" : "whole", handles };
}

const UNREADABLE = {
	kind: "other",
	urgency: "normal",
	needsAnswer: false,
	asks: [],
	looksLikePhishing: false,
	confidence: "low",
	read: "not",
	dates: [],
	amounts: [],
} as const satisfies Partial<HandOver>;
