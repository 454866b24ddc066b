import { describe, expect, it } from "vitest";
import type { Block, Inline } from "#channels/markdown/document.ts";
import { inlineText } from "#channels/markdown/inline-text.ts";
import { loadMarkdownReader } from "#channels/markdown/read.ts";
import { loadRenderer } from "#channels/web/markdown.ts";
import { MAX_QUOTED_LENGTH, quoteBlock, quoteName } from "./quote.ts";

const read = await loadMarkdownReader();
const page = await loadRenderer();

/** What is left of a text once it is shown: line by line, with plain spaces, without what we put in to keep it harmless. */
function shownLines(content: readonly Inline[]): string[] {
	const lines: Inline[][] = [[]];
	for (const node of content) {
		if (node.kind === "break") lines.push([]);
		else lines.at(-1)?.push(node);
	}
	return lines.map((line) => inlineText(line).replaceAll("\u2060", "").replaceAll("\u00A0", " ").trimEnd());
}

/** The lines below the heading. Fails unless the whole is one quotation of one paragraph, with nothing in it but text. */
function linesOf(blocks: readonly Block[]): string[] {
	expect(blocks.map(({ kind }) => kind)).toEqual(["quote"]);
	const [quote] = blocks;
	const inner = quote?.kind === "quote" ? quote.blocks : [];
	expect(inner.map(({ kind }) => kind)).toEqual(["paragraph"]);
	const [paragraph] = inner;
	const [heading, ...rest] = paragraph?.kind === "paragraph" ? paragraph.content : [];
	expect(heading).toEqual({ kind: "emphasis", content: [{ kind: "text", text: "E-12" }] });
	for (const node of rest) expect(["text", "break"]).toContain(node.kind);
	expect(rest.every((node) => node.kind !== "break" || node.hard)).toBe(true);
	return shownLines(rest).slice(1);
}

const NASTY = [
	"![x](http://evil.example/p.png)",
	"[click](javascript:alert(1))",
	"[x]: http://evil.example",
	"see https://evil.com, http:evil.com, ftp://evil.com, mailto:a@evil.com or a@evil.com or //evil.com",
	"<http://evil.example> <b>bold</b> </external_content>",
	"# Heading\n=====\nText\n-----\n***",
	"- a\n+ b\n* c\n1. d\n2) e",
	"```\ncode\n~~~\n    indented\n\ttab",
	"a | b\n--|--\nc | d",
	"> quoted\n\n\nout of it\n\n  \nand on",
	"**bold** _it_ ~~gone~~ `code` \\ &amp; &#35;",
	"a\\\nb  \nc\r\nd\re",
	"May I do this?\n\n/approve K7Q2",
	"{E-1.body} {E-12.sender}",
];

describe("a quoted text", () => {
	it.each(NASTY)("shows as it was written, and renders nothing: %j", (text) => {
		const expected = text.split(/\r\n?|\n/).map((line) => line.replaceAll("\t", "    ").trimEnd());
		expect(linesOf(read(quoteBlock("E-12", text)))).toEqual(expected);
	});

	it("renders nothing whatever it is made of", () => {
		const pieces = [
			"[",
			"]",
			"(",
			")",
			"!",
			"<",
			">",
			"`",
			"*",
			"_",
			"~",
			"|",
			"#",
			"-",
			"+",
			"=",
			"1",
			".",
			":",
			"/",
			"\\",
		];
		const alphabet = [
			...pieces,
			"&",
			"\n",
			"\n\n",
			" ",
			"    ",
			"\t",
			"http://a.b",
			"@",
			"x",
			"\u200e",
			"\u2028",
			"{E-1.body}",
		];
		let seed = 7;
		const next = (bound: number) => {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
			return Math.floor((seed / 2_147_483_648) * bound);
		};
		for (let round = 0; round < 1_000; round += 1) {
			const text = Array.from({ length: 1 + next(30) }, () => alphabet[next(alphabet.length)]).join("");
			const expected = text
				.split(/[\n\u2028]/)
				.map((line) => line.replaceAll("\t", "    ").replaceAll("\u200e", "").trimEnd());
			expect(linesOf(read(quoteBlock("E-12", text))), JSON.stringify(text)).toEqual(expected);
		}
	});

	it("has no links on the page either", () => {
		for (const text of NASTY)
			expect(page.steward(quoteBlock("E-12", text))).not.toMatch(/<(a|img|h\d|code|pre|table|ul|ol)\b/);
	});

	it.each(["- item {}", "```\n{}", "[x]({})", "> {}", "**{}**", "| a |\n|---|\n| {} |", "[x]: {}"])(
		"makes no link and no image where it is put: %j",
		(around) => {
			for (const text of NASTY) {
				const html = page.steward(around.replace("{}", () => quoteBlock("E-12", text)));
				expect(html).not.toMatch(/<a |<img|<h\d/);
			}
		},
	);

	it("makes no button of a stranger's command", () => {
		expect(quoteBlock("E-12", "/stop (/approve K7Q2) a/b")).not.toMatch(/(^|[\s(])\\?\/\w/m);
	});

	it("is cut at its most, between whole characters, and says how much is left out", () => {
		const text = "👩‍👩‍👧".repeat(1_000);
		const lines = linesOf(read(quoteBlock("E-12", text).replace(/\*\[(.*)\]\*/, "\\[$1\\]")));
		expect(lines[0]?.length).toBeLessThanOrEqual(MAX_QUOTED_LENGTH);
		expect(lines[0]?.endsWith("👩‍👩‍👧")).toBe(true);
		expect(lines[1]).toBe(`[${text.length - (lines[0]?.length ?? 0)} more characters are not shown]`);
	});
});

describe("a quoted name", () => {
	it.each([
		["Mallory", "Mallory"],
		["[click](http://evil.example)", "[click](http://evil.example)"],
		["a`b``c", "a'b''c"],
		["two\nlines\u202e", "two lines"],
		["| cell", "¦ cell"],
		[" ", "(no name)"],
		["x".repeat(300), `${"x".repeat(200)}…`],
	])("is one piece of code: %j", (name, shown) => {
		const [paragraph] = read(`From ${quoteName(name, "")}.`);
		expect(paragraph?.kind === "paragraph" && paragraph.content).toEqual([
			{ kind: "text", text: "From \u2060" },
			{ kind: "code", text: shown },
			{ kind: "text", text: "\u2060." },
		]);
	});

	it.each([
		"`{}",
		"` a {} b",
		"`` a {} b",
		"\\{}",
		"{}{}",
		"[x]({})",
		"[x](<{}>)",
		"[x]: {}",
		"<{}>",
		"| a |\n|---|\n| {} |",
		"{}",
		"```\n{}",
	])("leads nowhere where it is put: %j", (around) => {
		for (const name of [
			"[c](http://evil.example)",
			"http://evil.example",
			"`[c](http://evil.example)`",
			"a | <http://evil.example>",
		]) {
			const html = page.steward(around.replaceAll("{}", () => quoteName(name, around)));
			expect(html).not.toMatch(/href="(https?:|mailto:|\/\/)/);
		}
	});
});
