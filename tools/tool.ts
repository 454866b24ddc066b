import type * as z from "zod";
import type { Effect } from "#core/effect.ts";
import type { EventId } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";

/**
 * One thing that the model may do. `Arguments` are parsed by `parameters` before anything else sees them.
 *
 * The description is written for the model and says when to use the tool, its limits, an example and what it returns;
 * a test holds every tool to that.
 */
export interface Tool<Arguments = unknown> {
	readonly name: string;
	/** `direct` tools stand in every request; `found` tools are reached through find_tool and call_tool. */
	readonly tier: "direct" | "found";
	readonly description: string;
	readonly parameters: z.ZodType<Arguments>;
	/** Calls that are right, 1 to 5. Each must pass `parameters`. */
	readonly examples: readonly Arguments[];
	/** True where calls may run beside others of the same message: only for tools whose effects are all `read`. */
	readonly parallel: boolean;
	/** The longest a call may take before it is signalled to end. */
	readonly timeoutMs: number;
	/**
	 * What to do with a call that was cut off by a crash, with no result on disk.
	 * - `rerun`: reads, and calls whose whole effect is the rows written with their result
	 * - `unknown`: it may or may not have happened; the model is told to check first
	 */
	readonly recovery: "rerun" | "unknown";
	/** Pure: what the call would do. May look at the context's records, never at the network; never changes anything. */
	effects(args: Arguments, context: ToolContext): EffectReport;
	/** A short present participle for status lines, as "reading notes.md". Shown to the owner only. */
	activity(args: Arguments): string;
	/**
	 * Does it. Throws `ToolError` for failures that the model should know of; the loop turns any throw into a result.
	 * Reacts to `signal` by ending soon. Effects on the database go into `commit`, not here.
	 */
	run(args: Arguments, context: ToolContext, signal: AbortSignal): Promise<ToolOutput>;
}

/** What a call would do, for the gate, the approval card and the journal. */
export interface EffectReport {
	effect: Effect;
	/** The resolved target in plain words, as `workspace/notes.md` or `telegram:4711`. */
	target: string;
	/** A digest of the state that the decision rests on (a file's bytes). If it changed before the commit, it is off. */
	resourceVersion?: string;
	/** What exactly would happen, for the approval card, as Markdown. Only needed where the gate may ask. */
	preview?: string;
}

export interface ToolOutput {
	/** What the model sees. States the new scene, what was left out and how to get at it. */
	text: string;
	/** Set where `text` holds what others wrote: it is wrapped, escaped, and taints the trajectory. */
	outside?: { source: string };
	/** Rows to be written in the same transaction as the result. */
	commit?: () => void;
	/** Words that only the rows can give, as a new timer's number. Called after `commit`, and added to `text`. */
	addendum?: () => string;
	/** The events that this call answers, and how; set by `reply` and `no_reply` only. */
	settles?: { events: EventId[]; outcome: "replied" | "no-reply" };
}

/** What the loop hands to a call. Nothing in it can be set by the model. */
export interface ToolContext {
	/** Absolute path of `workspace/`, the only folder that tools may touch. */
	workspace: string;
	/** Digests of files as they were last read or written in this trajectory, by path relative to the workspace. */
	seen: SeenFiles;
	replies: ReplyPort;
	timers: TimerPort;
	/** The events of the turn that no reply covers yet, oldest first. */
	openEvents: readonly EventId[];
	/** Milliseconds since the epoch. */
	now: number;
}

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
	/** Queues the message. Call it from `ToolOutput.commit` only. */
	enqueue(message: Pick<OutboundMessage, "conversation" | "text" | "attachments">, answers: EventId[]): void;
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
	/** `remind`: the program tells the owner the purpose, no model is asked. `act`: the assistant is woken with it. */
	action: "remind" | "act";
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
	/** Writes it. Call it from `ToolOutput.commit` only. @returns the registration's name, as `R-3` */
	carryOut(): string;
}

/** A timer as the tools see it. */
export interface PendingTimer {
	name: string;
	description: string;
	purpose: string;
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

/** A failure that the model can act on: what failed, on what evidence, and what to do next. */
export class ToolError extends Error {
	override name = "ToolError";
}
