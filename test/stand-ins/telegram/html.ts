import type { MessageEntity } from "grammy/types";
import { decodeReference } from "./html-reference.ts";
import { badRequest } from "./refusal.ts";

export interface FormattedText {
	text: string;
	/** By offset, the longer first. Offsets and lengths in UTF-16 units. */
	entities: MessageEntity[];
}

const SIMPLE_ENTITIES = {
	b: "bold",
	strong: "bold",
	i: "italic",
	em: "italic",
	u: "underline",
	ins: "underline",
	s: "strikethrough",
	strike: "strikethrough",
	del: "strikethrough",
	span: "spoiler",
	"tg-spoiler": "spoiler",
	blockquote: "blockquote",
	code: "code",
	pre: "pre",
} as const;
const isSimple = (tag: string): tag is keyof typeof SIMPLE_ENTITIES => Object.hasOwn(SIMPLE_ENTITIES, tag);

interface OpenTag {
	tag: string;
	attributes: Map<string, string>;
	offset: number;
}

/**
 * Telegram's HTML style (core.telegram.org/bots/api#html-style), as its server parses it: the same tags, the same errors.
 * @throws Refusal with Telegram's words
 */
export function parseHtml(source: string): FormattedText {
	return new HtmlParser(source).parse();
}

class HtmlParser {
	readonly #source: string;
	#at = 0;
	#text = "";
	readonly #open: OpenTag[] = [];
	readonly #entities: MessageEntity[] = [];
	readonly #languages = new Map<MessageEntity, string>();

	constructor(source: string) {
		this.#source = source;
	}

	parse(): FormattedText {
		while (this.#at < this.#source.length) {
			const character = this.#source[this.#at];
			if (character === "<") this.#readTag();
			else this.#readText(character === "&" ? decodeReference(this.#source, this.#at) : undefined);
		}
		const unclosed = this.#open.at(-1);
		if (unclosed) throw problem(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
		const entities = this.#entities.sort((a, b) => a.offset - b.offset || b.length - a.length);
		return { text: this.#text, entities };
	}

	#readText(reference: { text: string; end: number } | undefined): void {
		this.#text += reference?.text ?? this.#source[this.#at];
		this.#at = reference?.end ?? this.#at + 1;
	}

	#readTag(): void {
		const begin = this.#at;
		if (this.#source[begin + 1] === "/") this.#readEndTag(begin);
		else this.#readStartTag(begin);
	}

	#readStartTag(begin: number): void {
		this.#at = begin + 1;
		const tag = this.#take(/[^\s>]*/y).toLowerCase();
		if (this.#at === this.#source.length) throw problem(`Unclosed start tag at byte offset ${this.#byte(begin)}`);
		if (!isSimple(tag) && tag !== "a" && tag !== "tg-emoji") {
			throw problem(`Unsupported start tag "${tag}" at byte offset ${this.#byte(begin)}`);
		}
		const attributes = this.#readAttributes(tag, begin);
		if (tag === "span" && attributes.get("class") !== "tg-spoiler") {
			throw problem(`Tag "span" must have class "tg-spoiler" at byte offset ${this.#byte(begin)}`);
		}
		this.#open.push({ tag, attributes, offset: this.#text.length });
	}

	/** Reads up to and over the `>`. */
	#readAttributes(tag: string, begin: number): Map<string, string> {
		const attributes = new Map<string, string>();
		for (;;) {
			this.#take(/\s*/y);
			if (this.#take(/>/y)) return attributes;
			const name = this.#take(/[^\s=>/"']+/y);
			const where = `byte offset ${this.#byte(begin)}`;
			if (name === "") throw problem(`Empty attribute name in the tag "${tag}" at ${where}`);
			const value = this.#take(/\s*=\s*/y) ? this.#readValue() : undefined;
			if (this.#at === this.#source.length) {
				throw problem(`Unclosed start tag ${value === undefined ? `"${tag}" ` : ""}at ${where}`);
			}
			attributes.set(name.toLowerCase(), value ?? "");
		}
	}

	/** A value in quotes, or a name token: letters, digits, periods and hyphens. */
	#readValue(): string {
		const quoted = this.#take(/"[^"]*"?|'[^']*'?/y);
		if (quoted) return decodeReferences(quoted.replace(/^["']|["']$/g, ""));
		const begin = this.#at;
		const token = this.#take(/[a-z0-9.-]*/iy);
		if (/[^\s>]/y.test(this.#source.slice(this.#at, this.#at + 1))) {
			throw problem(`Unexpected end of name token at byte offset ${this.#byte(begin)}`);
		}
		return token.toLowerCase();
	}

	#readEndTag(begin: number): void {
		const open = this.#open.pop();
		if (!open) throw problem(`Unexpected end tag at byte offset ${this.#byte(begin)}`);
		this.#at = begin + 2;
		const tag = this.#take(/[^\s>]*/y).toLowerCase();
		this.#take(/\s*/y);
		if (!this.#take(/>/y)) throw problem(`Unclosed end tag at byte offset ${this.#byte(begin)}`);
		if (tag !== "" && tag !== open.tag) {
			const expected = `expected "</${open.tag}>", found "</${tag}>"`;
			throw problem(`Unmatched end tag at byte offset ${this.#byte(begin)}, ${expected}`);
		}
		const length = this.#text.length - open.offset;
		if (length > 0) this.#add(open, length);
	}

	#add(open: OpenTag, length: number): void {
		const entity = entityOf(open, length, this.#text.slice(open.offset));
		const last = this.#entities.at(-1);
		const language = last && this.#languages.get(last);
		// A block around a code that names its language is one entity.
		if (entity.type === "pre" && language && last.offset === entity.offset && last.length === length) {
			this.#entities.splice(-1, 1, { ...entity, language });
			return;
		}
		this.#entities.push(entity);
		const named = /^language-(.+)$/.exec(open.attributes.get("class") ?? "")?.[1];
		if (entity.type === "code" && named) this.#languages.set(entity, named);
	}

	#take(pattern: RegExp): string {
		pattern.lastIndex = this.#at;
		const taken = pattern.exec(this.#source)?.[0] ?? "";
		this.#at += taken.length;
		return taken;
	}

	#byte = (position: number): number => Buffer.byteLength(this.#source.slice(0, position));
}

function entityOf({ tag, attributes, offset }: OpenTag, length: number, content: string): MessageEntity {
	const range = { offset, length };
	if (tag === "a") return { type: "text_link", url: attributes.get("href") || content, ...range };
	if (tag === "tg-emoji") return { type: "custom_emoji", custom_emoji_id: attributes.get("emoji-id") ?? "", ...range };
	if (tag === "blockquote" && attributes.has("expandable")) return { type: "expandable_blockquote", ...range };
	return { type: isSimple(tag) ? SIMPLE_ENTITIES[tag] : "bold", ...range };
}

function decodeReferences(source: string): string {
	let text = "";
	for (let at = 0; at < source.length; ) {
		const reference = source[at] === "&" ? decodeReference(source, at) : undefined;
		text += reference?.text ?? source[at];
		at = reference?.end ?? at + 1;
	}
	return text;
}

const problem = (description: string) => badRequest(`can't parse entities: ${description}`);
