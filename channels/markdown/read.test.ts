import { expect, it } from "vitest";
import type { Inline } from "./document.ts";
import { loadMarkdownReader } from "./read.ts";

const read = await loadMarkdownReader();

const text = (words: string): Inline => ({ kind: "text", text: words });
const paragraph = (...content: Inline[]) => ({ kind: "paragraph", content });

it("reads the inline forms, and each only once inside itself", () => {
	const content = read("a **b *c* __d__** ~~e~~ `f  g` [h](https://h.example 'title') ![i *j*](k.png)\nl  \nm");
	expect(content).toEqual([
		paragraph(
			text("a "),
			{ kind: "strong", content: [text("b "), { kind: "emphasis", content: [text("c")] }, text(" d")] },
			text(" "),
			{ kind: "strikethrough", content: [text("e")] },
			text(" "),
			{ kind: "code", text: "f  g" },
			text(" "),
			{ kind: "link", url: "https://h.example", content: [text("h")] },
			text(" "),
			{
				kind: "image",
				url: "k.png",
				content: [text("i "), { kind: "emphasis", content: [text("j")] }],
			},
			{ kind: "break", hard: false },
			text("l"),
			{ kind: "break", hard: true },
			text("m"),
		),
	]);
});

it("reads headings, quotes, code, rules", () => {
	expect(read("## a\n\n> b\n> > c\n\n```ts title=x\n1 <2\n\n```\n\n---\n")).toEqual([
		{ kind: "heading", level: 2, content: [text("a")] },
		{ kind: "quote", blocks: [paragraph(text("b")), { kind: "quote", blocks: [paragraph(text("c"))] }] },
		{ kind: "code", language: "ts", text: "1 <2\n" },
		{ kind: "rule" },
	]);
});

it("reads lists with their numbers, boxes and empty lines", () => {
	expect(read("7. a\n8. b\n   - [ ] c\n   - [x] d\n")).toEqual([
		{
			kind: "list",
			start: 7,
			tight: true,
			items: [
				{ checked: undefined, blocks: [paragraph(text("a"))] },
				{
					checked: undefined,
					blocks: [
						paragraph(text("b")),
						{
							kind: "list",
							start: undefined,
							tight: true,
							items: [
								{ checked: false, blocks: [paragraph(text("c"))] },
								{ checked: true, blocks: [paragraph(text("d"))] },
							],
						},
					],
				},
			],
		},
	]);
	expect(read("- a\n\n- b\n")).toMatchObject([{ kind: "list", tight: false }]);
});

it("reads tables with a row for each line and a cell for each column", () => {
	expect(read("| a | b |\n| :- | -: |\n| *c* |\n")).toEqual([
		{
			kind: "table",
			alignments: ["left", "right"],
			head: [[text("a")], [text("b")]],
			rows: [[[{ kind: "emphasis", content: [text("c")] }], []]],
		},
	]);
});

it("takes tags for text, and addresses for links as they are written", () => {
	expect(read("<b>x</b> https://a.example/b%20c_d_e <mailto:a@b.example> notes.md")).toEqual([
		paragraph(
			text("<b>x</b> "),
			{ kind: "link", url: "https://a.example/b%20c_d_e", content: [text("https://a.example/b%20c_d_e")] },
			text(" "),
			{ kind: "link", url: "mailto:a@b.example", content: [text("mailto:a@b.example")] },
			text(" notes.md"),
		),
	]);
});

it("keeps the address of a definition that no link names", () => {
	expect(read("See [one].\n\n[one]: https://1.example\n[Two]: https://2.example")).toMatchObject([
		{ content: [text("See "), { kind: "link", url: "https://1.example" }, text(".")] },
		{ content: [text("[two]: "), { kind: "link", url: "https://2.example" }] },
	]);
});

it("keeps the words of what is nested deeper than can be read", () => {
	expect(read(`${"> ".repeat(150)}deep`)).toEqual([paragraph(text(`${"> ".repeat(150)}deep`))]);
});

it("replaces half a surrogate pair", () => {
	expect(read("a\ud83db 😀")).toEqual([paragraph(text("a\ufffdb 😀"))]);
});
