import type { ViewEntry } from "#daemon/context/view-entry.ts";

/** Both in the unit of the entries' `tokens`. */
export interface Room {
	/** Of what stands around the entries: prompt, tools, opening, status block. */
	fixedTokens: number;
	windowTokens: number;
}

/** Of a whole request. */
export const tokensOf = (entries: readonly Pick<ViewEntry, "tokens">[], { fixedTokens }: Room): number =>
	entries.reduce((sum, { tokens }) => sum + tokens, fixedTokens);
