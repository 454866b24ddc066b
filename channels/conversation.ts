import type { Attachment } from "#core/event.ts";
import type { Choice, MessageKind } from "#core/message.ts";

/** One thing that was said, by either side and on any channel, as the page and the terminal show it. */
export interface ConversationItem {
	/** `E-12` for what came in, `M-7` for what went out. */
	key: string;
	/** Sorts the conversation: grows with time, never changes for an item. */
	order: number;
	/** Milliseconds since the epoch. */
	at: number;
	from: "owner" | "steward";
	/** Where it was said. */
	channel: string;
	/** Markdown source. */
	text: string;
	attachments: Attachment[];
	/** The choices that are still open; empty once one was taken or the time ran out. */
	choices: Choice[];
	kind: "message" | MessageKind;
	/** For what the owner said: waiting or answered. For what Steward said: waiting, sent or failed. */
	state: "waiting" | "answered" | "sent" | "failed";
	/** A remark for a person: why it failed, how an approval was decided. */
	note?: string;
}

export type ConversationChange =
	/** New, or changed since it was last told. */
	| { kind: "item"; item: ConversationItem }
	/** What is being worked on, as `reading notes.md`; undefined when nothing is. */
	| { kind: "activity"; activity: string | undefined };

/** The owner's conversation across all channels, read from the rows that are on disk. */
export interface ConversationPort {
	/**
	 * The newest items, or the newest with an `order` below `before`; at most `limit`, oldest first. May be fewer though
	 * there are more: only an empty answer means that there is nothing further back.
	 */
	history(options: { before?: number; limit: number }): ConversationItem[];
	/** Calls `listener` for each change, after it is on disk, until the returned function is called. */
	subscribe(listener: (change: ConversationChange) => void): () => void;
	activity(): string | undefined;
}
