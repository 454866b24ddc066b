import { readEntities } from "./entities.ts";
import { type FormattedText, parseHtml } from "./html.ts";
import { judgeText } from "./judge.ts";
import { badRequest } from "./refusal.ts";

/** After the parsing of entities, in UTF-16 units (core.telegram.org/bots/api#sendmessage, #senddocument). */
const MAX_TEXT_LENGTH = 4096;
const MAX_CAPTION_LENGTH = 1024;
/** Before the parsing. */
const MAX_SOURCE_BYTES = 32_768;

interface Source {
	text: string;
	parseMode: string | undefined;
	/** As the call gave them. */
	entities: readonly unknown[] | undefined;
}

/** A message's text as a person sees it. Throws `Refusal` as Telegram refuses it. */
export function messageText(source: Source): FormattedText {
	if (source.text === "") throw badRequest("message text is empty");
	const formatted = judgeText(format(source));
	if (formatted.text.length > MAX_TEXT_LENGTH) throw badRequest("message is too long");
	return formatted;
}

/** A caption as a person sees it, which may be empty. Throws `Refusal` as Telegram refuses it. */
export function captionText(source: Source): FormattedText {
	const formatted = judgeText(format(source), true);
	if (formatted.text.length > MAX_CAPTION_LENGTH) throw badRequest("message caption is too long");
	return formatted;
}

function format({ text, parseMode = "", entities = [] }: Source): FormattedText {
	if (Buffer.byteLength(text) > MAX_SOURCE_BYTES) throw badRequest("text is too long");
	switch (parseMode.toLowerCase()) {
		case "":
			return { text, entities: readEntities(entities) };
		case "html":
			return parseHtml(text);
		case "markdown":
		case "markdownv2":
			throw badRequest(`parse_mode ${parseMode} is not supported by this stand-in: use HTML or entities`);
		default:
			throw badRequest("unsupported parse_mode");
	}
}
