import { describe, expect, it } from "vitest";
import type { Identifier } from "#daemon/compaction/carried.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { identifierLine, mergeIdentifiers } from "./merge-identifiers.ts";

const merge = (earlier: Identifier[], leaving: [number, string][], budgetTokens = 1_000) =>
	mergeIdentifiers(
		earlier,
		leaving.map(([event, text]) => ({ event, text })),
		budgetTokens,
	);
const textsOf = ({ identifiers }: ReturnType<typeof merge>) => identifiers.map(({ text }) => text);

describe("the identifiers that are carried on", () => {
	it("keep where they were first seen, and count the events that name them", () => {
		const { identifiers, leftOut } = merge(
			[{ text: "AB-1234", event: 3, uses: 2 }],
			[
				[20, "AB-1234 again, AB-1234, and LH2031"],
				[21, "LH2031 and AB-1234"],
			],
		);
		expect(identifiers).toEqual([
			{ text: "AB-1234", event: 3, uses: 4 },
			{ text: "LH2031", event: 20, uses: 2 },
		]);
		expect(leftOut).toBe(0);
	});

	it("are ranked by use, then by age, with dates and amounts last", () => {
		const earlier = [
			{ text: "2026-11-30", event: 1, uses: 9 },
			{ text: "NEW-2222", event: 9, uses: 1 },
			{ text: "OLD-1111", event: 2, uses: 1 },
		];
		expect(textsOf(merge(earlier, [[12, "XY-3333 and 5,50 EUR"]]))).toEqual([
			"OLD-1111",
			"NEW-2222",
			"XY-3333",
			"2026-11-30",
			"5,50 EUR",
		]);
		expect(textsOf(merge(earlier, [[12, "NEW-2222"]]))[0]).toBe("NEW-2222");
	});

	it("are the same, also where case or a digit differs, only to the letter", () => {
		expect(textsOf(merge([{ text: "AB-1234", event: 1, uses: 1 }], [[2, "ab-1234 and AB-12345"]]))).toHaveLength(3);
	});

	it("that do not fit are counted, and a short one still fits after a long one", () => {
		const long = `https://example.com/${"abc1".repeat(200)}`;
		const { identifiers, leftOut } = merge([], [[1, `${long} and AB-1234`]], 30);
		expect([identifiers.map(({ text }) => text), leftOut]).toEqual([["AB-1234"], 1]);
		expect(merge([{ text: "AB-1234", event: 1, uses: 1 }], [], 0)).toEqual({ identifiers: [], leftOut: 1 });
	});

	it("of day one survive a year of compactions to the letter, within the budget each time", () => {
		const random = randomNumbers(3);
		const first = "https://shop.example/o/AB-1234?x=Ä1, anna@b.example, +49 30 1234567, 9fceb02d0ae598e9";
		const budget = 600;
		let { identifiers } = merge([], [[1, first]], budget);
		const ofDayOne = identifiers.map(({ text }) => text);
		expect(ofDayOne).toHaveLength(4);
		for (let event = 2; event < 400; event += 1) {
			const text = Array.from({ length: random(30) }, () => `AB-${1_000 + random(9_000)}`).join(" ");
			({ identifiers } = merge(identifiers, [[event, text]], budget));
			expect(estimateTokens(identifiers.map(identifierLine).join("\n"))).toBeLessThanOrEqual(budget);
		}
		expect(identifiers.map(({ text }) => text)).toEqual(expect.arrayContaining(ofDayOne));
		for (const text of ofDayOne) expect(first).toContain(text);
	});
});
