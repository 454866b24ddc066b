import type { MessageEntity } from "grammy/types";
import * as z from "zod";
import { type FormattedText, parseHtml } from "./html.ts";
import { integer } from "./parameters.ts";
import { badRequest } from "./refusal.ts";

/** After the parsing of entities, in UTF-16 units (core.telegram.org/bots/api#sendmessage, #senddocument). */
const MAX_TEXT_LENGTH = 4096;
const MAX_CAPTION_LENGTH = 1024;

/** With the `u` flag this matches only halves that stand alone. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Kinds of entities that a bot may give itself and that need nothing but a place. */
const PLAIN_KINDS = ["bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "code", "pre"] as const;

const range = { offset: integer, length: integer };
export const entitiesSchema = z.array(
	z.union([
		z.object({ type: z.enum(PLAIN_KINDS), ...range }),
		z.object({ type: z.literal("text_link"), url: z.string(), ...range }),
	]),
);

interface Source {
	text: string;
	parseMode: string | undefined;
	entities: MessageEntity[] | undefined;
}

/** A message's text. Throws `Refusal` as Telegram refuses it. */
export function messageText(source: Source): FormattedText {
	const formatted = format(source);
	if (formatted.text === "") throw badRequest("message text is empty");
	if (formatted.text.length > MAX_TEXT_LENGTH) throw badRequest("message is too long");
	return formatted;
}

/** A caption, which may be empty. Throws `Refusal` as Telegram refuses it. */
export function captionText(source: Source): FormattedText {
	const formatted = format(source);
	if (formatted.text.length > MAX_CAPTION_LENGTH) throw badRequest("message caption is too long");
	return formatted;
}

function format({ text, parseMode = "", entities = [] }: Source): FormattedText {
	if (LONE_SURROGATE.test(text)) throw badRequest("strings must be encoded in UTF-8");
	switch (parseMode.toLowerCase()) {
		case "":
			return trimmed({ text, entities });
		case "html":
			return trimmed(parseHtml(text));
		case "markdown":
		case "markdownv2":
			throw badRequest(`parse_mode ${parseMode} is not supported by this stand-in: use HTML or entities`);
		default:
			throw badRequest("unsupported parse_mode");
	}
}

/** Telegram drops white space around a message. */
function trimmed({ text, entities }: FormattedText): FormattedText {
	const clean = text.trim();
	const lead = text.length - text.trimStart().length;
	const moved = entities.map((entity) => {
		const offset = Math.max(0, entity.offset - lead);
		const end = Math.min(clean.length, entity.offset + entity.length - lead);
		return { ...entity, offset, length: end - offset };
	});
	return { text: clean, entities: moved.filter((entity) => entity.length > 0) };
}
