import type { EventId } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";

/** Which version of each file the model has seen: a file that it has not seen in its current form is not overwritten. */
export interface SeenFiles {
	get(path: string): string | undefined;
	set(path: string, digest: string): void;
	delete(path: string): void;
}

/** What `reply` needs of the daemon. */
export interface ReplyPort {
	/** The turn's event with this number, or undefined where the turn has no such event. */
	route(event: EventId): { conversation: OutboundMessage["conversation"]; toOwner: boolean } | undefined;
	/**
	 * Puts in, for each handle like `{E-12.body}`, what it stands for. The model sees only the handle; the owner sees the words.
	 * @returns the text, and whether something that others wrote is in it now
	 * @throws ToolError where a handle names nothing that this trajectory may show
	 */
	expand(text: string): { text: string; outside: boolean };
	/**
	 * The same, as the owner will read it: while outside content is in view, addresses that only the model wrote are no links.
	 * @returns `defused`: how many of them there were
	 * @throws ToolError as `expand`
	 */
	toOwner(text: string): Promise<{ text: string; outside: boolean; derived: boolean; defused: number }>;
	/** The line that stands below whatever goes to others: on whose behalf it is said. */
	readonly signature: string;
	/**
	 * Queues the message. Call it from `ToolOutput.commit` only.
	 * @param message.outside the program put in what others wrote
	 * @param message.derived it was written while outside content was in view
	 */
	enqueue(
		message: Pick<OutboundMessage, "conversation" | "text" | "attachments"> & { outside?: boolean; derived?: boolean },
		answers: EventId[],
	): void;
}

/** A call that goes on in the background. Only those of the caller's own trajectory are seen. */
export interface PendingTask {
	/** `T-9` */
	name: string;
	tool: string;
	state: "running" | "done" | "failed" | "cancelled" | "unknown";
	/** How long it ran, or has been running. */
	elapsedMs: number;
}

/** What the task tools need of the daemon. */
export interface TaskPort {
	/** Those that are running, oldest first. */
	running(): PendingTask[];
	/** @throws ToolError where there is no such task */
	find(name: string): PendingTask;
	/**
	 * What it has said so far; of one that has ended, nothing more: its result came as an event.
	 * @throws ToolError where there is no such task
	 */
	progress(name: string): { text: string; outside?: { source: string } };
	/** Ends it: its result is thrown away. Call it from `ToolOutput.commit` only. */
	cancel(name: string): void;
}

export type TodoState = "pending" | "in_progress" | "completed" | "cancelled";

export interface TodoItem {
	/** From 1, fixed for an item. */
	id: number;
	text: string;
	state: TodoState;
	/** Set where it was written while outside content was in view: its words may be somebody else's. */
	outside?: boolean;
}

/** The trajectory's list of what is left to do. Kept outside the conversation, so that nothing can push it out of view. */
export interface TodoPort {
	list(): TodoItem[];
	/** Puts a new list in place of what is there. Call it from `ToolOutput.commit` only. */
	rewrite(items: readonly { text: string; state: TodoState }[]): void;
	/** Call it from `ToolOutput.commit` only. */
	update(id: number, state: TodoState): void;
}

/** What a side trajectory tells the owner's: values that the program checks, and names of what stays where it is. */
export interface HandOver {
	kind: "question" | "invitation" | "complaint" | "advertisement" | "notification" | "invoice" | "other";
	urgency: "low" | "normal" | "high";
	needsAnswer: boolean;
	/** What it wants of the owner. */
	asks: readonly ("reply" | "pay" | "confirm" | "attend" | "sign" | "click" | "call" | "none")[];
	looksLikePhishing: boolean;
	/** How sure whoever read it is. */
	confidence: "low" | "medium" | "high";
	/** How much of it was read. Where it is `not`, the other values say nothing. */
	read: "whole" | "in-part" | "not";
	/** ISO 8601 dates, or dates with time and offset. */
	dates: readonly string[];
	amounts: readonly { value: number; currency: string }[];
	/** As `E-12.body`. */
	handles: readonly string[];
}

export interface HandOverPort {
	/** @throws ToolError where this is not a side trajectory, or a handle names nothing of this turn */
	check(handOver: HandOver): void;
	/** Writes it. Call it from `ToolOutput.commit` only. @returns the entry's number, as `E-15` */
	carryOut(handOver: HandOver): string;
}

/** A timer as it is asked for, in words. */
export interface TimerRequest {
	/** `in 20 minutes`, `next Monday 10:00`, `every weekday at 9`, or a cron expression of five fields. */
	when: string;
	/** An IANA zone, where times are not the owner's own. */
	zone?: string | undefined;
	/** The end of a repeating one, in words as `when`. */
	until?: string | undefined;
	/** How often at most. */
	count?: number | undefined;
	purpose: string;
	/**
	 * `remind`: the program tells the owner the purpose, no model is asked. `act`: the assistant is woken with it; `interrupt`:
	 * also out of other work.
	 */
	action: "remind" | "act" | "interrupt";
}

/** What is undefined stays. */
export type TimerChanges = { [Key in keyof TimerRequest]?: TimerRequest[Key] | undefined };

/** A request that was understood, and is not yet carried out. */
export interface TimerPlan {
	/** For people and models: `every weekday at 09:00 (Europe/Berlin)`. */
	readonly description: string;
	/** The next firings in the owner's zone, as words. */
	readonly readBack: string;
	readonly purpose: string;
	/** All that it ever does is to tell the owner its purpose, once. */
	readonly tellsOwnerOnce: boolean;
	/** Writes it. Call it from `ToolOutput.commit` only. @returns the registration's name, as `R-3` */
	carryOut(): string;
}

/** A timer as the tools see it. */
export interface PendingTimer {
	name: string;
	description: string;
	purpose: string;
	/** Its words came while outside content was in view. */
	outside?: boolean;
}

/** What the timer tools need of the daemon. Times in words are read as of the moment of the call. */
export interface TimerPort {
	/** @throws ToolError that says what is missing, with an example */
	plan(request: TimerRequest): TimerPlan;
	/** What is left out stays as it is. @throws ToolError as `plan`, and where nothing pending has that name */
	planChange(name: string, changes: TimerChanges): TimerPlan;
	/** @throws ToolError where nothing pending has that name */
	find(name: string): PendingTimer;
	/** Ends it for good. Call it from `ToolOutput.commit` only. */
	cancel(name: string): void;
	/** What has not ended, the next one first, a line each. */
	list(): { lines: string[]; outside: boolean };
}

/** A stretch of the conversation as it was, also what has left the view. */
export interface ConversationStretch {
	/** Each entry whole, in order, under a line that says what it is. */
	text: string;
	shown: number;
	/** Others wrote some of it, or it was made while such was in view. */
	outside: boolean;
	/** Where to go on reading; undefined at the end. */
	next: { from: string; entries: number } | undefined;
}

/** What `read_conversation` needs of the daemon. Only the caller's own trajectory is seen. */
export interface ConversationPort {
	/**
	 * @param from an event or a call whose result is meant, as `E-12` or `C-45`
	 * @param entries how many at most, that one being the first
	 * @throws ToolError where this conversation has nothing of that name
	 */
	read(from: string, entries: number): ConversationStretch;
}
