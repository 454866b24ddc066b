import type { Alignment, Block, Cell, List, ListItem, Table } from "./document.ts";
import { readInline, type Token } from "./read-inline.ts";

/** Reads the tokens of markdown-it's block level. */
export function readBlocks(tokens: readonly Token[]): Block[] {
	return new BlockReader(tokens).blocks();
}

class BlockReader {
	readonly #tokens: readonly Token[];
	#at = 0;

	constructor(tokens: readonly Token[]) {
		this.#tokens = tokens;
	}

	/** Up to the end of what is open, and over it. */
	blocks(): Block[] {
		const blocks: Block[] = [];
		for (;;) {
			const token = this.#take();
			if (!token || token.nesting === -1) return blocks;
			const block = this.#block(token);
			if (block) blocks.push(block);
		}
	}

	#block(token: Token): Block | undefined {
		switch (token.type) {
			case "paragraph_open":
				return { kind: "paragraph", content: this.#inline() };
			case "heading_open":
				return { kind: "heading", level: Number(token.tag.slice(1)), content: this.#inline() };
			case "fence":
			case "code_block":
				return { kind: "code", language: languageOf(token.info), text: token.content.replace(/\n$/, "") };
			case "blockquote_open":
				return { kind: "quote", blocks: this.blocks() };
			case "bullet_list_open":
				return this.#list(undefined);
			case "ordered_list_open":
				return this.#list(Number(token.attrGet("start") ?? 1));
			case "table_open":
				return this.#table();
			case "hr":
				return { kind: "rule" };
			default:
				return undefined;
		}
	}

	#list(start: number | undefined): List {
		const items: ListItem[] = [];
		let tight = true;
		while (this.#take()?.type === "list_item_open") {
			const begin = this.#at;
			const blocks = this.blocks();
			const level = this.#tokens[begin]?.level;
			const own = this.#tokens.slice(begin, this.#at).filter((token) => token.level === level);
			if (own.some((token) => token.type === "paragraph_open" && !token.hidden)) tight = false;
			items.push(readTask(blocks));
		}
		return { kind: "list", start, tight, items };
	}

	#table(): Table {
		const alignments: Alignment[] = [];
		const rows: Cell[][] = [];
		for (let token = this.#take(); token && token.type !== "table_close"; token = this.#take()) {
			if (token.type === "tr_open") rows.push([]);
			if (token.type === "th_open") alignments.push(alignmentOf(token));
			if (token.type === "inline") rows.at(-1)?.push(readInline(token.children ?? []));
		}
		const [head = [], ...body] = rows;
		return { kind: "table", alignments, head, rows: body };
	}

	/** The content of a paragraph or a heading, and over its end. */
	#inline(): Cell {
		const content = readInline(this.#take()?.children ?? []);
		this.#take();
		return content;
	}

	#take(): Token | undefined {
		return this.#tokens[this.#at++];
	}
}

/** `[ ] ` or `[x] ` at the beginning of an item (https://github.github.com/gfm/#task-list-items-extension-). */
function readTask(blocks: Block[]): ListItem {
	const [first] = blocks;
	const text = first?.kind === "paragraph" ? first.content[0] : undefined;
	const box = text?.kind === "text" ? /^\[([ xX])\]\s+/.exec(text.text) : null;
	if (text?.kind !== "text" || !box) return { checked: undefined, blocks };
	text.text = text.text.slice(box[0].length);
	return { checked: box[1] !== " ", blocks };
}

/** The first word after the fence, where it can be the name of a language. */
function languageOf(info: string): string {
	const [word = ""] = info.trim().split(/\s+/);
	return /^[\w+#.-]{1,32}$/.test(word) ? word : "";
}

function alignmentOf(cell: Token): Alignment {
	const style = /text-align:(center|right)/.exec(String(cell.attrGet("style") ?? ""))?.[1];
	return style === "center" || style === "right" ? style : "left";
}
