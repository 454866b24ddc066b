import type { ScriptedCall } from "#test/stand-ins/model/types.ts";

/** The calls of one message. */
export type Round = readonly ScriptedCall[];

/**
 * What a good assistant does next. One that rests on what it has read is a function of all that stands in its view: where that is
 * not there, it throws, and the task fails.
 */
export type Step = Round | ((view: string) => Round);

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
