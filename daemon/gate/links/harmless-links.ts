import type { Block, Inline } from "#channels/markdown/document.ts";
import { inlineText } from "#channels/markdown/inline-text.ts";
import type { MarkdownReader } from "#channels/markdown/read.ts";
import { parseUrl } from "#core/parse-url.ts";
import { type Clickable, defanged, findClickable } from "./find-clickable.ts";
import { hasWords, isSafeIn, leavesOf } from "./leaves.ts";
import { writeMarkdown } from "./write-markdown.ts";

/**
 * Makes a text that a model wrote under outside content one that opens and loads nothing by itself: each address that is not
 * known becomes code, written so that no client makes a link of it; its words stay. Images are links at best. Names of files
 * and mail addresses, of which some clients make links, become code as they are. A text without any of these stays as it is.
 *
 * Doing it twice changes nothing. What comes of it is read again, and shown as mere code should something be left.
 * @param isKnown whether somebody else than the model wrote this address
 * @param read as the channels read Markdown
 * @returns `changed`: how many addresses became mere text
 */
export function harmlessLinks(
	markdown: string,
	isKnown: (url: string) => boolean,
	read: MarkdownReader,
): { text: string; changed: number } {
	const defuser = new Defuser(isKnown);
	const document = read(markdown);
	const blocks = defuser.blocks(hasWords(document) ? document : [asParagraph(markdown)]);
	if (!defuser.touched && !defuser.isAddressIn(markdown)) return { text: markdown, changed: 0 };
	const text = writeMarkdown(blocks);
	const check = new Defuser(isKnown);
	const again = read(text);
	check.blocks(hasWords(again) ? again : [asParagraph(text)]);
	if (!check.touched && !check.isAddressIn(text)) return { text, changed: defuser.changed };
	return { text: asMereCode(markdown), changed: Math.max(1, defuser.changed) };
}

const asParagraph = (text: string): Block => ({ kind: "paragraph", content: [{ kind: "text", text }] });

/** Known or not: each address that becomes text may be a part of another one then. */
function asMereCode(markdown: string): string {
	const defuser = new Defuser(() => false);
	let text = markdown;
	for (let round = 0; round < MAX_ROUNDS && defuser.isAddressIn(text); round++) text = defuser.code(text);
	if (defuser.isAddressIn(text)) text = text.replaceAll(":", "[:]").replaceAll(".", "[.]");
	return writeMarkdown([{ kind: "code", language: "", text }]);
}

const MAX_ROUNDS = 4;

const LINE_BREAK: Inline = { kind: "break", hard: false };

/** Goes through one text, and counts. */
class Defuser {
	changed = 0;
	/** Something is not as it was. */
	touched = false;
	readonly #isKnown: (url: string) => boolean;

	constructor(isKnown: (url: string) => boolean) {
		// The script of a page reads the fragment, and it may hold anything: with one, an address is not what was written.
		this.#isKnown = (url) => !url.includes("#") && isKnown(url);
	}

	blocks(blocks: readonly Block[]): Block[] {
		return blocks.map((block) => this.#block(block));
	}

	/** As terminals find them: in the source, whatever Markdown makes of it. */
	isAddressIn(source: string): boolean {
		return this.#unknownIn(source).some(isInCode);
	}

	/** Code is a link nowhere but in a terminal, which knows addresses by their scheme. */
	code(text: string): string {
		return this.#replaced(text, this.#unknownIn(text).filter(isInCode), (address) => address).join("");
	}

	#block(block: Block): Block {
		switch (block.kind) {
			case "paragraph":
			case "heading":
				return { ...block, content: this.#content(block.content) };
			case "code":
				return { ...block, text: this.code(block.text) };
			case "quote":
				return { ...block, blocks: this.blocks(block.blocks) };
			case "list":
				return { ...block, items: block.items.map((item) => ({ ...item, blocks: this.blocks(item.blocks) })) };
			case "table":
				return {
					...block,
					head: block.head.map((cell) => this.#content(cell)),
					rows: block.rows.map((row) => row.map((cell) => this.#content(cell))),
				};
			default:
				return block;
		}
	}

	/** One address may be spread over words with different looks: then the looks go. */
	#content(content: readonly Inline[]): Inline[] {
		const safe = content.flatMap((node) => this.#node(node));
		const leaves = leavesOf(safe);
		const text = leaves.map((leaf) => leaf.text).join("");
		const isSpread = this.#unknownIn(text).some((hit) => !leaves.some((leaf) => isSafeIn(leaf, hit)));
		if (!isSpread) return safe;
		this.touched = true;
		return text.split("\n").flatMap((line, index) => [...(index > 0 ? [LINE_BREAK] : []), ...this.#text(line)]);
	}

	#node(node: Inline): Inline[] {
		switch (node.kind) {
			case "text":
				return this.#text(node.text);
			case "code":
				return [{ ...node, text: this.code(node.text) }];
			case "break":
				return [node];
			case "link":
			case "image":
				return this.#link(node.kind, node.url, node.content);
			default:
				return [{ ...node, content: node.content.flatMap((child) => this.#node(child)) }];
		}
	}

	#link(kind: "link" | "image", address: string, content: readonly Inline[]): Inline[] {
		const [page = ""] = address.split("#");
		if (page === address || !this.#isKnown(page)) return this.#wholeLink(kind, address, content);
		this.touched = true;
		const isItself = isSame(inlineText(content), address);
		return this.#wholeLink(kind, page, isItself ? [{ kind: "text", text: page }] : content);
	}

	#wholeLink(kind: "link" | "image", url: string, content: readonly Inline[]): Inline[] {
		const words = inlineText(content);
		const isItself = words === "" || isSame(words, url);
		if (this.#isKnown(url)) {
			if (kind === "link" && (isItself || findClickable(words).length === 0))
				return [{ kind, url, content: this.#label(content) }];
			this.touched = true;
			const link: Inline = { kind: "link", url, content: [{ kind: "text", text: url }] };
			if (isItself) return [link];
			if (findClickable(words).length === 0) return [{ ...link, content: [...content] }];
			// Words that are another address would say that it leads elsewhere.
			return [...this.#label(content), { kind: "text", text: " (" }, link, { kind: "text", text: ")" }];
		}
		this.touched = true;
		const address: Inline = { kind: "code", text: defanged(url) };
		if (url === "") return this.#label(content);
		const asWritten = isItself ? this.#text(words) : [];
		if (asWritten.some((node) => node.kind === "code")) return asWritten;
		if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) this.changed++;
		if (isItself) return [address];
		return [...this.#label(content), { kind: "text", text: " (" }, address, { kind: "text", text: ")" }];
	}

	#label(content: readonly Inline[]): Inline[] {
		return content.flatMap((node) => this.#node(node));
	}

	#text(text: string): Inline[] {
		const parts = this.#replaced<Inline | string>(text, this.#unknownIn(text), (address) => ({
			kind: "code",
			text: address,
		}));
		return parts.flatMap((part) =>
			typeof part !== "string" ? [part] : part === "" ? [] : [{ kind: "text", text: part }],
		);
	}

	#replaced<Part>(text: string, hits: readonly Clickable[], make: (address: string) => Part): (string | Part)[] {
		const parts: (string | Part)[] = [];
		let at = 0;
		for (const { kind, start, end } of hits) {
			const address = kind === "mail" ? text.slice(start, end) : defanged(text.slice(start, end));
			if (address !== text.slice(start, end)) this.changed++;
			parts.push(text.slice(at, start), make(address));
			at = end;
			this.touched = true;
		}
		return [...parts, text.slice(at)];
	}

	#unknownIn(text: string): Clickable[] {
		return findClickable(text).filter(({ urls }) => !urls.some(this.#isKnown));
	}
}

/** Whether words are an address as it was written, which the reader encodes. */
const isSame = (words: string, url: string): boolean =>
	words === url || (parseUrl(words)?.href ?? words) === parseUrl(url)?.href;

const isInCode = ({ kind }: Clickable): boolean => kind === "url";
