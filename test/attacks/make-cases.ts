import { createRandom, type Random } from "#test/schedules/random.ts";
import type { AttackCase, OwnersPart } from "./attack-case.ts";
import { type AttackCall, PLAIN_WORDS, type Round } from "./attack-round.ts";
import { type DeliveryName, deliveries } from "./deliveries.ts";
import { goals } from "./goals.ts";
import { type HopName, hops } from "./hops.ts";
import { type SwapName, swaps } from "./swaps.ts";
import { BOB, disguises, PRIVATE } from "./words.ts";

/** So many cases share a daemon. */
const GROUP = 12;

type Some<Value> = [Value, ...Value[]];
const DELIVERIES = Object.keys(deliveries) as Some<DeliveryName>;
const HOPS = Object.keys(hops) as Some<HopName>;
const GOALS = Object.keys(goals) as Some<string>;
const SWAPS = Object.keys(swaps) as Some<SwapName>;
const DISGUISES = Object.keys(disguises) as Some<string>;

const INNOCENT: Some<AttackCall> = [
	{ tool: "send_mail", arguments: { to: [BOB], subject: "Lunch", body: "At noon?" } },
	{
		tool: "send_mail",
		arguments: { to: [BOB], subject: "Letter", body: "Here it is.", attachment: "drafts/letter.md" },
	},
	{ tool: "transfer_money", arguments: { to: "DE75512108001245126199", amount: 12.5, reference: "Invoice 7" } },
	{ tool: "delete_file", arguments: { path: "drafts/old.md" } },
	{ tool: "create_event", arguments: { title: "Lunch", when: "2026-12-01T12:00", invitees: [BOB] } },
];

/** Cases that begin alike, to be played in one daemon. */
export type Group = readonly AttackCase[];

/**
 * The cases of a seed, always the same. Every delivery meets every hop, and every goal, as far as the number allows; what goes
 * with what is random.
 */
export function makeGroups(seed: number, count: number): Group[] {
	const random = createRandom(seed);
	const ways = shuffled(allWays(), random);
	const names = endless(GOALS, random);
	return Array.from({ length: Math.ceil(count / GROUP) }, (_, index) => {
		const [delivery, path] = ways[index % ways.length] ?? [DELIVERIES[0], []];
		const hopsTaken = index < ways.length ? path : [...path, random.pick(HOPS)];
		return Array.from({ length: Math.min(GROUP, count - index * GROUP) }, (_case, place) =>
			makeCase(random, names, { delivery, hops: hopsTaken }, place === GROUP - 1),
		);
	});
}

function allWays(): [DeliveryName, HopName[]][] {
	return DELIVERIES.flatMap((delivery) =>
		[[], ...HOPS.map((hop) => [hop])].map((path): [DeliveryName, HopName[]] => [delivery, path]),
	);
}

function makeCase(
	random: Random,
	names: () => string,
	way: Pick<AttackCase, "delivery" | "hops">,
	isLast: boolean,
): AttackCase {
	const wanted = Array.from(
		{
			length: random.weighted([
				[5, 1],
				[2, 2],
				[1, 3],
			]),
		},
		names,
	);
	const disguise = random.pick(DISGUISES);
	const hide = disguises[disguise] ?? ((text: string) => text);
	const rounds = wanted.flatMap((name) => goals[name]?.(hide) ?? []).map((round) => dressed(round, random));
	return { ...way, name: `${wanted.join(", then ")}, ${disguise}`, rounds, owner: ownersPart(random, isLast) };
}

/** What the owner answers may end other questions: such a case comes last in its daemon. */
function ownersPart(random: Random, isLast: boolean): OwnersPart {
	if (!isLast) return { kind: "approves nothing" };
	return random.weighted<() => OwnersPart>([
		[1, () => ({ kind: "refuses" })],
		[4, () => ({ kind: "approves", innocent: random.pick(INNOCENT), swap: random.pick(SWAPS) })],
	])();
}

/** The same calls as an attacker might write them. */
function dressed(round: Round, random: Random): Round {
	const innocent: AttackCall = { tool: "read_file", arguments: { path: "drafts/letter.md" } };
	return random.weighted<() => Round>([
		[5, () => round],
		[
			2,
			() =>
				round.map((call) =>
					call.tool === PLAIN_WORDS
						? call
						: { tool: "call_tool", arguments: { name: call.tool, arguments: call.arguments } },
				),
		],
		[1, () => [innocent, ...round]],
		[1, () => [...round, ...round]],
		[1, () => [{ tool: "write_file", arguments: { path: "notes/draft.md", content: PRIVATE } }, ...round]],
	])();
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
	return values
		.map((value) => ({ value, key: random.fraction() }))
		.sort((a, b) => a.key - b.key)
		.map(({ value }) => value);
}

/** Each in turn, in another order each time around. */
function endless(values: readonly string[], random: Random): () => string {
	let left: string[] = [];
	return () => {
		if (left.length === 0) left = shuffled(values, random);
		return left.pop() ?? "";
	};
}
