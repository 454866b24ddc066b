import { describe, expect, it } from "vitest";
import type { CarriedRecords } from "./carried.ts";
import { OpeningMaker } from "./opening-maker.ts";

const NOTE = { goal: "Book it.", information: "LH2031.", problems: "None.", state: "Waits." };
const WINDOW = 8_000;

/** A maker whose owner said these things in what leaves, as event and text. */
function open(...spoken: [number, string][]) {
	const records: CarriedRecords = {
		...{ pins: [], decisions: [], todos: [], approvals: [], tasks: [], words: [], olderWords: 0 },
		covers: { firstEvent: 1, lastEvent: 30 },
	};
	const leaving = () => spoken.map(([event, text]) => ({ event, text }));
	const maker = new OpeningMaker({ read: () => records, leaving });
	const leave = { trajectoryId: 1, opening: undefined, fromEntryId: 0, beforeEntryId: 9 };
	return { maker, leave };
}

describe("an opening", () => {
	it("hands its note on to the next one, with the event up to which it was true", () => {
		const { maker, leave } = open();
		const first = maker.make(leave, { note: NOTE, until: 12 }, WINDOW);
		const second = maker.make({ ...leave, opening: first }, undefined, WINDOW);
		const third = maker.make({ ...leave, opening: second }, undefined, WINDOW);
		for (const { text, carried } of [first, second, third]) {
			expect(text).toContain("## Task goal\nBook it.");
			expect(text).toContain("written when E-12 was the newest event");
			expect(JSON.parse(carried)).toMatchObject({ note: NOTE, noteUntil: 12 });
		}
	});

	it("lets a new note take the old one's place, with what it knows", () => {
		const { maker, leave } = open();
		const first = maker.make(leave, { note: NOTE, until: 12 }, WINDOW);
		const note = { ...NOTE, goal: "Cancel it." };
		const second = maker.make({ ...leave, opening: first }, { note, until: undefined }, WINDOW);
		expect(second.text).toContain("Cancel it.");
		expect(second.text).not.toMatch(/Book it|newest event/);
		expect(JSON.parse(second.carried)).not.toHaveProperty("noteUntil");
	});

	it("carries identifiers on, and how many there was no room for over all the times", () => {
		const many = Array.from({ length: 90 }, (_, index) => `ORD-${10_000 + index}`).join(" ");
		const { maker, leave } = open([3, `for AB-77123: ${many}`]);
		const first = maker.make(leave, undefined, 2_000);
		const { identifiers, identifiersLeftOut } = JSON.parse(first.carried);
		expect(identifiers.length + identifiersLeftOut).toBe(91);
		expect(first.text).toContain(`- and ${identifiersLeftOut} more,`);
		const later = new OpeningMaker({ ...open().maker, read: () => ({ ...NO_RECORDS }), leaving: () => [] });
		const second = later.make({ ...leave, opening: first }, undefined, 2_000);
		expect(JSON.parse(second.carried)).toMatchObject({ identifiers, identifiersLeftOut });
	});

	it("carries on nothing of what an earlier version wrote in another form, or of what was erased", () => {
		const { maker, leave } = open([3, "for AB-77123"]);
		for (const carried of ["{}", '{"note":"as one text"}', "[]"]) {
			const { text } = maker.make({ ...leave, opening: { text: "", carried } }, undefined, WINDOW);
			expect(text).toContain("No model wrote a handover note");
			expect(text).toContain("- AB-77123 (E-3)");
		}
	});
});

const NO_RECORDS: CarriedRecords = {
	...{ pins: [], decisions: [], todos: [], approvals: [], tasks: [], words: [], olderWords: 0 },
	covers: undefined,
};
