import { describe, expect, it } from "vitest";
import { decideEpoch, type Weight } from "./decide-epoch.ts";

const WINDOW = 1_000;
const FIXED = 100;

/** Turn after turn of one event, one message with a call, and its result. */
function turns(...sizes: number[]): Weight[] {
	return sizes.flatMap((tokens, index) => {
		const first = index * 10 + 1;
		const entry = { turnId: index + 1, tokens: tokens / 3 };
		return [
			{ ...entry, id: first, groupId: first, isResult: false },
			{ ...entry, id: first + 1, groupId: first + 1, isResult: false },
			{ ...entry, id: first + 2, groupId: first + 1, isResult: true },
		];
	});
}

describe("the window", () => {
	it("keeps everything while it fits", () => {
		expect(decideEpoch(turns(300, 300), 2, FIXED, WINDOW)).toEqual({ kind: "keep" });
	});

	it("drops whole turns, the oldest first, until half is free", () => {
		expect(decideEpoch(turns(300, 300, 300), 3, FIXED, WINDOW)).toMatchObject({
			kind: "begin",
			firstEntryId: 21,
			clearResultsBefore: 0,
		});
	});

	it("never drops the running turn", () => {
		expect(decideEpoch(turns(300, 750), 2, FIXED, WINDOW)).toMatchObject({
			kind: "begin",
			firstEntryId: 11,
			clearResultsBefore: 0,
		});
	});

	it("clears the older results of a running turn that fills the window alone", () => {
		const calls = Array.from({ length: 8 }, (_, index) => [
			{ id: index * 2 + 2, turnId: 1, groupId: index * 2 + 2, isResult: false, tokens: 10 },
			{ id: index * 2 + 3, turnId: 1, groupId: index * 2 + 2, isResult: true, tokens: 120 },
		]).flat();
		const entries = [{ id: 1, turnId: 1, groupId: 1, isResult: false, tokens: 10 }, ...calls];
		expect(decideEpoch(entries, 1, FIXED, WINDOW)).toMatchObject({
			kind: "begin",
			firstEntryId: 1,
			clearResultsBefore: 12,
		});
	});

	it("says so when even that does not fit: such a request must not leave", () => {
		expect(
			decideEpoch([{ id: 1, turnId: 1, groupId: 1, isResult: false, tokens: 5_000 }], 1, FIXED, WINDOW),
		).toMatchObject({ kind: "too-large" });
	});

	it("always shrinks", () => {
		for (const sizes of [[900], [500, 500], [30, 870], [200, 200, 200, 200, 200]]) {
			const entries = turns(...sizes);
			const decision = decideEpoch(entries, sizes.length, FIXED, WINDOW);
			if (decision.kind !== "begin") continue;
			const isSmaller = decision.firstEntryId > 1 || decision.clearResultsBefore > 0;
			expect(isSmaller).toBe(true);
		}
	});
});
