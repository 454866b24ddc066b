import type { ConversationItem } from "#channels/conversation.ts";
import type { MessageRenderer } from "./markdown.ts";

/** A longer text is shown up to here, with a link to all of it: ten megabytes would freeze a browser. */
const MAX_SHOWN_LENGTH = 20_000;

/** An item as the page gets it: HTML in place of the source, so that the page holds no second idea of Markdown. */
export interface ItemView extends Omit<ConversationItem, "text"> {
	/** From `MessageRenderer`: safe to insert. */
	html: string;
	/** How many UTF-16 units of the text are not in `html`. */
	hiddenLength: number;
}

export function viewItem(item: ConversationItem, renderer: MessageRenderer): ItemView {
	const { text, ...rest } = item;
	const shown = clip(text);
	const html = item.from === "owner" ? renderer.owner(shown) : renderer.steward(shown);
	return { ...rest, html, hiddenLength: text.length - shown.length };
}

/** Cuts at the limit, but not between the halves of a surrogate pair. */
function clip(text: string): string {
	if (text.length <= MAX_SHOWN_LENGTH) return text;
	const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(MAX_SHOWN_LENGTH - 1));
	return text.slice(0, MAX_SHOWN_LENGTH - (splitsPair ? 1 : 0));
}
