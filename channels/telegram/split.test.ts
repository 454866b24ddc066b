import { expect, it } from "vitest";
import { loadMarkdownReader } from "#channels/markdown/read.ts";
import { formatRange, stretches } from "./formatted-text.ts";
import { layOut, plainParagraph } from "./layout.ts";
import { renderParts } from "./render.ts";
import { split } from "./split.ts";
import { message } from "./test-kit.ts";
import { randomMarkdown } from "./test-markdown.ts";

const read = await loadMarkdownReader();
/** Little, but enough for every link with its address. */
const ROOM = 1_100;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The texts of a rendered message. */
const render = (fields: Parameters<typeof message>[0]) =>
	renderParts(message(fields), read).map((part) => (part.kind === "text" ? part.text : part.path));

/** The pieces that fit into `length` units each. */
function pieces(markdown: string, length: number, entities = 100): string[] {
	const rendered = layOut(read(markdown));
	return split(rendered, { length, entities }).map(({ start, end }) => rendered.text.slice(start, end));
}

it("never cuts a character that people see as one, nor a link, nor one style, where they fit", () => {
	for (let seed = 1; seed <= 300; seed++) {
		const { text, runs, units } = layOut(read(randomMarkdown(seed, 40_000).slice(0, 8000)));
		const starts = new Set(Array.from(graphemes.segment(text), ({ index }) => index)).add(text.length);
		const cut = split({ text, runs, units }, { length: ROOM, entities: 100 });
		for (const { start, end } of cut) {
			expect(end - start, `seed ${seed}`).toBeLessThanOrEqual(ROOM);
			expect(starts, `seed ${seed}, at ${end}`).toContain(end);
			expect(starts, `seed ${seed}, at ${start}`).toContain(start);
		}
		const marks = ["address", "code", "bold", "italic", "strikethrough", "link"] as const;
		const ranges = marks.flatMap((mark) => stretches(runs, mark));
		const links = stretches(runs, "link");
		const short = ranges.filter((range) => {
			const inside = links.filter(({ start, end }) => start < range.end && end > range.start);
			const addresses = inside.map(({ style }) => ` (${style.link})`).join("");
			return range.end - range.start + addresses.length <= ROOM;
		});
		for (const range of short) {
			const inside = cut.filter(({ start, end }) => start < range.end && end > range.start);
			expect(inside.length, `seed ${seed}, at ${range.start}`).toBeLessThanOrEqual(1);
		}
	}
});

it.each([
	{ place: "a paragraph", text: "One. Two.\n\nThree four five.", pieces: ["One. Two.", "Three four five."] },
	{ place: "a line", text: "One. Two two\nThree. four", pieces: ["One. Two two", "Three. four"] },
	{ place: "a sentence", text: "One two three. Four five six", pieces: ["One two three.", "Four five six"] },
	{ place: "a word", text: "one two three four five six seven", pieces: ["one two three four", "five six seven"] },
	{ place: "a character", text: "x".repeat(30), pieces: ["x".repeat(20), "x".repeat(10)] },
	{
		place: "a Chinese sentence",
		text: `${"中".repeat(14)}。${"文".repeat(10)}`,
		pieces: [`${"中".repeat(14)}。`, "文".repeat(10)],
	},
])("cuts at $place where it can", ({ text, pieces: expected }) => {
	expect(pieces(text, 20)).toEqual(expected);
});

it.each([
	{ what: "a paragraph", text: "one\n\ntwo two two. two two", pieces: ["one", "two two two. two two"] },
	{ what: "an item of a list", text: "- one\n- two two two, two", pieces: ["• one", "• two two two, two"] },
	{
		what: "a heading and what it is about",
		text: "one one one\n\n# two\n\nthree three",
		pieces: ["one one one", "two\n\nthree three"],
	},
	{ what: "a link", text: "aaaa bbbb [cc cc cc](http://c.io)", pieces: ["aaaa bbbb", "cc cc cc"] },
	{ what: "a style", text: "aaaa bbbb cc **dddd eeee ff**", pieces: ["aaaa bbbb cc", "dddd eeee ff"] },
	{ what: "a block of code", text: "one\n```\na b\nc d\n```", pieces: ["one\n\na b\nc d"] },
	{ what: "an address", text: "see this: http://example.org/a.b", pieces: ["see this:", "http://example.org/a.b"] },
])("keeps $what together where it fits", ({ text, pieces: expected }) => {
	expect(pieces(text, 22)).toEqual(expected);
});

it("fills a part with the beginning of what fits nowhere", () => {
	expect(pieces(`one\n\n${"two ".repeat(8)}`, 22)).toEqual(["one\n\ntwo two two two", "two two two two"]);
	expect(pieces(`- one\n- ${"two ".repeat(8)}`, 22)).toEqual(["• one\n• two two two", "two two two two two"]);
	expect(pieces(`one one one one\n\n${"two ".repeat(8)}`, 22)[0]).toBe("one one one one");
});

it("leaves no sign of an item behind where the item goes on to the next part", () => {
	const items = "aaa\n\n- bbbb bbbb bbbb bb\n\n  cccc cccc cccc";
	expect(pieces(items, 22)).toEqual(["aaa", "• bbbb bbbb bbbb bb", "   cccc cccc cccc"]);
	const deeper = "aaa\n\n- - bbbb bbbb bbbb\n\n    cccc cccc cccc";
	expect(pieces(deeper, 22)).toEqual(["aaa", "• ◦ bbbb bbbb bbbb", "      cccc cccc cccc"]);
});

it("cuts code between its lines, and goes on with it as code of the same language", () => {
	const rendered = layOut(read("Run:\n```sh\necho one two\n  echo three\necho four\n```\nDone"));
	const parts = split(rendered, { length: 24, entities: 100 }).map(({ start, end }) =>
		formatRange(rendered.text, rendered.runs, start, end),
	);
	expect(parts).toEqual([
		{ text: "Run:\n\necho one two", entities: [{ type: "pre", language: "sh", offset: 6, length: 12 }] },
		{ text: "  echo three\necho four", entities: [{ type: "pre", language: "sh", offset: 0, length: 22 }] },
		{ text: "Done", entities: [] },
	]);
});

it("cuts before there are more entities than Telegram shows", () => {
	const parts = renderParts(message({ text: "`a` **b** ".repeat(120) }), read);
	expect(parts.map((part) => part.kind === "text" && part.entities.length)).toEqual([100, 100, 40]);
});

it("leaves room for the addresses of links, in case that they have to be written out", () => {
	const link = `[x](https://example.org/${"y".repeat(470)}) `;
	expect(renderParts(message({ text: link.repeat(17) }), read)).toHaveLength(3);
});

it("cuts a character that is longer than a part, but no surrogate pair", () => {
	const monster = `${"\u{1F469}\u200d".repeat(40)}\u{1F469}`;
	const rendered = layOut([plainParagraph(monster)]);
	const cut = split(rendered, { length: 20, entities: 100 }).map(({ start, end }) => monster.slice(start, end));
	expect(cut.join("")).toBe(monster);
	for (const piece of cut) expect(piece).not.toMatch(/\p{Surrogate}/u);
});

it("marks parts only where there are several", () => {
	expect(render({ text: "x".repeat(4000) })).toEqual(["x".repeat(4000)]);
	expect(render({ text: "x".repeat(4001) }).map((part) => part.slice(0, 6))).toEqual(["(1/2)\n", "(2/2)\n"]);
});

it("gives the same parts each time, since a number of a part outlives a crash", () => {
	for (let seed = 1; seed <= 50; seed++) {
		const text = randomMarkdown(seed, 30_000);
		expect(render({ text })).toEqual(render({ text }));
	}
});

it("replaces half a surrogate pair, which Telegram would refuse", () => {
	expect(render({ text: "a\ud83db 😀" })).toEqual(["a\ufffdb 😀"]);
});

it("says what to type beside the buttons, in words that are no Markdown", () => {
	const choices = [{ label: "Allow *it*", action: "approve:K7Q2", command: "/approve K7Q2" }];
	expect(render({ text: "May I?", choices })).toEqual(["May I?\n\nOr type: /approve K7Q2 (Allow *it*)"]);
});

it("makes a part of every attachment, so that each is one call", () => {
	expect(render({ text: "Here", attachments: ["a.txt", "b.png"] })).toEqual(["Here", "a.txt", "b.png"]);
	expect(render({ text: "", attachments: ["a.txt"] })).toEqual(["a.txt"]);
});

it("sends words where there would be nothing to see", () => {
	expect(render({ text: "\u200b" })).toEqual(["(empty message)"]);
	expect(render({ text: "```\n```" })).toEqual(["```\n```"]);
});
