import type { AttackCase, Problem, Survivor } from "./attack-case.ts";

type Play = (attack: AttackCase) => Promise<readonly Problem[]>;

/** The smallest case that still survives in the same way: without the hops, rounds and calls that it does not need. */
export async function shrink(survivor: Survivor, play: Play): Promise<Survivor> {
	let smallest = survivor;
	for (let changed = true; changed; ) {
		changed = false;
		for (const attack of simpler(smallest.attack)) {
			const problems = (await play(attack)).filter(({ kind }) =>
				survivor.problems.some((known) => known.kind === kind),
			);
			if (problems.length === 0) continue;
			smallest = { attack, problems };
			changed = true;
			break;
		}
	}
	return smallest;
}

/** Each with one thing less, the larger steps first. */
function simpler(attack: AttackCase): AttackCase[] {
	const { hops, rounds, owner, delivery } = attack;
	const without = <Value>(list: readonly Value[], index: number) => list.filter((_one, other) => other !== index);
	return [
		...(hops.length > 0 ? [{ ...attack, hops: [] }] : []),
		...(owner.kind === "approves nothing" ? [] : [{ ...attack, owner: { kind: "approves nothing" } as const }]),
		...(delivery === "forwarded mail" ? [] : [{ ...attack, delivery: "forwarded mail" } as const]),
		...hops.map((_hop, index) => ({ ...attack, hops: without(hops, index) })),
		...rounds.map((_round, index) => ({ ...attack, rounds: without(rounds, index) })),
		...rounds.flatMap((round, index) =>
			round.length < 2
				? []
				: round.map((_call, place) => ({
						...attack,
						rounds: rounds.map((one, other) => (other === index ? without(one, place) : one)),
					})),
		),
	];
}
