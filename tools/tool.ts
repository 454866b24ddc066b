import type * as z from "zod";
import type { CallEffect } from "#core/effect.ts";
import type { EventId } from "#core/event.ts";
import type { CopyPort } from "./copy-port.ts";
import type { FileOrigins } from "./file-origins-port.ts";
import type { PagePort } from "./page-port.ts";
import type { PinPort } from "./pin-port.ts";
import type { ConversationPort, HandOverPort, ReplyPort, SeenFiles, TaskPort, TimerPort, TodoPort } from "./ports.ts";
import type { QuestionPort } from "./question-port.ts";

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
	/**
	 * - `sync`: the loop waits for the result. One that outlasts its patience while somebody waits goes on as a task
	 * - `async`: only begins something. The call returns a task's number at once, and what `run` returns later comes as an event
	 */
	readonly mode: "sync" | "async";
	/** The longest a call may take before it is signalled to end; of an async one, the work that it began. */
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
	effect: CallEffect;
	/** The resolved target in plain words, as `workspace/notes.md` or `telegram:4711`. */
	target: string;
	/** A digest of the state that the decision rests on (a file's bytes). If it changed before the commit, it is off. */
	resourceVersion?: string;
	/** What exactly would happen, for the approval card, as Markdown. Only needed where the gate may ask. */
	preview?: string;
	/**
	 * Where it goes, each resolved: `bob@example.org`, `telegram:-1001234`, an address of the web as it will be opened. The owner's
	 * rules name these, and what derives from outside content is looked for among them.
	 */
	destinations?: readonly string[];
	/** All that somebody else will get to read: bodies, titles, names of files. Looked through before it leaves. */
	discloses?: readonly string[];
}

export interface ToolOutput {
	/** What the model sees. States the new scene, what was left out and how to get at it. */
	text: string;
	/** Set where `text` holds what others wrote: it is wrapped, escaped, and taints the trajectory. */
	outside?: { source: string };
	/** Set where `text` is a page, kept to a size by the tool, that says how to go on: it is shown as it is. */
	paged?: true;
	/** Rows to be written in the same transaction as the result. */
	commit?: () => void;
	/** Words that only the rows can give, as a new timer's number. Called after `commit`, and added to `text`. */
	addendum?: () => string;
	/** The events that this call answers, and how; set by what ends a turn only. */
	settles?: { events: EventId[]; outcome: "replied" | "no-reply" | "handed-over" };
}

/** What the loop hands to a call. Nothing in it can be set by the model. */
export interface ToolContext {
	/** Absolute path of `workspace/`, the only folder that tools may touch. */
	workspace: string;
	/** Digests of files as they were last read or written in this trajectory, by path relative to the workspace. */
	seen: SeenFiles;
	replies: ReplyPort;
	timers: TimerPort;
	tasks: TaskPort;
	todos: TodoPort;
	handOvers: HandOverPort;
	pins: PinPort;
	conversation: ConversationPort;
	/** Which files hold what others wrote. */
	files: FileOrigins;
	/** Keeps files as they were before the call. */
	copies: CopyPort;
	pages: PagePort;
	questions: QuestionPort;
	/** The events of the turn that no reply covers yet, oldest first. */
	openEvents: readonly EventId[];
	/** Of `openEvents` those for which a task is running: they need no answer before it ends. */
	pendingEvents: readonly EventId[];
	/**
	 * Says how far a long call has come, for `read_task` and the page. Kept in memory, the end of it only.
	 * @param outside set where the text holds what others wrote
	 */
	progress(text: string, outside?: { source: string }): void;
	/** Milliseconds since the epoch. */
	now: number;
}

/** A failure that the model can act on: what failed, on what evidence, and what to do next. */
export class ToolError extends Error {
	override name = "ToolError";
}
