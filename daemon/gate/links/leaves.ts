import type { Block, Inline } from "#channels/markdown/document.ts";
import { inlineText } from "#channels/markdown/inline-text.ts";
import type { Clickable } from "./find-clickable.ts";

/** A stretch of the words that a reader sees. */
interface Leaf {
	start: number;
	end: number;
	text: string;
	/** Clients look for addresses only in what is no code and no link already. */
	isPlain: boolean;
}

/** In order; what stands side by side here is read, and taken for an address, as one text. */
export function leavesOf(content: readonly Inline[]): Leaf[] {
	const leaves: Leaf[] = [];
	let at = 0;
	const add = (text: string, isPlain: boolean) => {
		leaves.push({ start: at, end: at + text.length, text, isPlain });
		at += text.length;
	};
	const visit = (node: Inline): void => {
		if (node.kind === "text") add(node.text, true);
		else if (node.kind === "code") add(node.text, false);
		else if (node.kind === "break") add("\n", true);
		else if (node.kind === "link" || node.kind === "image") add(inlineText(node.content), false);
		else node.content.forEach(visit);
	};
	content.forEach(visit);
	return leaves;
}

/** Whether no client makes a link of what was found there. */
export const isSafeIn = ({ start, end, isPlain }: Leaf, hit: Clickable): boolean =>
	!isPlain && start <= hit.start && hit.end <= end;

/** Whether anything can be seen of a document. Where nothing can, channels show its source. */
export const hasWords = (blocks: readonly Block[]): boolean => blocks.some(isSeen);

function isSeen(block: Block): boolean {
	switch (block.kind) {
		case "paragraph":
		case "heading":
			return !isBlank(inlineText(block.content)) || block.content.some(hasAddress);
		case "code":
			return !isBlank(block.text);
		case "quote":
			return hasWords(block.blocks);
		case "list":
			return block.items.some((item) => hasWords(item.blocks));
		case "table":
			return true;
		case "rule":
			return false;
	}
}

/** Without words it is shown itself. */
const hasAddress = (node: Inline): boolean =>
	node.kind === "link" || node.kind === "image" ? node.url !== "" : "content" in node && node.content.some(hasAddress);

const isBlank = (text: string): boolean => /^[\s\p{Cf}\u180e\u2800\ufffc]*$/u.test(text);
