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

/**
 * What the owner's assistant is doing at this moment.
 * - `working`: it thinks or acts
 * - `waiting`: it can't go on before the owner decides
 * - `failed`: it can't go on by itself
 */
export interface ActivityView {
	kind: "working" | "waiting" | "failed";
	/** As `reading notes.md`, or why it failed. May hold what others wrote: shown as plain text only. */
	text: string;
	/** Milliseconds since the epoch. */
	since: number;
}

/** A call that goes on in the background, while its trajectory does something else. */
export interface TaskView {
	/** `T-9` */
	name: string;
	tool: string;
	state: "running";
	/** Milliseconds since the epoch. */
	startedAt: number;
	/** The tool's own words for it, as `running backup.sh`. May hold what others wrote: shown as plain text only. */
	doing: string;
}

export type ConversationChange =
	/** New, or changed since it was last told. */
	| { kind: "item"; item: ConversationItem }
	/** Undefined when nothing is going on. */
	| { kind: "activity"; activity: ActivityView | undefined }
	/** All that run now, whenever one begins or ends. */
	| { kind: "tasks"; tasks: TaskView[] };

/** The owner's conversation across all channels, read from the rows that are on disk. */
export interface ConversationPort {
	/**
	 * The newest items, or the newest with an `order` below `before`; at most `limit`, oldest first. May be fewer though
	 * there are more: only an empty answer means that there is nothing further back.
	 */
	history(options: { before?: number; limit: number }): ConversationItem[];
	/** Calls `listener` for each change, after it is on disk, until the returned function is called. */
	subscribe(listener: (change: ConversationChange) => void): () => void;
	activity(): ActivityView | undefined;
	/** The tasks that are running, oldest first. */
	tasks(): TaskView[];
}
