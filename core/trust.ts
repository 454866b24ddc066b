/**
 * Who stands behind an event. The gateway decides it from the authenticated transport, never from the text.
 * - `owner`: the person this assistant belongs to
 * - `known`: somebody the owner has confirmed
 * - `stranger`: everybody else
 * - `system`: this program itself (a timer, the outcome of an approval)
 */
export type Trust = "owner" | "known" | "stranger" | "system";

export const TRUSTS: readonly Trust[] = ["owner", "system", "known", "stranger"];

const RANK: Record<Trust, number> = { stranger: 0, known: 1, system: 2, owner: 3 };

/** The lowest trust of those given: what a round may do is bounded by the least trusted thing that triggered it. */
export function lowestTrust(trusts: readonly Trust[]): Trust {
	return trusts.reduce((low, trust) => (RANK[trust] < RANK[low] ? trust : low), "owner" as Trust);
}
