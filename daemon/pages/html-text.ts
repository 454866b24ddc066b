import type { FormatCallback, HtmlToTextOptions } from "html-to-text";
import { parseUrl } from "#core/parse-url.ts";
import { truncate } from "#core/truncate.ts";
import { parsePublicUrl } from "#daemon/gate/urls/public-url.ts";
import { cleanTree, type PageNode, type TreeFacts } from "./clean-tree.ts";

/** Beyond this a page would hold up everything else while it is laid out; what comes then is left out. In UTF-16 units. */
export const MAX_HTML_CHARACTERS = 1_000_000;
/** Tags that are open at a time. The parser's own time grows with their square. */
const MAX_OPEN_TAGS = 5_000;
/** Elements in elements that are laid out. */
const MAX_DEPTH = 150;

const MAX_TITLE_CHARACTERS = 200;
const MAX_ALT_CHARACTERS = 100;
/** Longer ones carry what only their server understands. */
const MAX_LINK_CHARACTERS = 500;

/** Around all of the page. One in the page itself is treated like it. */
const ROOT = "steward-page";

export interface HtmlText {
	title: string;
	text: string;
	/** In the program's words. */
	notes: string[];
}

/**
 * Makes readable text of a page, much like Markdown: headings, lists, links with their whole addresses. What a browser would not
 * show is left out, and counted.
 * @param url where it came from; relative links count from there
 */
export async function htmlToText(html: string, url: string): Promise<HtmlText> {
	const source = html.slice(0, MAX_HTML_CHARACTERS);
	const cut = source.length < html.length ? [FIRST_PART] : [];
	if (openTags(source) > MAX_OPEN_TAGS) {
		return { title: "", text: withoutTags(source), notes: [...cut, TOO_NESTED] };
	}
	const { convert } = await import("html-to-text");
	const page = new PageFormat(url);
	const text = convert(`<${ROOT}>${source}`, page.options());
	const { facts } = page;
	return {
		title: truncate(facts.title, MAX_TITLE_CHARACTERS),
		text: text
			.replace(/[ \t]+$/gm, "")
			.replace(/\n{3,}/g, "\n\n")
			.trim(),
		notes: [...(cut.length === 0 && facts.isCut ? [FIRST_PART] : cut), ...notesOn(facts)],
	};
}

const FIRST_PART = "the page is very long: only its first part was read";
const TOO_NESTED = "the page is built too strangely to tell what is hidden in it: all of its words are shown";

function notesOn({ hidden, comments }: TreeFacts): string[] {
	const notes: string[] = [];
	if (hidden > 0) notes.push(hidden === 1 ? "1 hidden part was left out" : `${hidden} hidden parts were left out`);
	if (comments > 0) notes.push(comments === 1 ? "1 comment was left out" : `${comments} comments were left out`);
	return notes;
}

/** The most tags that are open at a time, counted roughly. */
function openTags(html: string): number {
	let open = 0;
	let most = 0;
	for (const { 1: slash } of html.matchAll(
		/<(\/?)(?!(?:br|img|input|meta|link|hr|wbr|area|base|col|source)\b)[a-z]/gi,
	)) {
		open = slash === "" ? open + 1 : Math.max(0, open - 1);
		most = Math.max(most, open);
	}
	return most;
}

const withoutTags = (html: string): string =>
	html
		.replace(/<[^<>]*>/g, " ")
		.replace(/[ \t\r]+/g, " ")
		.replace(/\s*\n\s*/g, "\n")
		.trim();

/** How the elements of one page become text. */
class PageFormat {
	facts: TreeFacts = { title: "", base: undefined, hidden: 0, comments: 0, isCut: false };
	readonly #url: string;

	constructor(url: string) {
		this.#url = url;
	}

	options(): HtmlToTextOptions {
		const heading = (level: number) => ({ selector: `h${level}`, format: "hashes", options: { level } });
		return {
			wordwrap: false,
			// As HTML has it: characters that nobody sees are for `visible` to count.
			whitespaceCharacters: " \t\r\n\f",
			limits: { maxDepth: MAX_DEPTH, ellipsis: "…", maxInputLength: 0 },
			baseElements: { selectors: [ROOT], returnDomByDefault: false },
			formatters: { page: this.#page, link: this.#link, picture, hashes, row, cell },
			selectors: [
				{ selector: ROOT, format: "page" },
				{ selector: "a", format: "link" },
				{ selector: "img", format: "picture" },
				...[1, 2, 3, 4, 5, 6].map(heading),
				{ selector: "table", format: "block" },
				{ selector: "tr", format: "row" },
				{ selector: "td", format: "cell" },
				{ selector: "th", format: "cell" },
				{ selector: "ul", options: { itemPrefix: "- " } },
				{ selector: "hr", options: { length: 3 } },
			],
		};
	}

	readonly #page: FormatCallback = (element, walk, builder) => {
		const facts = cleanTree(element as PageNode);
		// There may be several, where the page holds such a tag itself.
		this.facts = {
			title: this.facts.title || facts.title,
			base: this.facts.base ?? facts.base,
			hidden: this.facts.hidden + facts.hidden,
			comments: this.facts.comments + facts.comments,
			isCut: this.facts.isCut || facts.isCut,
		};
		walk(element.children, builder);
	};

	/** The whole address stands behind the words, so that it can be read as it is. */
	readonly #link: FormatCallback = (element, walk, builder) => {
		walk(element.children, builder);
		const address = this.#addressOf(String(element.attribs?.href ?? ""));
		if (address !== undefined) builder.addInline(` <${address}>`, { noWordTransform: true });
	};

	#addressOf(href: string): string | undefined {
		if (href === "" || href.startsWith("#")) return undefined;
		const mail = /^mailto:([^\s<>?]{3,200})/i.exec(href)?.[1];
		if (mail !== undefined) return mail;
		const base = this.facts.base === undefined ? undefined : parseUrl(this.facts.base, this.#url);
		const target = parseUrl(href, base ?? this.#url);
		const address = target && parsePublicUrl(target.href);
		if (address?.kind !== "public" || address.url.length > MAX_LINK_CHARACTERS) return undefined;
		return address.url;
	}
}

const picture: FormatCallback = (element, _walk, builder) => {
	const alt = truncate(
		String(element.attribs?.alt ?? "")
			.replace(/\s+/g, " ")
			.trim(),
		MAX_ALT_CHARACTERS,
	);
	if (alt !== "") builder.addInline(`[image: ${alt}]`);
};

const hashes: FormatCallback = (element, walk, builder, options) => {
	builder.openBlock({ leadingLineBreaks: 2 });
	builder.addInline(`${"#".repeat(Number(options.level))} `);
	walk(element.children, builder);
	builder.closeBlock({ trailingLineBreaks: 2 });
};

const row: FormatCallback = (element, walk, builder) => {
	builder.openBlock({ leadingLineBreaks: 1 });
	walk(element.children, builder);
	builder.closeBlock({ trailingLineBreaks: 1 });
};

const cell: FormatCallback = (element, walk, builder) => {
	walk(element.children, builder);
	builder.addInline(" | ");
};
