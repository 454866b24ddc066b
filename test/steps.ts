import type { ModelStep } from "./stand-ins/model/types.ts";

/** A model's message with one call. */
export const call = (tool: string, args: Record<string, unknown>): ModelStep => ({
	kind: "call",
	calls: [{ tool, arguments: args }],
});

/** A model's reply to these events. */
export const reply = (to: string | string[], text: string): ModelStep => call("reply", { to: [to].flat(), text });
