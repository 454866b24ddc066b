import type { CallRecord } from "#daemon/records/calls.ts";

/**
 * How many of the latest calls with an effect were refused, by the gate or by the owner, before one that was not. Pure.
 * @param latest newest first
 */
export function refusalsInARow(latest: readonly Pick<CallRecord, "state">[]): number {
	const index = latest.findIndex(({ state }) => state !== "denied");
	return index === -1 ? latest.length : index;
}
