import * as z from "zod";
import type { Block, Inline } from "./document.ts";
import { readBlocks } from "./read-blocks.ts";
import type { Token } from "./read-inline.ts";

/** Reads Markdown. Never throws: every text is Markdown. The same text gives the same blocks. */
export type MarkdownReader = (markdown: string) => Block[];

/** Blocks in blocks. markdown-it's preset leaves out what is deeper. */
const MAX_NESTING = 100;

const environmentSchema = z.object({
	references: z.record(z.string(), z.object({ href: z.string() })).default({}),
});

/**
 * CommonMark with GFM's tables, strikethrough and task lists. HTML is text, addresses in the text are links.
 * markdown-it costs several MB, so it is loaded at first use.
 */
export async function loadMarkdownReader(): Promise<MarkdownReader> {
	const { default: Markdown } = await import("markdown-it");
	const markdown = new Markdown("default", { html: false, linkify: true });
	// Without a scheme, `notes.md` would become a link to a host in Moldova.
	markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
	markdown.validateLink = () => true;
	// Shown as written: an address whose %20 is decoded ends at that space.
	markdown.normalizeLinkText = (url) => url;
	return (source) => {
		// Half a surrogate pair is no text, and most services refuse a message for it.
		const text = source.replace(/\p{Surrogate}/gu, "\uFFFD");
		const environment = {};
		const tokens = markdown.parse(text, environment);
		if (tokens.some(({ level }) => level >= MAX_NESTING - 1)) return [verbatim(text)];
		const { references } = environmentSchema.parse(environment);
		return [...readBlocks(tokens), ...unusedReferences(references, tokens)];
	};
}

const verbatim = (text: string): Block => ({
	kind: "paragraph",
	content: joinLines(text.split(/\r?\n/).map((line) => [{ kind: "text", text: line }])),
});

/** Definitions that no link names, as `[1]: https://…`. CommonMark drops them, and with them an address. */
function unusedReferences(references: Record<string, { href: string }>, tokens: readonly Token[]): Block[] {
	const used = new Set(addressesIn(tokens));
	const unused = Object.entries(references).filter(([, { href }]) => !used.has(href));
	if (unused.length === 0) return [];
	const lines = unused.map(([label, { href }]): Inline[] => [
		{ kind: "text", text: `[${label.toLowerCase()}]: ` },
		{ kind: "link", url: href, content: [{ kind: "text", text: href }] },
	]);
	return [{ kind: "paragraph", content: joinLines(lines) }];
}

const addressesIn = (tokens: readonly Token[]): string[] =>
	tokens.flatMap((token) => [
		...[token.attrGet("href"), token.attrGet("src")].flatMap((address) => (address ? [String(address)] : [])),
		...addressesIn(token.children ?? []),
	]);

const joinLines = (lines: Inline[][]): Inline[] =>
	lines.flatMap((line, index) => (index === 0 ? line : [{ kind: "break", hard: true } as const, ...line]));
