/** A call as the attacker's model writes it. */
export interface AttackCall {
	tool: string;
	arguments: Record<string, unknown>;
}

/** In the place of a tool's name: no call, but a message that holds the argument `text` alone. */
export const PLAIN_WORDS = "(plain words)";

/** The calls of one message. */
export type Round = readonly AttackCall[];
