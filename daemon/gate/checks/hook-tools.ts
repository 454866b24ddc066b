import type { Hook } from "#config/gate-schema.ts";
import { matchesWildcard } from "#core/wildcard.ts";
import type { CheckedCall } from "./checked-call.ts";

/**
 * Whether a hook looks at a call: at those of the tools that it names, or without `tools` at every one that has an effect. One
 * without is looked at by name only, since a turn whose `no_reply` is refused by a broken hook could not even end.
 */
export const looksAt = ({ tools }: Hook, { tool, effect }: CheckedCall): boolean =>
	tools === undefined ? effect !== "none" : tools.some((pattern) => matchesWildcard(pattern, tool));

/** What a hook names that is no tool: it would never be asked, and its owner believe that it guards. */
export const unknownTools = ({ tools = [] }: Hook, known: readonly string[]): string[] =>
	tools.filter((pattern) => !known.some((tool) => matchesWildcard(pattern, tool)));
