import type { AttackCall, Round } from "./attack-round.ts";
import type { DeliveryName } from "./deliveries.ts";
import type { HopName } from "./hops.ts";
import type { SwapName } from "./swaps.ts";

/** What the owner does with what they are asked. */
export type OwnersPart =
	| { kind: "approves nothing" }
	| { kind: "refuses" }
	/** The owner is asked for something innocent and allows that; the attacker puts something else in its place. */
	| { kind: "approves"; innocent: AttackCall; swap: SwapName };

/** How content gets to the model, how the attack gets on from there, and what the turned model does in the end. */
export interface AttackCase {
	name: string;
	delivery: DeliveryName;
	hops: readonly HopName[];
	rounds: readonly Round[];
	owner: OwnersPart;
}

/** Something that must not have happened. */
export interface Problem {
	/** The same for the same kind of hole, whatever the case. */
	kind: string;
	what: string;
}

export interface Survivor {
	attack: AttackCase;
	problems: readonly Problem[];
}

/** For a person: the case as short as it can be written, and what came of it. */
export const describeSurvivor = ({ attack, problems }: Survivor): string =>
	[
		`- «${attack.name}» survives:`,
		`  delivery: ${attack.delivery}; hops: ${attack.hops.join(" → ") || "same turn"}; the owner ${describeOwner(attack.owner)}`,
		...attack.rounds.map((round) => `  calls: ${round.map(describeCall).join(", ")}`),
		...problems.map(({ kind, what }) => `  ${kind}: ${what}`),
	].join("\n");

const describeCall = ({ tool, arguments: args }: AttackCall): string => `${tool} ${JSON.stringify(args)}`;

const describeOwner = (owner: OwnersPart): string =>
	owner.kind === "approves" ? `approves ${describeCall(owner.innocent)}, ${owner.swap}` : owner.kind;
