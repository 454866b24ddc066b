import Markdown from "markdown-it";

/** What a text says, read from the parser's tokens without our document model: words, or one of several ways to put them. */
export type Said = string | { oneOf: Said[][] };

type Token = ReturnType<Markdown["parse"]>[number];

const markdown = new Markdown("default", { html: false, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = () => true;
markdown.normalizeLinkText = (url) => url;

/** The words of a Markdown text in order, with numbers of items, and the addresses that it leads to. */
export function readWords(source: string): { said: Said[]; addresses: string[] } {
	const text = source.replace(/\p{Surrogate}/gu, "\uFFFD");
	const environment: { references?: Record<string, { href: string }> } = {};
	const tokens = markdown.parse(text, environment);
	if (tokens.some(({ level }) => level >= 99)) return { said: [text], addresses: [] };
	const addresses = tokens.flatMap((token) => token.children ?? []).flatMap(addressesOf);
	const unused = Object.entries(environment.references ?? {}).filter(([, { href }]) => !addresses.includes(href));
	const definitions = unused.map(([label, { href }]) => `[${label.toLowerCase()}]: ${written(href)}`);
	return { said: [...wordsOf(tokens), ...definitions], addresses };
}

const addressesOf = (token: Token): string[] => {
	const address = token.attrGet("href") ?? token.attrGet("src");
	return [...(address ? [String(address)] : []), ...(token.children ?? []).flatMap(addressesOf)];
};

const written = (address: string): string => address.replace(/^mailto:([^\s@?]+@[^\s@?]+)$/i, "$1");

function wordsOf(tokens: readonly Token[]): Said[] {
	const said: Said[] = [];
	/** Of the lists that are open; a bullet for those without. */
	const numbers: (number | "•")[] = [];
	for (let index = 0; index < tokens.length; index++) {
		const token = tokens[index];
		switch (token?.type) {
			case "bullet_list_open":
				numbers.push("•");
				break;
			case "ordered_list_open":
				numbers.push(Number(token.attrGet("start") ?? 1));
				break;
			case "bullet_list_close":
			case "ordered_list_close":
				numbers.pop();
				break;
			case "list_item_open":
				said.push(...itemWords(numbers));
				break;
			case "fence":
			case "code_block":
				said.push(token.content);
				break;
			case "inline":
				said.push(...inlineWords(childrenOf(tokens, index)));
				break;
			case "table_open": {
				const end = tokens.findIndex((other, at) => at > index && other.type === "table_close");
				said.push(tableWords(tokens.slice(index, end)));
				index = end;
			}
		}
	}
	return said;
}

function itemWords(numbers: (number | "•")[]): Said[] {
	const number = numbers.pop();
	numbers.push(typeof number === "number" ? number + 1 : "•");
	return typeof number === "number" ? [`${number}.`] : [];
}

/** Without the box of a task. */
function childrenOf(tokens: readonly Token[], index: number): Token[] {
	const children = tokens[index]?.children ?? [];
	const isFirst = tokens[index - 2]?.type === "list_item_open" && tokens[index - 1]?.type === "paragraph_open";
	return isFirst ? withoutBox(children) : children;
}

function withoutBox(children: readonly Token[]): Token[] {
	const [first, ...rest] = children;
	if (first?.type !== "text" || !/^\[[ xX]\]\s+/.test(first.content)) return [...children];
	return [Object.assign(Object.create(first), { content: first.content.replace(/^\[[ xX]\]\s+/, "") }), ...rest];
}

function tableWords(tokens: readonly Token[]): Said {
	const rows: Token[][] = [];
	for (const token of tokens) {
		if (token.type === "tr_open") rows.push([]);
		if (token.type === "inline") rows.at(-1)?.push(token);
	}
	const cell = (token: Token | undefined) => inlineWords(token?.children ?? []);
	const [head = [], ...body] = rows;
	const record = (row: Token[]) =>
		row.flatMap((token, column) => {
			const name = cell(head[column]);
			return [{ oneOf: [[...name, ": "], name] }, ...cell(token)];
		});
	const cells = rows.flat().flatMap(cell);
	return { oneOf: body.length === 0 ? [cells] : [body.flatMap(record), cells] };
}

function inlineWords(children: readonly Token[]): Said[] {
	const said: Said[] = [];
	for (let index = 0; index < children.length; index++) {
		const token = children[index];
		if (token?.type === "link_open") {
			const end = closingOf(children, index);
			const label = children.slice(index + 1, end);
			said.push(linkWords(String(token.attrGet("href")), plainWords(label), inlineWords(label)));
			index = end;
		} else if (token?.type === "image") {
			const alt = token.children ?? [];
			said.push(linkWords(String(token.attrGet("src")), plainWords(alt), inlineWords(alt)));
		} else if (token) said.push(token.content);
	}
	return said;
}

const closingOf = (children: readonly Token[], open: number): number =>
	children.findIndex((token, index) => index > open && token.type === "link_close");

const plainWords = (children: readonly Token[]): string =>
	children.map((token) => (token.type === "image" ? plainWords(token.children ?? []) : token.content)).join("");

/** With its address, or its label alone where that is in a link, which the test looks up. */
function linkWords(address: string, words: string, label: Said[]): Said {
	const isUnseen = /^[\s\p{Cf}\p{Cc}]*$/u.test(words);
	if (isUnseen || words === address || words === written(address)) return written(address);
	return { oneOf: [[...label, `(${written(address)})`], label] };
}
