import type { Block, Inline, List, Table } from "#channels/markdown/document.ts";

/**
 * Markdown from blocks: what `loadMarkdownReader` reads as the same words with the same looks. Where marks meet so that
 * Markdown has no form for it, they may show as signs; no word is lost, and none becomes a link.
 */
export const writeMarkdown = (blocks: readonly Block[]): string => writeBlocks(blocks, "\n\n");

function writeBlocks(blocks: readonly Block[], between: string): string {
	// Lists side by side take other signs, or they would be one.
	let isSecond = false;
	const written = blocks.map((block, index) => {
		isSecond = block.kind === "list" && blocks[index - 1]?.kind === "list" && !isSecond;
		return writeBlock(block, isSecond);
	});
	return written.join(between);
}

function writeBlock(block: Block, isSecond: boolean): string {
	switch (block.kind) {
		case "paragraph":
			return escapeLineStarts(writeInline(block.content));
		case "heading":
			return `${"#".repeat(block.level)} ${onOneLine(block.content)}`;
		case "code":
			return writeCode(block.text, block.language);
		case "quote":
			return prefixed(writeMarkdown(block.blocks), "> ", "> ");
		case "list":
			return writeList(block, isSecond);
		case "table":
			return writeTable(block);
		case "rule":
			return "---";
	}
}

function writeCode(text: string, language: string): string {
	const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
	return `${fence}${language}\n${text}\n${fence}`;
}

function writeList({ items, start, tight }: List, isSecond: boolean): string {
	const lines = items.map(({ blocks, checked }, index) => {
		const marker = start === undefined ? (isSecond ? "*" : "-") : `${start + index}${isSecond ? ")" : "."}`;
		const box = checked === undefined ? "" : checked ? "[x] " : "[ ] ";
		return prefixed(box + writeBlocks(blocks, tight ? "\n" : "\n\n"), `${marker} `, " ".repeat(marker.length + 1));
	});
	return lines.join(tight ? "\n" : "\n\n");
}

function writeTable({ alignments, head, rows }: Table): string {
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
	const cell = (content: readonly Inline[]) => onOneLine(content).replace(/(?<!\\)\|/g, "\\|");
	const rules = alignments.map((alignment) => ({ left: "---", center: ":-:", right: "--:" })[alignment]);
	return [line(head.map(cell)), line(rules), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

const onOneLine = (content: readonly Inline[]): string => writeInline(content).replace(/\\?\n/g, " ");

const prefixed = (text: string, first: string, others: string): string =>
	text
		.split("\n")
		.map((line, index) => (index === 0 ? first + line : line === "" ? others.trimEnd() : others + line))
		.join("\n");

const MARKS = { strong: "**", emphasis: "*", strikethrough: "~~" } as const;

function writeInline(content: readonly Inline[]): string {
	return content.map(writeNode).join("");
}

function writeNode(node: Inline): string {
	switch (node.kind) {
		case "text":
			return escapeText(node.text);
		case "break":
			return node.hard ? "\\\n" : "\n";
		case "code":
			return writeCodeSpan(node.text);
		case "link":
		case "image":
			return writeLink(node.url, node.content);
		default:
			return MARKS[node.kind] + writeInline(node.content) + MARKS[node.kind];
	}
}

/** An image is never written: it is a link. */
function writeLink(url: string, content: readonly Inline[]): string {
	const label = writeInline(content);
	const [only] = content;
	const isItself = content.length === 1 && only?.kind === "text" && only.text === url;
	if (isItself && /^https?:\/\/[^\s<>\\]+$/i.test(url)) return `<${url}>`;
	return `[${label}](<${url.replace(/[<>\\\n]/g, encodeURIComponent)}>)`;
}

function writeCodeSpan(text: string): string {
	const line = text.replace(/\s*\n\s*/g, " ");
	const fence = "`".repeat(longestRun(line) + 1);
	const pad = /^`|`$|^ .* $/.test(line) ? " " : "";
	return `${fence}${pad}${line}${pad}${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));

/** Underscores in words are no marks, and stay: handles hold some. */
const escapeText = (text: string): string =>
	text.replace(/[\\`*[\]<~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|!(?=$)/gu, "\\$&").replace(/\n/g, " ");

/** Signs that at the beginning of a line make something else of it. */
const escapeLineStarts = (text: string): string =>
	text.replace(
		/^([ \t]*)(?:([#>+=-])|(\d{1,9})([.)])(?=\s|$))/gm,
		(_match, space: string, sign?: string, digits = "", end = "") =>
			sign === undefined ? `${space}${digits}\\${end}` : `${space}\\${sign}`,
	);
