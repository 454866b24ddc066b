import MarkdownIt from "markdown-it";
import { expect, it } from "vitest";
import { codeSpan } from "./code-span.ts";

it.each([
	"The safe is in the cellar",
	"[click](http://evil.example) **now** ![x](http://evil.example/x.png)",
	"ends with a backtick `",
	"`` begins with two, has ``` three",
	"<b>html</b> &amp; <!-- hidden -->",
])("shows every character of %j, and nothing of it renders", (line) => {
	const html = new MarkdownIt({ html: true, linkify: true }).renderInline(codeSpan(line));
	const shown = /^<code>(.*)<\/code>$/.exec(html)?.[1];
	expect(
		shown?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
	).toBe(line);
});
