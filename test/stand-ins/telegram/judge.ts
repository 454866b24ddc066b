import type { MessageEntity } from "grammy/types";
import type { FormattedText } from "./html.ts";
import { badRequest } from "./refusal.ts";
import { byPlace, countable, untangle } from "./untangle.ts";

/** Longest offset and length that the server reads on. */
const MAX_NUMBER = 1_000_000;

/** Entities of these kinds stay when there is only white space in them. */
const HIDDEN = new Set(["text_link", "code", "pre"]);

/** What goes; of a text of nothing else the server says that it is empty. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the server makes spaces of them
const CONTROL = /[\u0000-\u0009\u000b\u000c\u000e-\u001f]/;
const REMOVED = /[\r\u2028-\u202e]|\u0333|\u033f|\u030a/;
const INVISIBLE =
	/^[ \n\u00a0\u1680\u180e\u2000-\u200f\u202e\u202f\u205f\u2800\u3000\ufeff\ufffc\u{e0000}-\u{e007f}]*$/u;

/**
 * What a person sees of a text with entities: characters cleaned, white space around it gone, and the entities that count. As
 * `fix_formatted_text` of TDLib, which the Bot API server runs on. Pure.
 * @param canBeEmpty for captions
 * @throws Refusal in the server's words
 */
export function judgeText({ text, entities: given }: FormattedText, canBeEmpty = false): FormattedText {
	if (/\p{Surrogate}/u.test(text)) throw badRequest("strings must be encoded in UTF-8");
	for (const { offset, length } of given) {
		if (offset < 0 || offset > MAX_NUMBER) throw badRequest(`receive an entity with incorrect offset ${offset}`);
		if (length < 0 || length > MAX_NUMBER) throw badRequest(`receive an entity with incorrect length ${length}`);
	}
	const cleaned = clean(text, untangle(given));
	const shown = trim({
		text: cleaned.text,
		entities: untangle(cleaned.entities.flatMap((e) => shrink(e, cleaned))),
	});
	if (!canBeEmpty && INVISIBLE.test(shown.text)) throw badRequest("text must be non-empty");
	return { text: shown.text, entities: countable(shown.entities) };
}

function clean(text: string, entities: readonly MessageEntity[]): FormattedText {
	/** Where each unit of the old text stands in the new one; none for the second half of a pair. */
	const places: (number | undefined)[] = new Array(text.length + 1);
	let result = "";
	for (let at = 0; at < text.length; ) {
		const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
		places[at] = result.length;
		if (!REMOVED.test(character)) result += CONTROL.test(character) ? " " : character;
		at += character.length;
	}
	places[text.length] = result.length;
	const moved = entities.map((entity) => {
		const [offset, end] = checkPlace(entity, text, places);
		return { ...entity, offset, length: end - offset };
	});
	// Of several marks of direction only the last counts.
	return { text: result.replace(/[\u200e\u200f](?=[\u200e\u200f])/g, "\u200c"), entities: moved };
}

function checkPlace(
	{ offset, length }: MessageEntity,
	text: string,
	places: readonly (number | undefined)[],
): [number, number] {
	const end = offset + length;
	const byteOffset = (place: number) => Buffer.byteLength(text.slice(0, place + 1));
	if (offset > text.length) {
		throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
	}
	const begin = places[offset];
	if (begin === undefined) {
		throw badRequest(`entity begins in a middle of a UTF-16 symbol at byte offset ${byteOffset(offset)}`);
	}
	const which = `entity beginning at UTF-16 offset ${offset} ends`;
	if (end > text.length) throw badRequest(`${which} after the end of the text at UTF-16 offset ${end}`);
	const finish = places[end];
	if (finish === undefined)
		throw badRequest(`${which} in a middle of a UTF-16 symbol at byte offset ${byteOffset(end)}`);
	return [begin, finish];
}

/** Without the white space that it begins with, up to a link or code in it; nothing where there is nothing else. */
function shrink(entity: MessageEntity, { text, entities }: FormattedText): MessageEntity[] {
	if (HIDDEN.has(entity.type)) return entity.length > 0 ? [entity] : [];
	const words = text.slice(entity.offset, entity.offset + entity.length);
	const space = words.length - words.replace(/^[ \n]+/, "").length;
	const inner = entities.filter((other) => HIDDEN.has(other.type) && entity.type.endsWith("blockquote"));
	const lead = Math.min(
		space,
		...inner.map(({ offset }) => offset - entity.offset).filter((distance) => distance >= 0),
	);
	return lead === words.length ? [] : [{ ...entity, offset: entity.offset + lead, length: words.length - lead }];
}

/** At the end all white space goes, at the beginning up to the first entity. */
function trim({ text, entities }: FormattedText): FormattedText {
	const end = text.replace(/[ \n]+$/, "").length;
	const lead = Math.min(/^[ \n]*/.exec(text)?.[0].length ?? 0, ...entities.map(({ offset }) => offset), end);
	const moved = entities.map((entity) => {
		const length = Math.min(entity.offset + entity.length, end) - entity.offset;
		return { ...entity, offset: entity.offset - lead, length };
	});
	return { text: text.slice(lead, end), entities: moved.filter(({ length }) => length > 0).sort(byPlace) };
}
