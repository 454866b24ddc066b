import { displayWidth } from "#channels/markdown/display-width.ts";
import type { Alignment, Cell, Inline, Table } from "#channels/markdown/document.ts";
import { inlineText } from "#channels/markdown/inline-text.ts";
import { cleanText, isBlank } from "./clean-text.ts";
import { writeInline } from "./layout-inline.ts";
import type { Writer } from "./writer.ts";

/** Columns of the fixed-width font that a phone shows without breaking the line. */
const PHONE_WIDTH = 34;
const GUTTER = "  ";

/** A narrow table with its columns; a wide one, and one with links, as a list of rows with what each cell is. */
export function writeTable(writer: Writer, table: Table): void {
	const lines = [table.head, ...table.rows].map((row) => row.map(cellText));
	const widths = table.head.map((_cell, column) => Math.max(...lines.map((line) => displayWidth(line[column] ?? ""))));
	const width = widths.reduce((sum, columnWidth) => sum + columnWidth + GUTTER.length, -GUTTER.length);
	const hasLinks = [table.head, ...table.rows].flat(2).some(isLinked);
	if (width > PHONE_WIDTH || hasLinks) writeRecords(writer, table);
	else if (lines.flat().some((cell) => cell !== "")) writeColumns(writer, lines, widths, table.alignments);
}

const cellText = (cell: Cell): string => cleanText(inlineText(cell)).replace(/\s+/g, " ").trim();

const isLinked = (node: Inline): boolean => "url" in node || ("content" in node && node.content.some(isLinked));

function writeColumns(writer: Writer, lines: string[][], widths: number[], alignments: Alignment[]): void {
	const style = { pre: { language: "" } };
	const [head = [], ...rows] = lines;
	const all = [head, widths.map((width) => "─".repeat(width)), ...rows];
	for (const [index, line] of all.entries()) {
		const cells = line.map((cell, column) => align(cell, widths[column] ?? 0, alignments[column]));
		if (index > 0) writer.writeVerbatim("\n", style);
		writer.unit(() => writer.writeVerbatim(cells.join(GUTTER).trimEnd(), style), index < 2);
	}
}

function align(cell: string, width: number, alignment: Alignment = "left"): string {
	const missing = width - displayWidth(cell);
	const before = alignment === "left" ? 0 : alignment === "right" ? missing : Math.floor(missing / 2);
	return " ".repeat(before) + cell + " ".repeat(missing - before);
}

function writeRecords(writer: Writer, { head, rows }: Table): void {
	if (rows.length === 0) {
		for (const cell of head) writeEntry(writer, cell, undefined, true);
		return;
	}
	for (const row of rows) {
		writer.unit(() => {
			for (const [column, cell] of row.entries()) writeEntry(writer, cell, head[column], column === 0);
		});
		writer.gap(2);
	}
}

/** One cell on a line of its own. */
function writeEntry(writer: Writer, cell: Cell, name: Cell | undefined, isTitle: boolean): void {
	if (name && !isBlank(cellText(name))) {
		writeInline(writer, name);
		writer.write(": ");
	}
	writeInline(writer, cell, isTitle ? { bold: true } : {});
	writer.gap(1);
}
