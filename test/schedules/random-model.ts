import { sleep } from "#core/clock.ts";
import type { FailureCause, Model, ModelOutcome, ModelRequest, ProposedCall } from "#daemon/model/port.ts";
import type { Shown } from "./check-request.ts";
import { createRandom, type Random } from "./random.ts";
import { randomCall, sensibleCalls } from "./random-calls.ts";
import type { Life, World } from "./world.ts";

const USAGE = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, estimated: false };
const MODEL = "random";

/** What a stream may be silent before the model port gives it up. */
const IDLE_MS = 60_000;

/** What the model will say, and when. */
interface Answer {
	afterMs: number;
	/** Undefined where the stream falls silent. */
	outcome: ModelOutcome | undefined;
}

/** A model that does anything that a model may do, by the seed; a sensible one where the schedule says so. */
export const mainModel = (life: () => Life): Model => ({
	async complete(request, signal) {
		const { world, clock } = life();
		if (life().disk.isDead) return never();
		const { number, shown } = world.requests.check(request);
		if (signal.aborted) world.problems.push(`request ${number} is made though its turn was cut off`);
		const { afterMs, outcome } = answerTo(number, shown, world);
		const says = outcome ? describe(outcome) : "falls silent";
		world.note(
			`  request ${number}: turn ${request.turnId}, open ${shown.open.join(" ")} -> ${says} after ${afterMs} ms`,
		);
		if (afterMs > 0) await sleep(clock, afterMs, signal);
		if (life().disk.isDead) return never();
		if (signal.aborted) world.note(`  request ${number} is aborted`);
		return signal.aborted ? { kind: "aborted" } : (outcome ?? failure("unreachable"));
	},
});

function answerTo(number: number, shown: Shown, world: World): Answer {
	if (world.isSensibleAt(number)) return { afterMs: 1, outcome: complete("", sensibleCalls(shown)) };
	const random = createRandom(world.schedule.seed, number);
	if (random.chance(0.03)) return { afterMs: IDLE_MS, outcome: undefined };
	return { afterMs: thinkingTime(random), outcome: anyOutcome(random, shown, () => world.nextToken()) };
}

/** Says at random what a message means for the work under way. */
export const lightModel = (life: () => Life): Model => ({
	async complete(_request: ModelRequest, signal) {
		const { world, clock, disk } = life();
		if (disk.isDead) return never();
		const random = createRandom(world.schedule.seed, world.nextClassification(), 5);
		await sleep(clock, random.pick([1, 500, 1_400, 4_000]), signal);
		if (life().disk.isDead) return never();
		if (signal.aborted) return { kind: "aborted" };
		const word = world.isSensible
			? "queue"
			: random.pick(["queue", "queue", "cancel", "parallel", "parallel", "what?"]);
		world.note(`  the light model says ${word}`);
		return complete(word, []);
	},
});

const never = () => new Promise<never>(() => undefined);

const thinkingTime = (random: Random): number =>
	random.weighted([
		[3, 0],
		[5, random.between(1, 4_000)],
		[2, random.between(4_000, 30_000)],
	]);

function anyOutcome(random: Random, shown: Shown, token: () => string): ModelOutcome {
	const kind = random.weighted([
		[24, "calls" as const],
		[3, "text" as const],
		[1, "empty" as const],
		[1, "length" as const],
		[1, "refusal" as const],
		[1, "malformed" as const],
		[2, "failed" as const],
	]);
	switch (kind) {
		case "calls": {
			const calls = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 4]) }, () => randomCall(random, shown, token));
			return complete(random.chance(0.2) ? "thinking aloud" : "", calls);
		}
		case "text":
			return complete(`text ${token()}`, []);
		case "empty":
			return complete(random.pick(["", " \n"]), []);
		case "length":
			return { kind, text: "too lo", usage: USAGE, model: MODEL };
		case "refusal":
			return { kind, text: "no", usage: USAGE, model: MODEL };
		case "malformed":
			return { kind, problem: "a call without a name", model: MODEL };
		case "failed":
			return failure(random.pick(["unreachable", "rate-limited", "broken", "rejected", "billing"]));
	}
}

const complete = (text: string, calls: ProposedCall[]): ModelOutcome => ({
	kind: "complete",
	text,
	calls,
	usage: USAGE,
	model: MODEL,
});

const failure = (cause: FailureCause): ModelOutcome => ({
	kind: "failed",
	cause,
	problem: `It is ${cause}.`,
	remedy: "Wait.",
});

function describe(outcome: ModelOutcome): string {
	if (outcome.kind !== "complete") return outcome.kind === "failed" ? `failed (${outcome.cause})` : outcome.kind;
	const calls = outcome.calls.map(({ tool, rawArguments }) => `${tool} ${rawArguments}`);
	return [...(outcome.text === "" ? [] : [JSON.stringify(outcome.text)]), ...calls].join("; ") || "nothing";
}
