import { expect, it } from "vitest";
import { render } from "./render.ts";
import { splitText } from "./split.ts";
import { message } from "./test-kit.ts";

/** Characters of one, two and many code points, of both directions, and what separates words and paragraphs. */
const ALPHABET = [
	...[
		"a",
		"Z",
		"0",
		"é",
		"e\u0301",
		"n\u0303\u0323",
		"ß",
		"中",
		"。",
		"ก็",
		"שׁ",
		"لا",
		"مرحبا",
		"\u200f",
		"한",
		"ᄒ\u1161\u11ab",
	],
	...["😀", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "🇫🇷", "1️⃣", "𝒳", "\u{1F469}\u200d\u{1F4BB}"],
	...[" ", " ", " ", "\n", "\n\n", "\r\n", ". ", "! ", "\t", " \u0301", "\u00a0", "longer words to fill a line with, "],
];

/** A generator of numbers in [0, 1) that is the same for the same seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function randomText(seed: number, longest: number): string {
	const random = seeded(seed);
	const few = ALPHABET.filter(() => random() < 0.4);
	const length = Math.floor(random() * longest);
	let text = "";
	while (text.length < length) text += few[Math.floor(random() * few.length)] ?? "x";
	return text;
}

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const unmarked = (part: string) => part.replace(/^\(\d+\/\d+\)\n/, "");

it("keeps 1,000 random texts whole, in parts that Telegram takes", () => {
	for (let seed = 1; seed <= 1000; seed++) {
		const text = `x${randomText(seed, 14_000)}`;
		const parts = render(message({ text }));
		expect(parts).toEqual(render(message({ text })));
		expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(4096);
		expect(parts.length === 1 ? text : parts.map(unmarked).join("")).toBe(text);
	}
});

it("never cuts a character that people see as one", () => {
	for (let seed = 1; seed <= 300; seed++) {
		const text = randomText(seed, 600);
		const starts = new Set(Array.from(segmenter.segment(text), ({ index }) => index));
		let start = 0;
		for (const piece of splitText(text, 50)) {
			expect(piece.length).toBeLessThanOrEqual(50);
			if (start > 0 && start < text.length) expect(starts, `seed ${seed}, at ${start}`).toContain(start);
			start += piece.length;
		}
		expect(start).toBe(text.length);
	}
});

it.each([
	{ place: "a paragraph", text: "One. Two.\n\nThree four five.", pieces: ["One. Two.\n\n", "Three four five."] },
	{ place: "a line", text: "One. Two two\nThree. four", pieces: ["One. Two two\n", "Three. four"] },
	{ place: "a sentence", text: "One two three. Four five six", pieces: ["One two three. ", "Four five six"] },
	{ place: "a word", text: "one two three four five six seven", pieces: ["one two three four ", "five six seven"] },
	{ place: "a character", text: "x".repeat(30), pieces: ["x".repeat(20), "x".repeat(10)] },
	{
		place: "a Chinese sentence",
		text: `${"中".repeat(14)}。${"文".repeat(10)}`,
		pieces: [`${"中".repeat(14)}。`, "文".repeat(10)],
	},
])("cuts at $place where it can", ({ text, pieces }) => {
	expect(splitText(text, 20)).toEqual(pieces);
});

it("cuts a character that is longer than a part, but no surrogate pair", () => {
	const monster = `${"\u{1F469}\u200d".repeat(40)}\u{1F469}`;
	const pieces = splitText(monster, 20);
	expect(pieces.join("")).toBe(monster);
	for (const piece of pieces) expect(piece).not.toMatch(/\p{Surrogate}/u);
});

it("marks parts only where there are several", () => {
	expect(render(message({ text: "x".repeat(4000) }))).toEqual(["x".repeat(4000)]);
	expect(render(message({ text: "x".repeat(4001) })).map((part) => part.slice(0, 6))).toEqual(["(1/2)\n", "(2/2)\n"]);
});

it("replaces half a surrogate pair, which Telegram would refuse", () => {
	expect(render(message({ text: "a\ud83db 😀" }))).toEqual(["a\ufffdb 😀"]);
});

it("says what to type beside the buttons", () => {
	const choices = [{ label: "Allow", action: "approve:K7Q2", command: "/approve K7Q2" }];
	expect(render(message({ text: "May I?", choices }))).toEqual(["May I?\n\nOr type: /approve K7Q2 (Allow)"]);
});

it("makes a part of every attachment, so that each is one call", () => {
	expect(render(message({ text: "Here", attachments: ["a.txt", "b.png"] }))).toHaveLength(3);
	expect(render(message({ text: "", attachments: ["a.txt"] }))).toHaveLength(1);
});
