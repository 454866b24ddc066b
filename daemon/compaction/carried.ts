import * as z from "zod";

/** A handover note as a model wrote it: what somebody who never saw the conversation needs to go on with it. */
export const handoverNoteSchema = z.object({
	/** What is to be achieved, with the first request in its own words. */
	goal: z.string(),
	/** Facts, places, names, numbers, errors in their own words; what was changed and where. */
	information: z.string(),
	/** What went wrong and why, how it was solved, and what was ruled out for which reason. */
	problems: z.string(),
	/** Where things stand, and what comes next. */
	state: z.string(),
});
export type HandoverNote = z.infer<typeof handoverNoteSchema>;

/** Something that later calls need to the letter: a URL, an address, a number of an order. */
const identifierSchema = z.object({
	text: z.string(),
	/** The event in which it was first seen. */
	event: z.int(),
	/** In how many events it was seen. */
	uses: z.int(),
});
export type Identifier = z.infer<typeof identifierSchema>;

/** What one opening hands on to the next, beside what is read from records anew each time. */
export const carriedSchema = z.object({
	note: handoverNoteSchema.exactOptional(),
	/** The newest event that who wrote the note had seen: where the note is carried on, it knows nothing of later ones. */
	noteUntil: z.int().exactOptional(),
	identifiers: z.array(identifierSchema).default([]),
	/** How many identifiers there was no room for when this was made. */
	identifiersLeftOut: z.int().default(0),
});
export type Carried = z.infer<typeof carriedSchema>;

/** What is read from records whenever an opening is made: the program's own word for word. */
export interface CarriedRecords {
	/** `name` as `P-3`. */
	pins: readonly { name: string; text: string }[];
	/** `name` as `D-3`. */
	decisions: readonly { name: string; text: string; reason: string | undefined }[];
	todos: readonly { id: number; text: string; state: string }[];
	/** Questions that the owner has not answered: `code` as in `/approve CODE`, and the exact action. */
	approvals: readonly { code: string; action: string }[];
	/** Calls that go on in the background: `name` as `T-9`, and the events that they work for. */
	tasks: readonly { name: string; tool: string; events: readonly number[] }[];
	/** What the owner said, oldest first: all of open tasks, and of the rest the newest that there is room for. */
	words: readonly { event: number; stamp: string; text: string; isOpen: boolean }[];
	/** How many of the owner's earlier messages are left out of `words`. */
	olderWords: number;
	/** The events that are out of view now. */
	covers: { firstEvent: number; lastEvent: number } | undefined;
}

/** Shares of the working window, which what is carried on may take at most. */
export const BUDGETS = {
	/** The owner's words. */
	words: 0.15,
	/** Pins and decisions. Who wants more is told to take one away first, so that every one of them is always carried. */
	pins: 0.1,
	identifiers: 0.05,
	/** The note of the model. */
	note: 0.1,
} as const;
