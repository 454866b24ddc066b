import type MarkdownIt from "markdown-it";
import type { Inline } from "./document.ts";

export type Token = ReturnType<MarkdownIt["parse"]>[number];

const SPANS = new Map([
	["strong", "strong"],
	["em", "emphasis"],
	["s", "strikethrough"],
] as const);

/** A span that is open. One that stands in its own kind adds nothing, and writes into that one: nesting stays shallow. */
interface OpenSpan {
	kind: Inline["kind"] | "root";
	content: Inline[];
}

/** Reads the children of one `inline` token of markdown-it. */
export function readInline(tokens: readonly Token[]): Inline[] {
	const root: Inline[] = [];
	const open: OpenSpan[] = [{ kind: "root", content: root }];
	for (const token of tokens) {
		const into = open.at(-1)?.content ?? root;
		if (token.nesting === 1) open.push(openSpan(token, open, into));
		else if (token.nesting === -1) open.pop();
		else addLeaf(into, token);
	}
	return root;
}

function openSpan(token: Token, open: readonly OpenSpan[], into: Inline[]): OpenSpan {
	const kind = [...SPANS].find(([tag]) => tag === token.tag)?.[1] ?? "link";
	if (open.some((span) => span.kind === kind)) return { kind, content: into };
	const content: Inline[] = [];
	into.push(kind === "link" ? { kind, url: token.attrGet("href")?.toString() ?? "", content } : { kind, content });
	return { kind, content };
}

function addLeaf(into: Inline[], token: Token): void {
	switch (token.type) {
		case "softbreak":
		case "hardbreak":
			into.push({ kind: "break", hard: token.type === "hardbreak" });
			return;
		case "code_inline":
			into.push({ kind: "code", text: token.content });
			return;
		case "image":
			into.push({
				kind: "image",
				url: token.attrGet("src")?.toString() ?? "",
				content: readInline(token.children ?? []),
			});
			return;
		default:
			addText(into, token.content);
	}
}

function addText(into: Inline[], text: string): void {
	const last = into.at(-1);
	if (last?.kind === "text") last.text += text;
	else if (text !== "") into.push({ kind: "text", text });
}
