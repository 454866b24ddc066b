import type { ReadStep } from "#daemon/quarantine/quarantine.ts";
import type { DriverParts } from "./driver-parts.ts";
import type { OpenTurn } from "./turn-loop.ts";

export type WorkAtHandParts = Pick<
	DriverParts,
	"turns" | "calls" | "loop" | "trajectoryId" | "hasWaiting" | "mustGiveWay" | "quarantine"
>;

/** What a trajectory has to do next. */
export class WorkAtHand {
	readonly #parts: WorkAtHandParts;

	constructor(parts: WorkAtHandParts) {
		this.#parts = parts;
	}

	get isThere(): boolean {
		const { turns, trajectoryId, hasWaiting, quarantine } = this.#parts;
		return turns.unfinished(trajectoryId) !== undefined || hasWaiting() || !!quarantine?.hasWaiting(trajectoryId);
	}

	/** Has one event read that no loop may see, where there is one. */
	async readApart(signal: AbortSignal): Promise<ReadStep> {
		const { quarantine, trajectoryId } = this.#parts;
		return (await quarantine?.readNext(trajectoryId, signal)) ?? { kind: "nothing" };
	}

	/**
	 * A turn that is left goes on, unless something pressing waits that can't be part of it: then that goes first. Not before
	 * each of its calls has a result: nothing may come between.
	 */
	takeUp(): OpenTurn | undefined {
		const { turns, calls, loop, trajectoryId, mustGiveWay } = this.#parts;
		const left = turns.unfinished(trajectoryId);
		if (!left) return loop.open(trajectoryId);
		const givesWay = mustGiveWay(left) && calls.withoutResult(left.id).length === 0;
		return (givesWay ? loop.open(trajectoryId, left.authority) : undefined) ?? { id: left.id };
	}
}
