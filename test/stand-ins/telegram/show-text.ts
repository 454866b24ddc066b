import type { MessageEntity } from "grammy/types";
import type { FormattedText } from "./html.ts";

/** A message for somebody who reads a terminal, with signs where a phone shows styles: `**bold**`, `[label](address)`. */
export function showText({ text, entities }: FormattedText): string {
	const inserted = entities.flatMap((entity, index) => {
		const [before, after] = signsOf(entity);
		const end = entity.offset + entity.length;
		return [
			{ at: entity.offset, order: index + 1, sign: before },
			// What began last ends first.
			{ at: end, order: -index - 1, sign: after },
		];
	});
	let shown = "";
	let at = 0;
	for (const { at: place, sign } of inserted.sort((a, b) => a.at - b.at || a.order - b.order)) {
		shown += text.slice(at, place) + sign;
		at = place;
	}
	return shown + text.slice(at);
}

function signsOf(entity: MessageEntity): [string, string] {
	switch (entity.type) {
		case "bold":
			return ["**", "**"];
		case "italic":
			return ["_", "_"];
		case "underline":
			return ["__", "__"];
		case "strikethrough":
			return ["~~", "~~"];
		case "spoiler":
			return ["||", "||"];
		case "code":
			return ["`", "`"];
		case "pre":
			return [`⟦${entity.language ?? ""}\n`, "\n⟧"];
		case "blockquote":
		case "expandable_blockquote":
			return ["❝", "❞"];
		case "text_link":
			return ["[", `](${entity.url})`];
		default:
			return ["", ""];
	}
}
