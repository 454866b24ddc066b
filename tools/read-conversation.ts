import * as z from "zod";
import { MAX_PAGE_CHARACTERS, wholeCharacter } from "./page.ts";
import type { ConversationStretch } from "./ports.ts";
import { countOf, formatCount } from "./text.ts";
import { type Tool, ToolError } from "./tool.ts";

/** What a header may take beside a page. */
const HEADER_CHARACTERS = 300;
const PAGE_CHARACTERS = MAX_PAGE_CHARACTERS - HEADER_CHARACTERS;
const MAX_ENTRIES = 20;

const parameters = z.strictObject({
	from: z.string().describe("an event or a call: E-12, C-45"),
	entries: z.int().min(1).max(MAX_ENTRIES).optional(),
	page: z.int().min(1).optional(),
});
type Arguments = z.infer<typeof parameters>;

export const readConversation: Tool<Arguments> = {
	name: "read_conversation",
	tier: "found",
	description:
		"Use to see again what has left your view: an event, a call's result, and what came after. Only of this " +
		`conversation, up to ${MAX_ENTRIES} entries. Returns them whole, in pages of about ${formatCount(MAX_PAGE_CHARACTERS)} characters.`,
	parameters,
	examples: [{ from: "C-45" }, { from: "E-12", entries: 5 }, { from: "C-45", page: 2 }],
	parallel: true,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	// It shows a conversation what that has seen already, and nothing else: a mail thread may, too, once its view was cleared.
	effects: () => ({ effect: "none", target: "what this conversation has seen" }),
	activity: ({ from }) => `looking back at ${from}`,
	async run({ from, entries = 1, page = 1 }, { conversation }) {
		const stretch = conversation.read(from, entries);
		const pages = Math.max(1, Math.ceil(stretch.text.length / PAGE_CHARACTERS));
		if (page > pages)
			throw new ToolError(`From ${from} there are only ${countOf(pages, "page")}. Ask for one of these.`);
		const end = (last: number) => wholeCharacter(stretch.text, last * PAGE_CHARACTERS);
		return {
			text: `${header(stretch, page, pages)}\n${stretch.text.slice(end(page - 1), end(page))}`,
			paged: true,
			...(stretch.outside && { outside: { source: "earlier in this conversation" } }),
		};
	},
};

function header({ shown, text, next }: ConversationStretch, page: number, pages: number): string {
	const size = `${countOf(shown, "entry").replace(/ys$/, "ies")}, ${countOf(text.length, "character")}`;
	if (page < pages) return `${size}, page ${page} of ${pages}; next: "page": ${page + 1}`;
	const on = next ? `; what follows: ${JSON.stringify(next)}` : "; nothing follows";
	return pages === 1 ? `${size}${on}` : `${size}, page ${page} of ${pages}${on}`;
}
