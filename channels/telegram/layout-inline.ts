import type { Inline } from "#channels/markdown/document.ts";
import { inlineText } from "#channels/markdown/inline-text.ts";
import { isBlank } from "./clean-text.ts";
import { addressBehind, type Style } from "./formatted-text.ts";
import { canLink, writtenAddress } from "./links.ts";
import type { Writer } from "./writer.ts";

const MARKS = { strong: "bold", emphasis: "italic", strikethrough: "strikethrough" } as const;

/** Writes words as they look at Telegram. No address is lost: what can't be a link is written out. */
export function writeInline(writer: Writer, content: readonly Inline[], style: Style = {}): void {
	for (const node of content) writeNode(writer, node, style);
}

function writeNode(writer: Writer, node: Inline, style: Style): void {
	switch (node.kind) {
		case "text":
			writer.write(node.text, style);
			return;
		case "break":
			writer.write("\n", style);
			return;
		case "code":
			// Inside a link Telegram would drop one of the two, and the address is worth more.
			writer.write(node.text, style.link === undefined ? { code: true } : style);
			return;
		case "link":
		case "image":
			writeLink(writer, node.url, node.content, style);
			return;
		default:
			writeInline(writer, node.content, { ...style, [MARKS[node.kind]]: true });
	}
}

function writeLink(writer: Writer, url: string, label: readonly Inline[], style: Style): void {
	const { link: outer, ...looks } = style;
	const words = inlineText(label);
	const written = writtenAddress(url);
	if (isBlank(words) || words === url || words === written) writer.write(written, { ...looks, address: true });
	else if (outer === undefined && canLink(url)) writeInline(writer, label, { ...style, link: url });
	else {
		writeInline(writer, label, style);
		if (url !== "") writer.write(addressBehind(written), { ...looks, address: true });
	}
}
