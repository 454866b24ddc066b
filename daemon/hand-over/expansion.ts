import { formatEventId } from "#core/event.ts";
import { findHandles, formatHandle, replaceHandles } from "#core/handle.ts";
import { ERASED } from "#daemon/records/contents.ts";
import type { ReplyPort } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import { type HandedContent, HandedContents } from "./handed-content.ts";
import { quoteBlock, quoteName } from "./quote.ts";

/** The most handles that one text may hold: each may stand for thousands of characters. */
const MAX_HANDLES = 10;

/**
 * Puts in what handles stand for, on the way to the owner. The model wrote the handle, never sees the words, and keeps only
 * the handle in its own message: so a stranger's text reaches the owner without reaching the owner's conversation.
 */
export class Expansion {
	readonly #contents: HandedContents;

	constructor(parts: ConstructorParameters<typeof HandedContents>[0]) {
		this.#contents = new HandedContents(parts);
	}

	/**
	 * @param trajectoryId whose text it is: the main one's or a fork's; others hold no handle to show
	 * @returns `outside` wherever a handle was put in, whoever wrote the words: no mistake about that can harm
	 * @throws ToolError where a handle names nothing that this trajectory may show
	 */
	expand(trajectoryId: number, text: string): ReturnType<ReplyPort["expand"]> {
		const written = findHandles(text);
		if (written.length === 0) return { text, outside: false };
		if (written.length > MAX_HANDLES)
			throw new ToolError(`The text holds ${written.length} handles, at most ${MAX_HANDLES} are shown. Name fewer.`);
		const trajectory = this.#contents.owners(trajectoryId);
		const words = new Map(
			written.map((handle) => [handle, wordsFor(this.#contents.find(trajectory, handle, "sent"), text)]),
		);
		return { text: replaceHandles(text, (handle) => words.get(handle) ?? ""), outside: true };
	}
}

/** @param around the text that the words are put into */
function wordsFor(content: HandedContent, around: string): string {
	if (content.isErased) return ERASED;
	return content.kind === "event" ? eventWords(content, around) : answerWords(content);
}

function eventWords({ handle, event }: Extract<HandedContent, { kind: "event" }>, around: string): string {
	switch (handle.part) {
		case "body":
			return quoteBlock(`${formatEventId(event.id)}, word for word`, event.text === "" ? "(no text)" : event.text);
		case "sender": {
			const { name, id: address } = event.sender;
			return quoteName(name === undefined || name === address ? address : `${name} (${address})`, around);
		}
		case "files": {
			const names = event.attachments.map((file) => quoteName(file.name, around));
			return names.length === 0 ? "(no files)" : names.join(", ");
		}
	}
}

/** Whoever wrote what was read may have chosen these words: they are quoted as theirs would be. */
function answerWords({ answer }: Extract<HandedContent, { kind: "answer" }>): string {
	const name = formatHandle({ kind: "answer", answer: answer.id });
	return quoteBlock(`${name}, what a reader made of ${formatEventId(answer.eventId)}, unchecked`, answer.text ?? "");
}
