import type { Urgency } from "#core/event.ts";
import { createRandom, type Random } from "./random.ts";

/** Who speaks, and where. `known` and `mail` have trajectories of their own. */
export type Speaker = "page" | "telegram" | "known" | "mail" | "other-mail" | "stranger";

/** One thing that happens to a daemon from outside. */
export type Step =
	| { kind: "says"; who: Speaker; text: string; urgency: Urgency; key: string }
	/** The program itself has something: a watch, a timer. */
	| { kind: "reports"; urgency: Urgency; key: string }
	/** The source offers an earlier event once more. */
	| { kind: "redelivers"; index: number }
	| { kind: "stops"; how: "word" | "/stop" | "/stop all" | "button"; key: string }
	| { kind: "cancels-task"; index: number; key: string }
	| { kind: "decides"; verdict: "approve" | "deny"; index: number; key: string }
	| { kind: "waits"; forMs: number }
	/** The process dies at a commit to come. `after`: that commit is on disk, and nothing came of it any more. */
	| { kind: "crashes"; inCommits: number; when: "before" | "after" }
	/** Somebody sets the clock of the machine, or it slept. */
	| { kind: "sets-clock"; byMs: number }
	/** A full disk refuses some commits. */
	| { kind: "refuses"; inCommits: number; count: number }
	| { kind: "restarts" };

export interface Schedule {
	seed: number;
	steps: readonly Step[];
	/** Requests, by their number from 1, to which the model gives a sensible answer instead of a random one. */
	sensible: ReadonlySet<number> | "all";
}

const OWNERS = ["page", "telegram"] as const;

/** The schedule of a seed: always the same. */
export function makeSchedule(seed: number): Schedule {
	const random = createRandom(seed);
	const steps = Array.from({ length: random.between(3, 14) }, (_, index) => makeStep(random, `k${index}`));
	return { seed, steps, sensible: new Set() };
}

function makeStep(random: Random, key: string): Step {
	const kind = random.weighted([
		[30, "owner" as const],
		[34, "waits" as const],
		[8, "other" as const],
		[6, "reports" as const],
		[6, "stops" as const],
		[2, "stranger-stops" as const],
		[3, "cancels-task" as const],
		[6, "decides" as const],
		[2, "redelivers" as const],
		[1, "sets-clock" as const],
		[6, "crashes" as const],
		[4, "refuses" as const],
		[3, "restarts" as const],
	]);
	const urgency = (): Urgency =>
		random.weighted([
			[7, "normal"],
			[1, "critical"],
			[2, "interrupt"],
		]);
	switch (kind) {
		case "owner":
			return { kind: "says", who: random.pick(OWNERS), text: `words ${key}`, urgency: urgency(), key };
		case "other":
			return {
				kind: "says",
				who: random.pick(["known", "mail", "other-mail", "stranger"]),
				text: `words ${key}`,
				urgency: urgency(),
				key,
			};
		case "stranger-stops":
			return {
				kind: "says",
				who: random.pick(["stranger", "mail", "known"]),
				text: random.pick(["stop", "/stop all"]),
				urgency: "normal",
				key,
			};
		case "reports":
			return { kind: "reports", urgency: urgency(), key };
		case "redelivers":
			return { kind: "redelivers", index: random.between(0, 9) };
		case "stops":
			return { kind: "stops", how: random.pick(["word", "/stop", "/stop all", "button"]), key };
		case "cancels-task":
			return { kind: "cancels-task", index: random.between(0, 2), key };
		case "decides":
			return {
				kind: "decides",
				verdict: random.pick(["approve", "approve", "deny"]),
				index: random.between(0, 2),
				key,
			};
		case "waits":
			return { kind: "waits", forMs: waitOf(random) };
		case "sets-clock":
			return { kind: "sets-clock", byMs: random.pick([-3_600_000, -30_000, -1, 30_000, 3_600_000]) };
		case "crashes":
			return { kind: "crashes", inCommits: random.between(1, 12), when: random.pick(["before", "after"]) };
		case "refuses":
			return { kind: "refuses", inCommits: random.between(1, 8), count: random.between(1, 3) };
		case "restarts":
			return { kind: "restarts" };
	}
}

/** Mostly so long that something is under way when the next thing comes; now and then past every deadline. */
const waitOf = (random: Random): number =>
	random.weighted([
		[2, 0],
		[4, random.between(1, 999)],
		[6, random.between(1_000, 8_000)],
		[4, random.between(8_000, 60_000)],
		[1, random.between(60_000, 600_000)],
		[1, 31 * 60_000],
	]);
