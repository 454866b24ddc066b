import type MarkdownIt from "markdown-it";

/** Turns what was said into HTML that is safe to insert: no HTML of the author's, no scripts, nothing loaded. */
export interface MessageRenderer {
	/** CommonMark with tables; a line break is shown as one. */
	steward(markdown: string): string;
	/** What the owner typed, as typed: only code and links are shown as such. */
	owner(text: string): string;
}

/** markdown-it costs several MB, so it is loaded when the first page is opened. */
export async function loadRenderer(): Promise<MessageRenderer> {
	const { default: Markdown } = await import("markdown-it");
	const full = harden(new Markdown("default", { html: false, linkify: true, breaks: true }));
	const plain = harden(new Markdown("zero", { html: false, linkify: true }).enable(["fence", "backticks", "linkify"]));
	return { steward: (markdown) => full.render(markdown), owner: (text) => plain.render(text) };
}

function harden(markdown: MarkdownIt): MarkdownIt {
	// Without a scheme, `notes.md` would become a link to a host in Moldova.
	markdown.linkify.set({ fuzzyLink: false });
	markdown.validateLink = (url) => /^(https?|mailto):/i.test(url.trim());
	markdown.core.ruler.push("alignment_classes", (state) => alignByClass(state.tokens));
	const { rules } = markdown.renderer;
	rules.link_open = (tokens, index, options, _env, renderer) => {
		const token = tokens[index];
		if (!token) return "";
		for (const [name, value] of linkAttributes(token.attrGet("href") ?? "")) token.attrSet(name, value);
		return renderer.renderToken(tokens, index, options);
	};
	rules.image = (tokens, index) => {
		const token = tokens[index];
		return token ? imageAsLink(token, isInLink(tokens.slice(0, index)), markdown.utils.escapeHtml) : "";
	};
	rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n';
	rules.table_close = () => "</table></div>\n";
	return markdown;
}

type Token = ReturnType<MarkdownIt["parse"]>[number];

/** The title shows where a link leads, whatever its text says. */
const linkAttributes = (href: string): [string, string][] => [
	["rel", "noopener noreferrer nofollow"],
	["target", "_blank"],
	["title", href],
];

/** An image would tell its server that, when and from where the message was read; a link lets the owner choose. */
function imageAsLink(token: Token, nested: boolean, escapeHtml: (text: string) => string): string {
	const href = String(token.attrGet("src") ?? "");
	const label = escapeHtml(token.content || href);
	if (nested) return label;
	const attributes = [["href", href] as const, ...linkAttributes(href)];
	return `<a ${attributes.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(" ")}>${label}</a>`;
}

const isInLink = (before: readonly Token[]): boolean =>
	before.reduce((depth, { type }) => depth + (type === "link_open" ? 1 : type === "link_close" ? -1 : 0), 0) > 0;

/** markdown-it aligns table cells by `style` attributes, which the page's policy forbids. */
function alignByClass(tokens: readonly Token[]): void {
	for (const token of tokens) {
		const alignment = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
		if (alignment) token.attrs = [["class", `align-${alignment}`]];
	}
}
