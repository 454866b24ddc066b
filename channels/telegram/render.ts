import type { OutboundMessage } from "#core/message.ts";
import { typedHint } from "./buttons.ts";
import { splitText } from "./split.ts";

/**
 * Telegram takes 4096, counted here in UTF-16 units, which are never fewer than what it counts. The rest is room for what
 * the outbox writes in front of a part that it sends again.
 */
const MAX_TEXT_LENGTH = 4000;
/** Room for `(12/34)` and a line break, up to 9,999 parts. */
const MARK_LENGTH = 12;

/**
 * The text in parts that Telegram takes, marked `(1/3)` where they are more than one, then a part for each attachment:
 * every part is one call, so that a failure between two never repeats what has already arrived.
 */
export function render(message: OutboundMessage): string[] {
	const texts = renderText(message);
	const files = message.attachments.map(renderFile);
	return texts.length + files.length === 0 ? [""] : [...texts, ...files];
}

type Part = { kind: "text"; text: string; withChoices: boolean } | { kind: "file"; path: string; caption: string };

/**
 * What is sent as part `index`. Decided by its place and never by its words, which anybody may have written.
 * @param part as rendered, perhaps with words of the outbox in front, which become the caption of a file
 */
export function identifyPart(message: OutboundMessage, part: string, index: number): Part {
	const textCount = renderText(message).length;
	const path = message.attachments[index - textCount];
	if (index >= textCount && path !== undefined)
		return { kind: "file", path, caption: part.replace(renderFile(path), "").trim() };
	return { kind: "text", text: part, withChoices: index === textCount - 1 };
}

const renderFile = (path: string): string => `[file ${path}]`;

function renderText({ text, choices }: OutboundMessage): string[] {
	const whole = choices.length === 0 ? text : `${text}\n\n${typedHint(choices)}`;
	// Telegram refuses half a surrogate pair, and with it the whole message.
	const sound = whole.replace(/\p{Surrogate}/gu, "\uFFFD");
	if (sound.trim() === "") return [];
	if (sound.length <= MAX_TEXT_LENGTH) return [sound];
	const pieces = splitText(sound, MAX_TEXT_LENGTH - MARK_LENGTH);
	return pieces.map((piece, index) => `(${index + 1}/${pieces.length})\n${piece}`);
}
