import { describe, expect, it } from "vitest";
import { parseHtml } from "./html.ts";

describe("Telegram's HTML", () => {
	it("becomes text and entities in UTF-16 units", () => {
		expect(parseHtml('👋 <b>bold <i>both</i></b> <a href="https://example.org/?a=1&amp;b=2">link</a>')).toEqual({
			text: "👋 bold both link",
			entities: [
				{ type: "bold", offset: 3, length: 9 },
				{ type: "italic", offset: 8, length: 4 },
				{ type: "text_link", url: "https://example.org/?a=1&b=2", offset: 13, length: 4 },
			],
		});
	});

	it("knows four named references and all numbers; others stay as they are", () => {
		expect(parseHtml("&lt;&gt;&amp;&quot;&#39;&#x1F44B;&nbsp;&copy;& a").text).toBe("<>&\"'👋&nbsp;&copy;& a");
	});

	it("takes every tag of the documentation", () => {
		const tags = [
			"b",
			"strong",
			"i",
			"em",
			"u",
			"ins",
			"s",
			"strike",
			"del",
			"code",
			"pre",
			"blockquote",
			"tg-spoiler",
		];
		for (const tag of tags) expect(parseHtml(`<${tag}>x</${tag}>`).entities).toHaveLength(1);
		expect(parseHtml('<pre><code class="language-ts">x</code></pre>').entities).toEqual([
			{ type: "pre", language: "ts", offset: 0, length: 1 },
		]);
		expect(parseHtml('<span class="tg-spoiler">x</span>').entities[0]?.type).toBe("spoiler");
		expect(parseHtml("<blockquote expandable>x</blockquote>").entities[0]?.type).toBe("expandable_blockquote");
	});

	it.each([
		["<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 0'],
		["ü<br/>", 'Unsupported start tag "br/" at byte offset 2'],
		["I <3", "Unclosed start tag at byte offset 2"],
		["1 < 2", 'Unsupported start tag "" at byte offset 2'],
		["<b>x", 'Can\'t find end tag corresponding to start tag "b"'],
		["x</b>", "Unexpected end tag at byte offset 1"],
		["<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
		["<b>x</b", "Unclosed end tag at byte offset 4"],
		['<a href="x', "Unclosed start tag at byte offset 0"],
		["<a href", 'Unclosed start tag "a" at byte offset 0'],
		['<a "x">', 'Empty attribute name in the tag "a" at byte offset 0'],
		["<a href=http://x>", "Unexpected end of name token at byte offset 8"],
		["<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
	])("refuses %s", (source, description) => {
		expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${description}`);
	});
});
