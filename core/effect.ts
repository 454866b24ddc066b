/**
 * What a tool call would do to the world, computed from its final arguments and resolved destination.
 * - `read`: looks at the workspace or at the program's own state
 * - `write`: changes a file in the workspace
 * - `tell-owner` / `tell-others`: says something to the owner, or to anybody else
 * - `execute`: runs code
 * - `reach`: opens a connection to a place that the call chose
 * - `persist`: leaves something that outlives the turn (timer, card, skill, watch, rule)
 * - `spend`: costs money, deletes for good, or uses a credential
 */
export const EFFECTS = ["read", "write", "tell-owner", "tell-others", "execute", "reach", "persist", "spend"] as const;
export type Effect = (typeof EFFECTS)[number];

/** The effect of a call: `none` where it only ends its turn's own business, and shows and changes nothing. */
export type CallEffect = Effect | "none";
