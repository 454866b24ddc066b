import type { ViewEntry } from "#daemon/context/view-entry.ts";

/**
 * The places at which a view can begin, as indexes into its entries: no turn and no call is parted there from what belongs
 * to it. Pure. A turn that gave way to another one goes on after that, so a place between two turns may be within a third;
 * and a view is all that was written from an entry on, while a result may have been written after another turn's events.
 * @param entries in the order of the wire
 */
export function cleanCuts(entries: readonly ViewEntry[]): number[] {
	const lastOfTurn = new Map(entries.map(({ turnId }, index) => [turnId, index]));
	const cuts: number[] = [];
	let newestBefore = 0;
	let openUntil = -1;
	for (const [index, { id, turnId }] of entries.entries()) {
		// All that comes later in the order of the wire belongs to a later message, so it was written later as well.
		if (index > openUntil && id > newestBefore) cuts.push(index);
		newestBefore = Math.max(newestBefore, id);
		openUntil = Math.max(openUntil, lastOfTurn.get(turnId) ?? index);
	}
	return cuts;
}
