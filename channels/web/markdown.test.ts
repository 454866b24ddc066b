import { describe, expect, it } from "vitest";
import { loadRenderer } from "./markdown.ts";

const renderer = await loadRenderer();

describe("what Steward says", () => {
	it("may have headings, lists, tables and code, without inline styles", () => {
		const html = renderer.steward("# A\n\n| x | y |\n| --: | :-: |\n| 1 | 2 |\n\n```ts\na < b\n```");
		expect(html).toContain("<h1>A</h1>");
		expect(html).toContain('<td class="align-right">1</td>');
		expect(html).toContain('<td class="align-center">2</td>');
		expect(html).toContain('<code class="language-ts">a &lt; b\n</code>');
		expect(html).not.toContain("style=");
	});

	it.each([
		"<script>alert(1)</script>",
		"<img src=x onerror=alert(1)>",
		"`<b>`",
		"[a](<javascript:alert(1)>)",
		"[a](JaVaScRiPt:alert(1))",
		"[a](data:text/html;base64,PHNjcmlwdD4=)",
		"[a](vbscript:x)",
		"[a](file:///etc/passwd)",
		"[a](//evil.example)",
		"[a](/api/logout)",
		'[a](https://example.org "\\" onclick=\\"x")',
		'```x" onload="y\n</code><script>\n```',
		'<https://example.org/"onmouseover=alert(1)>',
		'!["><script>](https://example.org/"><script>)',
	])("never becomes anything but text and safe links: %s", (markdown) => {
		for (const html of [renderer.steward(markdown), renderer.owner(markdown)]) {
			const tags = html.match(/<[^>]*>/g) ?? [];
			for (const tag of tags) {
				expect(tag).toMatch(
					/^<\/?(p|pre|a|code)( (href="https:\/\/example\.org[^"<>]*"|title="[^"<>]*"|rel="[a-z ]+"|target="_blank"|class="language-[^"<>]*"))*>$/,
				);
			}
		}
	});

	it("links to pictures instead of loading them, also within a link", () => {
		expect(renderer.steward("![cat](https://example.org/cat.png)")).toContain(
			'<a href="https://example.org/cat.png" rel="noopener noreferrer nofollow" target="_blank" title="https://example.org/cat.png">cat</a>',
		);
		expect(renderer.steward("[![cat](https://example.org/cat.png)](https://example.com)").match(/<a /g)).toHaveLength(
			1,
		);
	});

	it("shows where a link leads, and leaves names of files alone", () => {
		expect(renderer.steward("[my bank](https://evil.example)")).toContain('title="https://evil.example"');
		expect(renderer.steward("see notes.md and https://example.org")).toMatch(
			/see notes\.md and <a href="https:\/\/example\.org"/,
		);
	});
});

describe("what the owner says", () => {
	it("stays as it was typed, but for code and links", () => {
		const text = "# not a heading\n* not a list\n  1 < 2 & *that* https://example.org `x`";
		expect(renderer.owner(text)).toMatch(
			/^<p># not a heading\n\* not a list\n {2}1 &lt; 2 &amp; \*that\* <a href="https:\/\/example\.org".*<code>x<\/code><\/p>\n$/,
		);
	});
});
