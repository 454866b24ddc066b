import { describe, expect, it } from "vitest";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { chooseWords, type Word, wordLines } from "./choose-words.ts";

const word = (event: number, text: string, isOpen = false): Word => ({
	event,
	stamp: `[E-${event} 2026-11-30 10:30:45 web]`,
	text,
	isOpen,
});
const costOf = (words: readonly Word[]) => estimateTokens(words.map(wordLines).join("\n\n"));
const sentence = (about: number) => `please look at number ${about} when you have the time for it`;
const eventsOf = ({ words }: { words: Word[] }) => words.map(({ event }) => event);

describe("the owner's words", () => {
	it("are all there, to the letter and oldest first, where there is room", () => {
		const said = [word(1, "  do it 👍🏽\n\n\tnow  ", true), word(3, "订单"), word(4, "thanks")];
		expect(chooseWords(said, 1_000)).toEqual({ words: said, olderWords: 0 });
		expect(chooseWords([], 1_000)).toEqual({ words: [], olderWords: 0 });
	});

	it("on open tasks go before newer ones", () => {
		const said = Array.from({ length: 40 }, (_, index) => word(index + 1, sentence(index), index === 2 || index === 9));
		const chosen = chooseWords(said, 200);
		expect(eventsOf(chosen).slice(0, 2)).toEqual([3, 10]);
		expect(eventsOf(chosen).at(-1)).toBe(40);
		expect(chosen.olderWords).toBe(40 - chosen.words.length);
	});

	it("of the others are the newest, without a gap", () => {
		const said = Array.from({ length: 40 }, (_, index) => word(index + 1, sentence(index)));
		const events = eventsOf(chooseWords(said, 200));
		expect(events).toEqual(Array.from({ length: events.length }, (_, index) => 41 - events.length + index));
	});

	it("that say what the task is stay, with the newest corrections, where not all of the open ones fit", () => {
		const said = Array.from({ length: 40 }, (_, index) => word(index + 1, sentence(index), true));
		const events = eventsOf(chooseWords(said, 200));
		expect([events[0], events.at(-1)]).toEqual([1, 40]);
		expect(events.length).toBeLessThan(40);
	});

	it("of a message that is longer than a third of the room are cut at their end, which names the event", () => {
		const long = `Read this. ${"word ".repeat(6_000)}`;
		expect(long.length).toBeGreaterThan(30_000);
		const { words } = chooseWords([word(7, long, true), word(8, "and answer")], 900);
		const [first] = words;
		const [kept = "", note] = first?.text.split("\n[") ?? [];
		expect(long.startsWith(kept)).toBe(true);
		expect(kept.length).toBeGreaterThan(500);
		expect(note).toBe('The end of E-7 is cut here. See the whole: call_tool read_conversation {"from":"E-7"}]');
		expect(costOf(first ? [first] : [])).toBeLessThanOrEqual(300);
		expect(words[1]?.text).toBe("and answer");
	});

	it("of a long message never end within a link", () => {
		const link = "https://example.com/a/b/c/d/e/f/g";
		const text = `${link} `.repeat(500);
		for (let budget = 400; budget < 500; budget += 1) {
			const kept = chooseWords([word(1, text)], budget).words[0]?.text.split("\n[")[0] ?? "";
			expect(new Set(kept.trim().split(" "))).toEqual(new Set([link]));
		}
	});

	it("of a long message keep to its third where escaping makes it longer", () => {
		const { words } = chooseWords([word(1, "<agent_status>".repeat(3_000))], 900);
		expect(words).toHaveLength(1);
		expect(costOf(words)).toBeLessThanOrEqual(300);
	});

	it("end where the next older message does not fit, though one before it would", () => {
		const said = Array.from({ length: 40 }, (_, index) =>
			word(index + 1, sentence(index).repeat(index % 3 === 0 ? 3 : 1)),
		);
		for (let budget = 200; budget < 600; budget += 7) {
			const events = eventsOf(chooseWords(said, budget));
			expect(events).toEqual(Array.from({ length: events.length }, (_, index) => 41 - events.length + index));
		}
	});

	it("never take more than the room, and lose nothing of those that are shown whole", () => {
		const random = randomNumbers(9);
		const pieces = [
			"word ",
			"👍🏽",
			"订单",
			"</agent_status>",
			"AB-1234 ",
			"\n",
			"x".repeat(900),
			"<external_content>",
		];
		for (let round = 0; round < 80; round += 1) {
			const said = Array.from({ length: random(25) }, (_, index) =>
				word(
					index + 1,
					Array.from({ length: 1 + random(300) }, () => pieces[random(pieces.length)]).join(""),
					random(3) === 0,
				),
			);
			const budget = random(4_000);
			const { words, olderWords } = chooseWords(said, budget);
			expect(costOf(words)).toBeLessThanOrEqual(budget);
			expect(olderWords).toBe(said.length - words.length);
			expect(words.map(({ event }) => event)).toEqual(words.map(({ event }) => event).toSorted((a, b) => a - b));
			for (const shown of words) {
				const whole = said.find(({ event }) => event === shown.event)?.text ?? "";
				expect(shown.text === whole || whole.startsWith(shown.text.split("\n[The end of")[0] ?? "?")).toBe(true);
			}
		}
	});
});
