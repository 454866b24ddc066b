import type { ModelCallRecord } from "#daemon/records/model-calls.ts";

/** `none`: a sentence for a person says why. */
export type Chosen = { kind: "found"; call: ModelCallRecord } | { kind: "none"; reason: string };

const PRUNED = "They were thrown away after their time: retention.requests in config.yaml says how long they are kept.";

/**
 * Picks one request of a turn. Pure.
 * @param turn `rounds` is undefined where there is no such turn
 * @param which a round, or the purpose of a request of the program's own; the last round where it is left out
 */
export function chooseRequest(
	{ turnId, rounds }: { turnId: number; rounds: number | undefined },
	calls: readonly ModelCallRecord[],
	which: string | undefined,
): Chosen {
	if (rounds === undefined) return { kind: "none", reason: `There is no turn ${turnId}.` };
	if (calls.length === 0) {
		const reason =
			rounds === 0
				? `Turn ${turnId} has asked no model.`
				: `The requests of turn ${turnId} are not on record any more. ${PRUNED}`;
		return { kind: "none", reason };
	}
	// Of a round that was asked again, the request that was answered in the end.
	const call = calls.findLast(matching(which)) ?? (which === undefined ? calls.at(-1) : undefined);
	if (call) return { kind: "found", call };
	const names = [...new Set(calls.map(({ round, purpose }) => (purpose === "turn" ? String(round) : purpose)))];
	return { kind: "none", reason: `Turn ${turnId} has no request "${which}" on record. It has: ${names.join(", ")}.` };
}

function matching(which: string | undefined): (call: ModelCallRecord) => boolean {
	if (which === undefined) return ({ purpose }) => purpose === "turn";
	if (/^\d+$/.test(which)) return ({ purpose, round }) => purpose === "turn" && round === Number(which);
	return ({ purpose }) => purpose !== "turn" && purpose === which.toLowerCase();
}
