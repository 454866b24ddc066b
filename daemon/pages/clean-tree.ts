import { type Colours, coloursIn, isHidden, isNeverShown } from "./hidden.ts";

/** A node of the parsed page, as the parser makes it. */
export interface PageNode {
	type: string;
	name?: string;
	data?: string;
	attribs?: Record<string, string>;
	children?: PageNode[];
}

/** What was found on the way through a page. */
export interface TreeFacts {
	title: string;
	/** Of the page's `<base>`: what its links count from. */
	base: string | undefined;
	/** Elements with words in them that a browser would not show. */
	hidden: number;
	/** Comments with words. */
	comments: number;
	/** There was more than is kept. */
	isCut: boolean;
}

interface Place {
	node: PageNode;
	colours: Colours;
}

/** What is laid out at most, so that no page can hold up everything else. */
const MAX_NODES = 60_000;

/**
 * Takes out of a page what is no text for people, in place: comments, scripts, hidden elements. Walks with a list of its own
 * and not by calling itself, since pages may be nested however deep they like.
 */
export function cleanTree(root: PageNode): TreeFacts {
	const facts: TreeFacts = { title: "", base: undefined, hidden: 0, comments: 0, isCut: false };
	const waiting: Place[] = [{ node: root, colours: { text: undefined, ground: undefined } }];
	let nodes = 0;
	for (let place = waiting.shift(); place; place = waiting.pop()) {
		const { node, colours } = place;
		const kept = (node.children ?? []).filter((child) => isKept(child, colours, facts));
		const room = Math.max(0, MAX_NODES - nodes);
		if (kept.length > room) facts.isCut = true;
		node.children = kept.slice(0, room);
		nodes += node.children.length;
		// The last one put in is the next one taken out: the page is walked from its beginning.
		for (const child of node.children.toReversed()) {
			if (isElement(child)) waiting.push({ node: child, colours: coloursIn(child, colours) });
		}
	}
	return facts;
}

type ElementNode = PageNode & { name: string; attribs: Record<string, string> };

const isElement = (node: PageNode): node is ElementNode =>
	node.name !== undefined && node.attribs !== undefined && node.children !== undefined;

function isKept(node: PageNode, colours: Colours, facts: TreeFacts): boolean {
	if (node.type === "text") return true;
	if (node.type === "comment" && /\w/.test(node.data ?? "")) facts.comments++;
	if (!isElement(node)) return false;
	if (node.name === "head") readHead(node, facts);
	if (node.name === "title" && facts.title === "") facts.title = textIn(node);
	if (node.name === "base") facts.base ??= node.attribs.href;
	if (isNeverShown(node) || node.name === "title") return false;
	if (!isHidden(node, colours)) return true;
	if (textIn(node) !== "") facts.hidden++;
	return false;
}

function readHead(head: ElementNode, facts: TreeFacts): void {
	for (const child of head.children ?? []) {
		if (child.name === "title") facts.title ||= textIn(child);
		if (child.name === "base") facts.base ??= child.attribs?.href;
	}
}

/** Far more than a title or the proof that there are words needs. */
const ENOUGH_CHARACTERS = 1_000;

/** The first words of an element, those of scripts and styles left out. */
function textIn(element: PageNode): string {
	let text = "";
	const waiting = [element];
	for (let node = waiting.pop(); node && text.length < ENOUGH_CHARACTERS; node = waiting.pop()) {
		if (node.type === "text") text += node.data ?? "";
		else if (node === element || (isElement(node) && !isNeverShown(node)))
			waiting.push(...(node.children ?? []).slice(0, ENOUGH_CHARACTERS).toReversed());
	}
	return text.replace(/\s+/g, " ").trim();
}
