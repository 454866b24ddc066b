import { loadMarkdownReader, type MarkdownReader } from "#channels/markdown/read.ts";
import type { OutboundMessage } from "#core/message.ts";
import { typedHint } from "./buttons.ts";
import { isBlank } from "./clean-text.ts";
import { type FormattedText, formatRange, prefixed } from "./formatted-text.ts";
import { layOut, plainParagraph } from "./layout.ts";
import { encodePart, type Part } from "./part.ts";
import { split } from "./split.ts";

/**
 * Telegram takes 4096, counted here in UTF-16 units, which are never fewer than what it counts. The rest is room for the
 * mark of a part that is sent again.
 */
const MAX_TEXT_LENGTH = 4000;
/** What it shows; it ignores further ones (https://core.telegram.org/bots/api#messageentity). */
const MAX_ENTITIES = 100;
/** Room for `(12/34)` and a line break, up to 9,999 parts. */
const MARK_LENGTH = 12;

const WHOLE = { length: MAX_TEXT_LENGTH, entities: MAX_ENTITIES };
const MARKED = { ...WHOLE, length: MAX_TEXT_LENGTH - MARK_LENGTH };

/** Telegram refuses a text of which nothing can be seen, and somebody waits for an answer. */
const NOTHING: FormattedText = { text: "(empty message)", entities: [] };

/** `Channel.render` for one channel. The reader is made once: making it takes longer than reading a message. */
export function createRenderer(): (message: OutboundMessage) => Promise<string[]> {
	let reader: Promise<MarkdownReader> | undefined;
	return async (message) => {
		reader ??= loadMarkdownReader();
		return renderParts(message, await reader).map(encodePart);
	};
}

/**
 * The text in parts that Telegram takes, marked `(1/3)` where they are more than one, then a part for each attachment:
 * every part is one call, so that a failure between two never repeats what has already arrived.
 */
export function renderParts(message: OutboundMessage, read: MarkdownReader): Part[] {
	const texts = renderText(message, read);
	const shown = texts.length + message.attachments.length === 0 ? [NOTHING] : texts;
	return [
		...shown.map((text, index): Part => ({ kind: "text", ...text, withChoices: index === shown.length - 1 })),
		...message.attachments.map((path): Part => ({ kind: "file", path })),
	];
}

function renderText({ text, choices }: OutboundMessage, read: MarkdownReader): FormattedText[] {
	const hint = choices.length === 0 ? [] : [plainParagraph(typedHint(choices))];
	if (isBlank(text) && choices.length === 0) return [];
	const laidOut = layOut([...read(text), ...hint]);
	// As for a fence that nothing follows: then the source says more.
	const rendered = isBlank(laidOut.text) ? layOut([plainParagraph(text)]) : laidOut;
	const whole = split(rendered, WHOLE);
	const pieces = whole.length === 1 ? whole : split(rendered, MARKED);
	const parts = pieces.map(({ start, end }) => formatRange(rendered.text, rendered.runs, start, end));
	if (parts.length === 1) return parts;
	return parts.map((part, index) => prefixed(`(${index + 1}/${parts.length})\n`, part));
}
