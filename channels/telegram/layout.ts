import type { Block, Inline, List, ListItem } from "#channels/markdown/document.ts";
import { expandTabs } from "./clean-text.ts";
import { writeInline } from "./layout-inline.ts";
import { writeTable } from "./layout-table.ts";
import { type Rendered, Writer } from "./writer.ts";

const BULLETS = ["•", "◦", "▪"];
const RULE = "──────────";
const INDENTATION = "   ";

/** Where a block stands. */
interface Place {
	/** Lists around it. */
	depth: number;
	/** Inside a quote or a list, where Telegram's own quotes can't be. */
	isNested: boolean;
}

/** Lays a document out for a phone: one text, its styles, and what belongs together in it. Pure. */
export function layOut(blocks: readonly Block[]): Rendered {
	const writer = new Writer();
	writeBlocks(writer, blocks, 2, { depth: 0, isNested: false });
	return writer.finish();
}

function writeBlocks(writer: Writer, blocks: readonly Block[], lineBreaks: number, place: Place): void {
	for (const [index, block] of blocks.entries()) {
		// An item's own list belongs to the line above it.
		const isSublist = block.kind === "list" && place.depth > 0;
		if (index > 0) writer.gap(isSublist ? 1 : lineBreaks);
		writer.unit(() => writeBlock(writer, block, place), block.kind === "heading");
	}
}

function writeBlock(writer: Writer, block: Block, place: Place): void {
	switch (block.kind) {
		case "paragraph":
			writeInline(writer, block.content);
			return;
		case "heading":
			writeInline(writer, block.content, { bold: true });
			return;
		case "code":
			writeCode(writer, block.text, block.language);
			return;
		case "quote":
			writeQuote(writer, block.blocks, place);
			return;
		case "list":
			writeList(writer, block, place);
			return;
		case "table":
			if (!writer.isAtLineStart) writer.gap(1);
			writeTable(writer, block);
			return;
		case "rule":
			writer.write(RULE);
	}
}

/** At the left edge wherever it stands: on a phone code needs the whole line. */
function writeCode(writer: Writer, code: string, language: string): void {
	const style = { pre: { language } };
	if (!writer.isAtLineStart) writer.gap(1);
	for (const [index, line] of expandTabs(code).trimEnd().split("\n").entries()) {
		if (index > 0) writer.writeVerbatim("\n", style);
		writer.unit(() => writer.writeVerbatim(line, style));
	}
}

/** Telegram's quotes don't nest: one in another, or in a list, has the sign that mail has. */
function writeQuote(writer: Writer, blocks: readonly Block[], place: Place): void {
	const nested = { ...place, isNested: true };
	if (!place.isNested) {
		writer.quote(() => writeBlocks(writer, blocks, 2, nested));
		return;
	}
	if (!writer.isAtLineStart) writer.write("> ");
	writer.indent("> ", () => writeBlocks(writer, blocks, 2, nested));
}

function writeList(writer: Writer, { items, start, tight }: List, { depth }: Place): void {
	const lineBreaks = tight ? 1 : 2;
	for (const [index, item] of items.entries()) {
		if (index > 0) writer.gap(lineBreaks);
		writer.unit(() => {
			const number = start === undefined ? undefined : start + index;
			writer.write(`${marker(item, number, depth)} `);
			const place = { depth: depth + 1, isNested: true };
			writer.indent(INDENTATION, () => writeBlocks(writer, item.blocks, lineBreaks, place));
		});
	}
}

function marker({ checked }: ListItem, number: number | undefined, depth: number): string {
	const box = checked === undefined ? undefined : checked ? "☑" : "☐";
	if (number !== undefined) return box === undefined ? `${number}.` : `${number}. ${box}`;
	return box ?? BULLETS[depth % BULLETS.length] ?? "•";
}

/** A paragraph of words that are no Markdown. */
export const plainParagraph = (text: string): Block => {
	const content: Inline[] = [{ kind: "text", text }];
	return { kind: "paragraph", content };
};
