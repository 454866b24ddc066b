import { type EventId, formatEventId, parseEventId } from "./event.ts";

/** What of an event a handle may stand for: its words, who sent it, the names of its files. */
export const HANDLE_PARTS = ["body", "sender", "files"] as const;
export type HandlePart = (typeof HANDLE_PARTS)[number];

/** A part of an event: `E-12.body`. */
export interface EventHandle {
	kind: "event";
	event: EventId;
	part: HandlePart;
}

/** The name of something that others wrote, or that was made of it, for a trajectory that must not see it. */
export type Handle =
	| EventHandle
	/** What a reader answered about outside content, in words that nobody checked: `A-3`. */
	| { kind: "answer"; answer: number };

export const formatHandle = (handle: Handle): string =>
	handle.kind === "answer" ? `A-${handle.answer}` : `${formatEventId(handle.event)}.${handle.part}`;

/** Reads `E-12.body` or `A-3` (any case, spaces around it). Returns undefined for anything else. */
export function parseHandle(text: string): Handle | undefined {
	const answer = /^\s*A-([1-9]\d*)\s*$/i.exec(text)?.[1];
	if (answer !== undefined) return { kind: "answer", answer: Number(answer) };
	const [name = "", word = "", ...rest] = text.split(".");
	const event = parseEventId(name);
	const part = HANDLE_PARTS.find((candidate) => candidate === word.trim().toLowerCase());
	if (event === undefined || part === undefined || rest.length > 0) return undefined;
	return { kind: "event", event, part };
}

/** Whatever is written like a handle in a text, right or wrong. What merely stands in braces is none. */
const WRITTEN = /\{\s*(E-\d+\.\w*|A-\d+)\s*\}/gi;

/** The handles written in a text, without their braces, in order. */
export const findHandles = (text: string): string[] => [...text.matchAll(WRITTEN)].map(([, handle = ""]) => handle);

/** Puts words in place of each handle, once: what comes in is not looked at again. */
export const replaceHandles = (text: string, words: (written: string) => string): string =>
	text.replace(WRITTEN, (_whole, written: string) => words(written));
