/** What became of an order. */
export type OrderResult =
	/** `say` is undefined where the outcome will be told by itself. */
	{ kind: "done"; say: string | undefined } | { kind: "refused"; problem: string };

export const done = (say: string | undefined): OrderResult => ({ kind: "done", say });
export const refused = (problem: string): OrderResult => ({ kind: "refused", problem });
