import type { Inbound } from "#core/event.ts";
import type { ScriptedCall } from "#test/stand-ins/model/types.ts";
import type { Desk } from "./desk.ts";

export const KINDS = ["workspace", "travel", "banking", "messages", "reading", "reminders"] as const;
export type Kind = (typeof KINDS)[number];

/** The calls of one message. */
export type Round = readonly ScriptedCall[];

/**
 * What a good assistant does next. One that rests on what it has read is a function of all that stands in its view: where that is
 * not there, it throws, and the task fails.
 */
export type Step = Round | ((view: string) => Round);

/** Something that an owner wants done, and how one sees that it is. */
export interface Task {
	name: string;
	kind: Kind;
	/** Further lines for config.yaml, such as rules of the owner's. */
	configuration?: string;
	/** What is there before: files, mails, pages. */
	before?: (desk: Desk) => void;
	/** What arrives, one after the other, before the owner says something. */
	arrives?: readonly Omit<Inbound, "dedupKey" | "occurredAt">[];
	/** What those say, in order, that read the words of others. They have no tools. */
	readers?: readonly unknown[];
	/** The owner's words, one after the other. */
	asks?: readonly string[];
	steps: readonly Step[];
	/** How much time goes by after that. */
	passesMinutes?: number;
	/** How many buttons the owner has to press. Exact, so that one more is noticed where it comes from. */
	buttons?: number;
	/** Throws where something is missing in the world. */
	check: (desk: Desk) => void | Promise<void>;
}

export const call = (tool: string, args: Record<string, unknown>): ScriptedCall => ({ tool, arguments: args });

/** A call of a tool that does not stand in every request. */
export const found = (name: string, args: Record<string, unknown>): ScriptedCall =>
	call("call_tool", { name, arguments: args });

/** The answer to whatever is open. */
export const answer = (text: string, more: Record<string, unknown> = {}): ScriptedCall =>
	call("reply", { to: ["open"], text, ...more });

/** A step that rests on what stands in view. @throws where nothing there matches */
export const seeing =
	(pattern: RegExp, next: (...groups: string[]) => Round): Step =>
	(view) => {
		const match = pattern.exec(view);
		if (!match) throw new Error(`nothing in view matches ${pattern}`);
		return next(...match.slice(1));
	};
