import { expect, it } from "vitest";
import { findUrls } from "./find-urls.ts";

const found = (text: string) => findUrls(text).map(({ url }) => url);

it.each([
	["See https://a.example/x?y=1&z=2#f.", "https://a.example/x?y=1&z=2#f"],
	["(https://a.example/x_(y))", "https://a.example/x_(y)"],
	["**https://a.example/x**", "https://a.example/x"],
	["<https://a.example/x,y.>", "https://a.example/x,y."],
	["[t](https://a.example/x(y)z 'title')", "https://a.example/x(y)z"],
	["![t](https://a.example/x.png)", "https://a.example/x.png"],
	["[t](<https://a.example/x y>)", "https://a.example/x"],
	["[1]: https://a.example/x", "https://a.example/x"],
	['<a href="https://a.example/x,">t</a>', "https://a.example/x,"],
	["<img src='https://a.example/x?a=b.'>", "https://a.example/x?a=b."],
	["看https://a.example/x，谢谢", "https://a.example/x"],
	["HTTP://A.example/X", "HTTP://A.example/X"],
	["https://a.example/?to=https://b.example/", "https://a.example/?to=https://b.example/"],
	["read example.org/page, then", "https://example.org/page"],
	["www.a-b.example:8080?x=1", "https://www.a-b.example:8080?x=1"],
	["münchen.example", "https://münchen.example"],
])("finds the one address in %s", (text, url) => {
	expect(found(text)).toEqual([url]);
});

it.each([
	"xhttps://a.example",
	"https:// a",
	"bob@example.org",
	"1.2.3",
	"e.g. this",
	"a. b",
	"mailto:x",
	"C:\\a.exe\\b",
])("finds none in %s", (text) => {
	expect(found(text)).toEqual([]);
});

it("tells where each stands, in order", () => {
	const text = "first b.example, then <https://a.example/>.";
	expect(findUrls(text).map(({ start, end, bare }) => [text.slice(start, end), bare])).toEqual([
		["b.example", true],
		["https://a.example/", false],
	]);
});

it("never takes less than stands there as one word", () => {
	// Were a part enough, a model could add what it likes to an address that was once read.
	for (const tail of [
		"/x",
		"?q=1",
		"&r=2",
		"%20",
		"/x.y",
		"-z",
		"@b.example",
		":81/",
		"//",
		";a=1",
		",b",
		"!c",
		"'d",
		"*e",
	]) {
		const url = `https://a.example/p${tail}${/[./,!'*]$/.test(tail) ? "end" : ""}`;
		expect(found(`see ${url} now`)).toEqual([url]);
	}
});

it("reads a long text of many addresses in a moment", () => {
	const text = `${"https://a.example/x ".repeat(20_000)}${"a.".repeat(50_000)}${"(".repeat(50_000)}https://b.example/${")".repeat(50_000)}`;
	const begin = performance.now();
	expect(found(text).length).toBeGreaterThan(20_000);
	expect(performance.now() - begin).toBeLessThan(2_000);
});
