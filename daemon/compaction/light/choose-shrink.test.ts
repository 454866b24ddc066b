import { describe, expect, it } from "vitest";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { chooseShrink } from "./choose-shrink.ts";
import { cleanCuts } from "./clean-cuts.ts";
import { type LightEntry, withReplacements } from "./light-entry.ts";
import { placeholder, ViewBuilder, words } from "./light-fixture.ts";
import { tokensOf } from "./room.ts";

const LONG = words(200);
const fixedTokens = 100;

const shrink = (view: ViewBuilder, windowTokens: number, current = view.newestTurn) =>
	chooseShrink(view.entries, current, { fixedTokens, windowTokens }, placeholder);
const total = ({ entries }: ViewBuilder) => tokensOf(entries, { fixedTokens, windowTokens: 0 });

describe("a view that does not fit", () => {
	it("is left alone as long as it does", () => {
		const view = new ViewBuilder().turn().call(LONG);
		expect(shrink(view, total(view))).toEqual({ kind: "fits" });
	});

	it("loses whole turns, the oldest first, until half of the window is free", () => {
		const view = new ViewBuilder();
		for (let turn = 0; turn < 4; turn += 1) view.turn().call(LONG);
		expect(shrink(view, total(view) - 1)).toMatchObject({ kind: "drop-turns", firstEntryId: 10, replacements: [] });
	});

	it("never loses the running turn, which then gives its older results", () => {
		const view = new ViewBuilder().turn().call(LONG).turn();
		for (let number = 0; number < 6; number += 1) view.call(LONG);
		const decision = shrink(view, total(view) - 700);
		expect(decision).toMatchObject({ kind: "drop-turns", firstEntryId: 4 });
		expect(decision.kind === "drop-turns" && decision.replacements.map(({ entryId }) => entryId)).toEqual([6, 8, 10]);
	});

	it("never loses a turn that gave way to another one, nor a part of it", () => {
		const view = new ViewBuilder().turn().turn().call(LONG).turn().call(LONG).again(2).call(LONG);
		expect(shrink(view, total(view) - 1, new Set([2]))).toMatchObject({ firstEntryId: 2 });
		expect(shrink(view, total(view) - 1, new Set([3]))).toMatchObject({ firstEntryId: 2 });
	});

	it("keeps the results of three, two, or one of the latest messages", () => {
		const view = new ViewBuilder().turn();
		for (let number = 0; number < 5; number += 1) view.call(LONG);
		const keptOf = (windowTokens: number) => {
			const decision = shrink(view, windowTokens);
			return decision.kind === "drop-turns" ? 5 - decision.replacements.length : decision.kind;
		};
		expect([1_300, 1_100, 800, 500].map(keptOf)).toEqual([3, 2, 1, "too-large"]);
	});

	it("is too large where what must stay is", () => {
		const view = new ViewBuilder().turn(words(1_000));
		expect(shrink(view, 500)).toEqual({ kind: "too-large", tokens: total(view) });
		expect(chooseShrink([], new Set(), { fixedTokens: 600, windowTokens: 500 }, placeholder)).toEqual({
			kind: "too-large",
			tokens: 600,
		});
	});

	it("does not begin between a result that came late and what was written before it", () => {
		const view = new ViewBuilder().turn().call(LONG).turn().call(LONG);
		const [, , result, event] = view.entries;
		// The result of the first turn's call was written after the event of the second.
		if (result && event)
			view.entries.splice(2, 2, { ...result, id: event.id }, { ...event, id: result.id, groupId: result.id });
		expect(cleanCuts(view.entries)).toEqual([0]);
	});
});

type Random = (below: number) => number;

/** What may come next in a view. */
const STEPS: readonly ((view: ViewBuilder, text: string, random: Random) => unknown)[] = [
	(view, text) => view.turn(text),
	// A turn that gave way goes on.
	(view, _text, random) => view.again(1 + random(Math.max(...view.entries.map(({ turnId }) => turnId)))),
	(view, text) => view.event(text),
	(view, text) => view.mail(text),
	(view, text) => view.notice(text),
	...Array.from({ length: 4 }, (_, calls) => (view: ViewBuilder, text: string, random: Random) => {
		view.message();
		for (let call = 0; call < calls; call += 1) view.result(text, { outside: random(3) === 0 });
	}),
];

function viewAtRandom(random: Random): ViewBuilder {
	const view = new ViewBuilder().turn();
	for (let step = 0; step < 3 + random(40); step += 1)
		STEPS[random(STEPS.length)]?.(view, words(1 + random(random(4) === 0 ? 800 : 60)), random);
	return view;
}

it("always ends smaller, within the window, and in one piece, or says that it can't", () => {
	const kinds = new Set<string>();
	for (let seed = 0; seed < 1_500; seed += 1) {
		const random = randomNumbers(seed);
		const view = viewAtRandom(random);
		const newest = Math.max(...view.entries.map(({ turnId }) => turnId));
		const current = new Set([newest, ...(random(3) === 0 ? [1 + random(newest)] : [])]);
		const room = { fixedTokens, windowTokens: Math.floor((total(view) * (20 + random(90))) / 100) };
		const decision = chooseShrink(view.entries, current, room, placeholder);
		kinds.add(decision.kind);
		if (decision.kind === "fits") expect(total(view)).toBeLessThanOrEqual(room.windowTokens);
		if (decision.kind === "too-large") expect(decision.tokens).toBeGreaterThan(room.windowTokens);
		if (decision.kind !== "drop-turns") continue;
		// A view is all that was written from an entry on.
		const after = withReplacements(view.entries, decision.replacements).filter(({ id }) => id >= decision.firstEntryId);
		expect(tokensOf(after, room)).toBe(decision.tokensAfter);
		expect(decision.tokensAfter).toBeLessThan(decision.tokensBefore);
		expect(decision.tokensAfter).toBeLessThanOrEqual(room.windowTokens);
		expect(after).toHaveLength(view.entries.length - view.entries.findIndex(({ id }) => id === decision.firstEntryId));
		expectInOnePiece(view.entries, after, current);
	}
	expect(kinds).toEqual(new Set(["fits", "too-large", "drop-turns"]));
});

function expectInOnePiece(before: LightEntry[], after: LightEntry[], current: ReadonlySet<number>): void {
	const groups = (entries: LightEntry[], groupId: number) =>
		entries.filter((entry) => entry.groupId === groupId).length;
	for (const { groupId } of after) expect(groups(after, groupId)).toBe(groups(before, groupId));
	const turns = new Set(after.map(({ turnId }) => turnId));
	for (const turn of turns) {
		const of = (entries: LightEntry[]) => entries.filter(({ turnId }) => turnId === turn).length;
		expect(of(after)).toBe(of(before));
	}
	for (const entry of before.filter(({ turnId }) => current.has(turnId))) {
		const shown = after.find(({ id }) => id === entry.id);
		expect(shown).toBeDefined();
		if (entry.kind !== "result") expect(shown).toBe(entry);
	}
	for (const entry of after) if (entry.kind === "assistant" || !isMadeByOthers(entry)) expect(before).toContain(entry);
}

const isMadeByOthers = ({ kind, outside, replaced }: LightEntry): boolean =>
	kind === "result" || outside || replaced === "cleared";
