import { describe, expect, it } from "vitest";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { decideNext, type NextStep, type RoundResult } from "./decide-next.ts";
import { overcomeBy, RECOVERIES, type RecoveryPath } from "./recovery.ts";
import { complete, cut, malformed, round } from "./round-fixture.ts";
import { inMessage } from "./stalls/calls-fixture.ts";
import { detectStall, type StallReading } from "./stalls/detect-stall.ts";
import type { FinishedCall } from "./stalls/finished-call.ts";

type Random = (below: number) => number;

const TURNS = 1_500;
/** Longer than all breakers together let an idle model go on. */
const MAX_ROUNDS = 40;

/** A round of a model that does nothing useful: it calls nothing but what ends turns, and often not even that. */
function randomRound(random: Random): RoundResult {
	const outcomes = [complete(), complete("Next I …"), complete(), cut, malformed];
	const openEvents = random(3) === 0 ? [] : [1, 2].slice(random(2));
	const settles = { tool: "reply", succeeded: true, settles: true };
	return round({
		outcome: outcomes[random(outcomes.length)] ?? cut,
		calls: random(3) === 0 ? [settles] : [],
		openEvents,
		pendingEvents: openEvents.slice(random(3)),
		openTodos: random(2) === 0 ? [] : [{ id: 1, text: "write", state: "pending" }],
		isWaiting: random(4) === 0,
	});
}

/** Runs a turn as the loop does: a reminder is counted, and an answer that shows a trouble over clears its counter. */
function runTurn(random: Random): { steps: NextStep[]; tried: Record<string, number>[] } {
	const recoveries: Record<string, number> = {};
	const steps: NextStep[] = [];
	const tried: Record<string, number>[] = [];
	while (steps.length < MAX_ROUNDS) {
		const next = { ...randomRound(random), recoveries: { ...recoveries } };
		for (const path of overcomeBy(next.outcome)) delete recoveries[path];
		const step = decideNext({ ...next, recoveries: { ...recoveries } });
		tried.push({ ...recoveries });
		steps.push(step);
		if (step.kind !== "remind") break;
		recoveries[step.path] = (recoveries[step.path] ?? 0) + 1;
	}
	return { steps, tried };
}

describe(`${TURNS} turns of a model that does nothing useful`, () => {
	const turns = Array.from({ length: TURNS }, (_, seed) => ({ seed, ...runTurn(randomNumbers(seed)) }));

	it("never put the model back on a path whose breaker is open", () => {
		const tooOften = turns.flatMap(({ seed, steps, tried }) =>
			steps.flatMap((step, index) => {
				if (step.kind !== "remind") return [];
				const before = tried[index]?.[step.path] ?? 0;
				return before < RECOVERIES[step.path].atMost ? [] : [`seed ${seed}, round ${index}: ${step.path}`];
			}),
		);
		expect(tooOften).toEqual([]);
	});

	it("use every path that asks the model again, to its last try", () => {
		const most = new Map<RecoveryPath, number>();
		for (const { steps, tried } of turns)
			for (const [index, step] of steps.entries())
				if (step.kind === "remind")
					most.set(step.path, Math.max(most.get(step.path) ?? 0, (tried[index]?.[step.path] ?? 0) + 1));
		const asking = Object.entries(RECOVERIES).filter(([, { does }]) => does === "ask-again");
		expect(Object.fromEntries(most)).toEqual(Object.fromEntries(asking.map(([path, { atMost }]) => [path, atMost])));
	});
});

const reply = { tool: "reply", succeeded: true, settles: true };
const TROUBLES: Partial<Record<RecoveryPath, RoundResult>> = {
	"output-limit": round({ outcome: cut, openEvents: [1] }),
	"malformed-answer": round({ outcome: malformed, openEvents: [1] }),
	"empty-answer": round({ outcome: complete(), openEvents: [1] }),
	unanswered: round({ calls: [reply], openEvents: [1] }),
	"open-todos": round({ calls: [reply], openTodos: [{ id: 1, text: "write", state: "pending" }] }),
};

it.each(Object.entries(TROUBLES))("ends %s by itself after its last try, without the model", (path, result) => {
	const { atMost, afterwards } = RECOVERIES[path as RecoveryPath];
	const stepAfter = (count: number) => decideNext({ ...result, recoveries: { [path]: count } });
	for (let count = 0; count < atMost; count++) expect(stepAfter(count)).toMatchObject({ kind: "remind", path });
	const end = { kind: "end", end: { kind: afterwards === "fail" ? "failed" : "done" } };
	for (const count of [atMost, atMost + 1, atMost + 9]) expect(stepAfter(count)).toMatchObject(end);
});

/** Calls at random until the turn is stopped; each with what was read after it, and how many of the last 13 are like it. */
function runCalls(random: Random): { kind: StallReading["kind"]; alike: number }[] {
	const choice = 2 + random(5);
	const calls: FinishedCall[] = [];
	const read: { kind: StallReading["kind"]; alike: number }[] = [];
	while (calls.length < MAX_ROUNDS && read.at(-1)?.kind !== "stop") {
		const pick = random(choice);
		calls.push(...inMessage(calls.length + 1, { tool: "grep", arguments: { pick }, result: `hit ${pick}` }));
		const newest = calls.at(-1)?.argumentsDigest;
		const alike = calls.slice(-13).filter(({ argumentsDigest }) => argumentsDigest === newest).length;
		read.push({ kind: detectStall(calls).kind, alike });
	}
	return read;
}

describe(`${TURNS} turns of calls from a small choice`, () => {
	const readings = Array.from({ length: TURNS }, (_, seed) => runCalls(randomNumbers(seed))).flat();
	const alikeAt = (kind: StallReading["kind"]) =>
		[...new Set(readings.filter((reading) => reading.kind === kind).map(({ alike }) => alike))].sort();

	it("are noticed from the third call that is alike on, and end at the fifth, never before", () => {
		expect(alikeAt("none")).toEqual([1, 2]);
		expect(alikeAt("notice")).toEqual([3, 4]);
		expect(alikeAt("stop")).toEqual([5]);
	});
});
