import { type EventId, formatEventId, parseEventId } from "./event.ts";

/** What of an event a handle may stand for: its words, who sent it, the names of its files. */
export const HANDLE_PARTS = ["body", "sender", "files"] as const;
export type HandlePart = (typeof HANDLE_PARTS)[number];

/** The name of something that others wrote, for a trajectory that must not see it: `E-12.body`. */
export interface Handle {
	event: EventId;
	part: HandlePart;
}

export const formatHandle = ({ event, part }: Handle): string => `${formatEventId(event)}.${part}`;

/** Reads `E-12.body` (any case, spaces around it). Returns undefined for anything else. */
export function parseHandle(text: string): Handle | undefined {
	const [name = "", word = "", ...rest] = text.split(".");
	const event = parseEventId(name);
	const part = HANDLE_PARTS.find((candidate) => candidate === word.trim().toLowerCase());
	if (event === undefined || part === undefined || rest.length > 0) return undefined;
	return { event, part };
}

/** Whatever is written like a handle in a text, right or wrong. What merely stands in braces is none. */
const WRITTEN = /\{\s*(E-\d+\.\w*)\s*\}/gi;

/** The handles written in a text, without their braces, in order. */
export const findHandles = (text: string): string[] => [...text.matchAll(WRITTEN)].map(([, handle = ""]) => handle);

/** Puts words in place of each handle, once: what comes in is not looked at again. */
export const replaceHandles = (text: string, words: (written: string) => string): string =>
	text.replace(WRITTEN, (_whole, written: string) => words(written));
