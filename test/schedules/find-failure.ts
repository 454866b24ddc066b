import type { Failure } from "./failure.ts";
import { play } from "./play.ts";
import { makeSchedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";
import type { Stage } from "./stage.ts";

/** Plays the schedules of these seeds until one fails. @returns the smallest one that fails in the same way */
export async function findFailure(stage: Stage, firstSeed: number, count: number): Promise<Failure | undefined> {
	for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
		const failure = await play(stage, makeSchedule(seed));
		if (failure) return shrink(failure, (schedule) => play(stage, schedule));
	}
	return undefined;
}
