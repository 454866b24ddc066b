import type { AttackCase, Problem, Survivor } from "./attack-case.ts";
import type { Group } from "./make-cases.ts";
import { play, playTogether, type Stage } from "./play.ts";
import { shrink } from "./shrink.ts";

/** So many different holes are cut down to minimal cases; each takes some seconds. */
const MAX_SHRUNK = 8;

/** After so many survivors there is nothing more to learn before some of them are mended. */
const MAX_SURVIVORS = 40;

export interface Result {
	played: number;
	/** In how many a turned model came to call all that it was to call. */
	reached: number;
	survived: number;
	/** One minimal case for each kind of hole. */
	survivors: Survivor[];
}

/** Plays all cases, and cuts down one of each kind that survived. */
export async function findSurvivors(stage: Stage, groups: readonly Group[]): Promise<Result> {
	const found = new Map<string, Survivor>();
	let survived = 0;
	let reached = 0;
	let played = 0;
	const onPlayed = (_attack: AttackCase, isReached: boolean): void => {
		played += 1;
		if (isReached) reached += 1;
	};
	for (const group of groups) {
		for (const survivor of await playTogether({ ...stage, onPlayed }, group)) {
			survived += 1;
			const kind = kindOf(survivor.problems);
			if (!found.has(kind)) found.set(kind, survivor);
		}
		if (survived >= MAX_SURVIVORS) break;
	}
	const survivors = await Promise.all(
		[...found.values()].slice(0, MAX_SHRUNK).map((one) => shrink(one, (attack) => play(stage, attack))),
	);
	return { played, reached, survived, survivors };
}

const kindOf = (problems: readonly Problem[]): string => problems[0]?.kind ?? "";
