import type { Hook } from "#config/gate-schema.ts";
import type { CheckedCall } from "./checked-call.ts";

/**
 * Whether a hook looks at a call: at those of the tools that it names, or without `tools` at every one that has an effect. One
 * without is looked at by name only, since a turn whose `no_reply` is refused by a broken hook could not even end.
 */
export const looksAt = ({ tools }: Hook, { tool, effect }: CheckedCall): boolean =>
	tools === undefined ? effect !== "none" : tools.some((pattern) => matches(pattern, tool));

/** What a hook names that is no tool: it would never be asked, and its owner believe that it guards. */
export const unknownTools = ({ tools = [] }: Hook, known: readonly string[]): string[] =>
	tools.filter((pattern) => !known.some((tool) => matches(pattern, tool)));

/** A star stands for any characters, also none. */
function matches(pattern: string, tool: string): boolean {
	const literals = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${literals.join(".*")}$`).test(tool);
}
