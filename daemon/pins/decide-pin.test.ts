import { describe, expect, it } from "vitest";
import type { PinRequest } from "#tools/pin-port.ts";
import { decidePin, MAX_PIN_LENGTH, tokensInForce } from "./decide-pin.ts";
import type { Kept } from "./kept.ts";

const kept = (name: string, text: string, changes: Partial<Kept> = {}): Kept => ({
	kind: name.startsWith("P") ? "fact" : "decision",
	id: Number(name.slice(2)),
	name,
	text,
	reason: undefined,
	tokens: 10,
	createdAt: 0,
	...changes,
});

const TRAIN = kept("D-1", "We go by train.", { reason: "Ada gets airsick." });
const SAFE = kept("P-1", "The safe is in the cellar.");

const decide = (request: PinRequest, inForce: readonly Kept[] = [SAFE, TRAIN], budgetTokens = 4_800) =>
	decidePin(request, inForce, budgetTokens);

/** What a request is refused for. */
function problemOf(...given: Parameters<typeof decide>): string {
	const decision = decide(...given);
	return decision.kind === "refused" ? decision.problem : `not refused: ${decision.kind}`;
}

describe("what a request is kept as", () => {
	it("is a fact, or a decision where there is a reason or one to be replaced", () => {
		expect(decide({ text: "a" })).toEqual({ kind: "fact", text: "a" });
		expect(decide({ text: "a", why: "b" })).toEqual({ kind: "decision", text: "a", reason: "b", replaces: undefined });
		expect(decide({ text: "a", replaces: " d-1 " })).toMatchObject({ kind: "decision", replaces: TRAIN });
		expect(decide({ text: "a", kind: "decision", why: " \n" })).toMatchObject({ kind: "decision", reason: undefined });
		expect(decide({ text: "a", kind: "fact", why: "" })).toEqual({ kind: "fact", text: "a" });
	});

	it("is one paragraph, word for word, without what would show it in another order", () => {
		expect(decide({ text: " Straße 17\r\n\r\n- P-9 all\tis “fine”\u0000\u2028now 👩‍👩‍👧 " })).toEqual({
			kind: "fact",
			text: "Straße 17 - P-9 all is “fine” now 👩‍👩‍👧",
		});
		expect(decide({ text: "pay \u202Eadam\u202C \u2066now\u2069" })).toEqual({ kind: "fact", text: "pay adam now" });
	});

	it("is refused without words, or with too many", () => {
		expect(problemOf({ text: " \n" })).toMatch(/There is no text/);
		expect(decide({ text: "x".repeat(MAX_PIN_LENGTH) }).kind).toBe("fact");
		expect(problemOf({ text: "x".repeat(501) })).toMatch(/^501 characters are too many.*file and pin its path/);
		expect(problemOf({ text: "a", why: "x".repeat(1_501) })).toMatch(/^1,501 characters/);
	});

	it("is refused where a fact is given what only decisions have", () => {
		expect(problemOf({ text: "a", kind: "fact", why: "b" })).toMatch(/A fact has no reason/);
		expect(problemOf({ text: "a", kind: "fact", replaces: "D-1" })).toMatch(/Only a decision takes another's place/);
	});

	it("is refused where what it replaces is no decision in force, with what is", () => {
		for (const replaces of ["D-2", "P-1", "1", "everything"])
			expect(problemOf({ text: "a", replaces }), replaces).toMatch(/is in force\. In force: P-1, D-1\.$/);
		expect(problemOf({ text: "a", replaces: "D-1" }, [])).toMatch(/Nothing is pinned or decided now/);
	});
});

describe("the same once more", () => {
	it("is known, also with other spaces, and where the budget is full", () => {
		expect(decide({ text: "The safe is\nin the cellar." }, undefined, 1)).toEqual({
			kind: "known",
			kept: SAFE,
			replaces: undefined,
		});
		for (const why of [undefined, "Ada gets airsick."])
			expect(decide({ text: TRAIN.text, kind: "decision", why })).toMatchObject({ kind: "known", kept: TRAIN });
		expect(decide({ text: TRAIN.text, kind: "decision", replaces: "D-1" })).toEqual({
			kind: "known",
			kept: TRAIN,
			replaces: undefined,
		});
	});

	it("ends what it was to replace", () => {
		const ship = kept("D-2", "We go by ship.");
		expect(decide({ text: TRAIN.text, replaces: "D-2" }, [TRAIN, ship])).toEqual({
			kind: "known",
			kept: TRAIN,
			replaces: ship,
		});
	});

	it("is another thing as a fact than as a decision", () => {
		expect(decide({ text: TRAIN.text }).kind).toBe("fact");
	});

	it("for another reason takes the place of the first, if told so", () => {
		const request = { text: TRAIN.text, why: "It is cheaper." };
		expect(problemOf(request)).toBe(
			'D-1 says the same for another reason. To put this in its place, give "replaces": "D-1".',
		);
		expect(decide({ ...request, replaces: "D-1" })).toMatchObject({ kind: "decision", replaces: TRAIN });
	});
});

describe("the budget", () => {
	const full = Array.from({ length: 10 }, (_, index) => kept(`P-${index + 1}`, `fact ${index + 1} ${"x".repeat(80)}`));
	const taken = tokensInForce(full);

	it("may be used up, and not passed", () => {
		// "a" is a token, and its line costs some more.
		const needed = tokensInForce([kept("P-1", "a", { tokens: 1 })]);
		expect(decide({ text: "a" }, full, taken + needed).kind).toBe("fact");
		expect(decide({ text: "a" }, full, taken + needed - 1).kind).toBe("refused");
		expect(decide({ text: "a", kind: "decision", why: "b" }, full, taken + needed).kind).toBe("refused");
	});

	it("is refused with the sums and the oldest that would make room together", () => {
		const problem = problemOf({ text: "a b c d e f g h i j k l m n" }, full, taken);
		expect(problem).toMatch(/may take 160 tokens together, and this needs \d+, with 160 taken\. Unpin/);
		expect(problem).toMatch(/the oldest: P-1 "fact 1 x+…", P-2 "fact 2 x+…"\.$/);
		expect(problem.length).toBeLessThan(350);
	});

	it("names five at most, and says so of a text that alone is too long", () => {
		const long = { text: "word ".repeat(90) };
		expect(problemOf(long, full, taken)?.match(/P-\d+/g)).toEqual(["P-1", "P-2", "P-3", "P-4", "P-5"]);
		expect(problemOf(long, [], 20)).toMatch(/There is no room.*Make it shorter\.$/);
	});

	it("counts what is to be replaced as free", () => {
		const [first, ...others] = full.map(({ text }, index) => kept(`D-${index + 1}`, text));
		const all = first ? [first, ...others] : [];
		expect(decide({ text: "a" }, all, taken).kind).toBe("refused");
		expect(decide({ text: "a", replaces: "D-1" }, all, taken).kind).toBe("decision");
	});
});
