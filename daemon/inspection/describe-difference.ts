import { type Comparable, compareRequests, type DifferingPlace, type Relation } from "./compare-requests.ts";

export interface DescribedDifference {
	at: DifferingPlace;
	sharedBytes: number;
	bytes: number;
	/** For a person, a clause. */
	why: string;
	/** False where bytes changed in the midst of an epoch, which costs money and must never be. */
	isExpected: boolean;
}

/**
 * Compares two requests of a trajectory, and says why they differ. Pure.
 * @param newEpoch why an epoch began between the two; undefined where both are of the same
 */
export function describeDifference(
	before: Comparable,
	now: Comparable,
	newEpoch: string | undefined,
): DescribedDifference {
	const { at, relation, sharedBytes, bytes } = compareRequests(before, now);
	const isExpected = newEpoch !== undefined || relation.kind !== "changed";
	return {
		at,
		sharedBytes,
		bytes,
		why: newEpoch === undefined ? explain(relation) : `an epoch began: ${newEpoch}`,
		isExpected,
	};
}

function explain(relation: Relation): string {
	if (relation.kind === "changed") return "bytes changed in the midst of an epoch, which should never be";
	if (relation.kind === "shows-less") return `it shows ${messages(relation.left)} less, and is the same up to there`;
	return relation.added === 0
		? "only the status block is another"
		: `only the status block is another, and ${messages(relation.added)} came before it`;
}

const messages = (count: number): string => `${count} message${count === 1 ? "" : "s"}`;
