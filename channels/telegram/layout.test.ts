import { describe, expect, it } from "vitest";
import { loadMarkdownReader } from "#channels/markdown/read.ts";
import { readEntities } from "#test/stand-ins/telegram/entities.ts";
import { judgeText } from "#test/stand-ins/telegram/judge.ts";
import { showText } from "#test/stand-ins/telegram/show-text.ts";
import { renderParts } from "./render.ts";
import { message } from "./test-kit.ts";

const read = await loadMarkdownReader();

/** What a person sees, with signs for styles (see `showText`). Lines as a list, so that the picture can be read here. */
function seen(...markdown: string[]): string[] {
	const parts = renderParts(message({ text: markdown.join("\n") }), read);
	return parts.flatMap((part) => {
		if (part.kind !== "text") return [];
		const shown = judgeText({ text: part.text, entities: readEntities(part.entities) });
		return showText(shown).split("\n");
	});
}

it("shows a whole answer as one reads it on a phone", () => {
	const picture = seen(
		"## Your week",
		"You have **three** appointments, one of them *moved*. The [agenda](https://example.org/agenda) says:",
		"",
		"- Monday, 9:00: dentist, bring `card.pdf`",
		"- Wednesday: call with ~~sales~~ ops",
		"  1. the **new** price",
		"  2. who pays",
		"     - [ ] ask Ada",
		"     - [x] ask Bob",
		"",
		"| What | When | Cost |",
		"| :--- | :---: | ---: |",
		"| Dentist | Mon | 80.00 |",
		"| 電車 | Wed | 12.50 |",
		"",
		"```ts",
		"if (a < b) {",
		"\treturn '<b>';",
		"}",
		"```",
		"",
		"> You wrote: *never again*.",
		">",
		"> > Was that so?",
		"",
		"---",
		"Details: https://example.org/x_y_z",
		"![The chart](https://example.org/chart.png)",
	);
	expect(picture).toEqual([
		"**Your week**",
		"",
		"You have **three** appointments, one of them _moved_. The [agenda](https://example.org/agenda) says:",
		"",
		"• Monday, 9:00: dentist, bring `card.pdf`",
		"• Wednesday: call with ~~sales~~ ops",
		"   1. the **new** price",
		"   2. who pays",
		"      ☐ ask Ada",
		"      ☑ ask Bob",
		"",
		"⟦",
		"What     When   Cost",
		"───────  ────  ─────",
		"Dentist  Mon   80.00",
		"電車     Wed   12.50",
		"⟧",
		"",
		"⟦ts",
		"if (a < b) {",
		"    return '<b>';",
		"}",
		"⟧",
		"",
		"❝You wrote: _never again_.",
		"",
		"> Was that so?❞",
		"",
		"──────────",
		"",
		"Details: https://example.org/x_y_z",
		"[The chart](https://example.org/chart.png)",
	]);
});

it("shows a table that is too wide for a phone, or has links, row by row", () => {
	const picture = seen(
		"| City | Forecast for tomorrow | Wear |",
		"| --- | --- | --- |",
		"| Berlin | Heavy rain until noon, then cloudy | *Boots* |",
		"| 東京 | Sunny | [Hat](https://hat.example) |",
	);
	expect(picture).toEqual([
		"City: **Berlin**",
		"Forecast for tomorrow: Heavy rain until noon, then cloudy",
		"Wear: _Boots_",
		"",
		"City: **東京**",
		"Forecast for tomorrow: Sunny",
		"Wear: [Hat](https://hat.example)",
	]);
});

it("keeps one empty line between paragraphs, and line breaks as they are", () => {
	expect(seen("a", "b  ", "c", "", "", "", "d")).toEqual(["a", "b", "c", "", "d"]);
	expect(seen("- a", "", "- b", "", "  more", "  - c")).toEqual(["• a", "", "• b", "", "   more", "   ◦ c"]);
});

it("puts blocks into lists without losing what begins their lines", () => {
	expect(seen("1. Do:", "   ```", "   x", "   ```", "   > why", "2. - a", "3. ```", "   y", "   ```")).toEqual([
		...["1. Do:", "⟦", "x", "⟧", "   > why"],
		...["2. ◦ a", "3. ", "⟦", "y", "⟧"],
	]);
});

describe("a link", () => {
	it.each([
		["to a host on this machine", "[ops](http://localhost:3000/a)", "ops (http://localhost:3000/a)"],
		["to a file", "[the notes](notes.md)", "the notes (notes.md)"],
		["of another kind", "[run](javascript:alert(1))", "run (javascript:alert(1))"],
		["with a wrong port", "[x](https://a.example:99999/)", "x (https://a.example:99999/)"],
		["with a login", "[x](https://u:p@a.example)", "x (https://u:p@a.example)"],
		["to an address of mail", "[Ada](mailto:ada@b.example) <ada@b.example>", "Ada (ada@b.example) ada@b.example"],
		["to a person at Telegram", "[Ada](tg://user?id=1)", "Ada (tg://user?id=1)"],
		["in Telegram", "[Ada](tg://resolve?domain=ada)", "[Ada](tg://resolve?domain=ada)"],
		["without words", "[](https://a.example/b)", "https://a.example/b"],
		[
			"that is its own label",
			"<https://a.example> [https://c.example](https://c.example)",
			"https://a.example https://c.example",
		],
		["around code", "[`npm`](https://npm.example)", "[npm](https://npm.example)"],
		["around a picture", "[![b](https://i.example)](https://a.example)", "[b](https://a.example) (https://i.example)"],
		["that nothing names", "[1]: https://a.example", "[1]: https://a.example"],
	])("%s keeps its address", (_which, markdown, expected) => {
		expect(seen(markdown)).toEqual([expected]);
	});
});

it("treats tags, rings and tabs as Telegram would show them best", () => {
	expect(seen("<b>not bold</b> &lt;i&gt; A\u030angstro\u0308m\u2028x\ty")).toEqual([
		"<b>not bold</b> <i> Ångstro\u0308m",
		"x y",
	]);
});

it("never gives code another style, nor a style twice", () => {
	expect(seen("**a `b` __c__ *d***")).toEqual(["**a **`b` **c _d_**"]);
});
