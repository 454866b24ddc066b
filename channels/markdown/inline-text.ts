import type { Inline } from "./document.ts";

/** The words alone. Line breaks become spaces; of links and images the words stay. */
export function inlineText(content: readonly Inline[]): string {
	return content.map(textOf).join("");
}

function textOf(node: Inline): string {
	switch (node.kind) {
		case "text":
		case "code":
			return node.text;
		case "break":
			return " ";
		default:
			return inlineText(node.content);
	}
}
