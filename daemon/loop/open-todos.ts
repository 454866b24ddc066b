import { truncate } from "#core/truncate.ts";
import { escapeOurTags } from "#daemon/context/wrap.ts";
import { codeSpan } from "#tools/code-span.ts";
import type { TodoItem } from "#tools/ports.ts";
import { WORDS_WITHHELD } from "#tools/withheld.ts";

type OpenTodo = Pick<TodoItem, "id" | "text" | "state" | "outside">;

/** More would only be skimmed; the whole list is one call away. */
const MAX_SHOWN = 12;
const MAX_TEXT_LENGTH = 200;

/** For the model, when its turn would end with open items on the list. States facts only. */
export function openTodosNotice(preface: string, open: readonly OpenTodo[]): string {
	// A notice is the program's word: what others may have put into a list is not repeated in it.
	const items = escapeOurTags(
		listTodos(open.map((item) => (item.outside ? { ...item, text: WORDS_WITHHELD } : item))),
	).text;
	return `[exit check] ${preface}These items of the TODO list are still open:\n${items}\nGo on with them, or set what is done or no longer needed with todo, then end the turn.`;
}

/** For the owner: as code, so that an address in it is no link, whoever wrote it. */
export const todosForOwner = (open: readonly OpenTodo[]): string => listTodos(open, codeSpan);

/** One line for each item, by number and text, as Markdown. */
function listTodos(open: readonly OpenTodo[], as: (text: string) => string = (text) => text): string {
	const lines = open.slice(0, MAX_SHOWN).map(({ id, text, state }) => {
		const begun = state === "in_progress" ? " (begun)" : "";
		return `- ${id}: ${as(truncate(text.replace(/\s+/g, " ").trim(), MAX_TEXT_LENGTH))}${begun}`;
	});
	const more = open.length - lines.length;
	return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}
