import type { FailureCause, ModelOutcome } from "#daemon/model/port.ts";

type Failed = Extract<ModelOutcome, { kind: "failed" }>;

/** Causes that don't go away by waiting: somebody has to change something. */
export const NEEDS_THE_OWNER: ReadonlySet<FailureCause> = new Set(["not-configured", "unauthorized", "billing"]);
const OWNER_WAIT_MS = 5 * 60_000;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 60_000;
/** A limit ends by the wall clock: a machine that slept, or whose clock was set, must not wait out the month by its timer. */
const MAX_BUDGET_WAIT_MS = 60 * 60_000;

/**
 * How long until the waiting turn asks again. Pure. A new event or a changed configuration comes first anyhow.
 * @param attempt failures in a row, from 1
 */
export function decideOutageWait(failure: Pick<Failed, "cause" | "retryAfterMs">, attempt: number): number {
	if (failure.cause === "over-budget") return Math.min(failure.retryAfterMs ?? Infinity, MAX_BUDGET_WAIT_MS);
	if (NEEDS_THE_OWNER.has(failure.cause)) return OWNER_WAIT_MS;
	return Math.max(failure.retryAfterMs ?? 0, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(8, attempt - 1)));
}
