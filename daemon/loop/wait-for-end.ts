import { type Clock, sleep } from "#core/clock.ts";
import type { Execution } from "#daemon/tasks/execution.ts";
import type { CallResult } from "./results.ts";
import type { TurnControl } from "./turn-control.ts";

/** How long a call may keep somebody waiting before it goes on without the loop. */
export const PATIENCE_MS = 3_000;

/** What the loop waited for: the call's end, or that it can't keep somebody waiting any longer. */
export type Waiting = { kind: "ended"; result: CallResult } | { kind: "gave-way" };

/**
 * Waits for a call. What aborts the turn's signal ends the call as well. One that has run longer than the patience gives way
 * as soon as something waits that should not wait long; while nothing does, it may take its time.
 */
export async function waitForEnd(execution: Execution, control: TurnControl, clock: Clock): Promise<Waiting> {
	const { signal } = control;
	const over = new AbortController();
	const cut = () => execution.cut(signal.reason);
	signal.addEventListener("abort", cut, { once: true });
	if (signal.aborted) cut();
	try {
		return await Promise.race([
			execution.ended.then((result): Waiting => ({ kind: "ended", result })),
			untilPatienceEnds(execution, control, clock, over.signal),
		]);
	} finally {
		over.abort();
		signal.removeEventListener("abort", cut);
	}
}

async function untilPatienceEnds(
	execution: Execution,
	control: TurnControl,
	clock: Clock,
	over: AbortSignal,
): Promise<Waiting> {
	await control.untilPressed(over);
	const leftMs = PATIENCE_MS - (clock.monotonicMs() - execution.startedMs);
	if (leftMs > 0) await sleep(clock, leftMs, over);
	// Where the call was cut meanwhile, its end is on its way and says more.
	if (over.aborted || control.signal.aborted) await execution.ended;
	return { kind: "gave-way" };
}
