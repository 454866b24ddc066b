import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { entitiesSchema } from "./entities.ts";
import { buttonsOf, markupSchema } from "./keyboard.ts";
import type { Methods } from "./method.ts";
import { check, integer } from "./parameters.ts";
import { badRequest } from "./refusal.ts";
import type { BotState } from "./state.ts";
import { messageText } from "./text.ts";
import type { SentMessage } from "./types.ts";

const target = { chat_id: z.union([integer, z.string().min(1)]), message_id: integer };
const textSchema = z.object({
	...target,
	text: z.string().default(""),
	parse_mode: z.string().optional(),
	entities: entitiesSchema.optional(),
	reply_markup: markupSchema.optional(),
});
const markupOnlySchema = z.object({ ...target, reply_markup: markupSchema.optional() });
const deleteSchema = z.object(target);
const answerSchema = z.object({ callback_query_id: z.string(), text: z.string().optional() });

const NOT_MODIFIED =
	"message is not modified: specified new message content and reply markup are exactly the same as a current content " +
	"and reply markup of the message";

/** Methods that change or answer what is in a chat. */
export function editMethods(state: BotState): Methods {
	const edit = (sent: SentMessage, change: Partial<SentMessage>) => {
		if (isDeepStrictEqual({ ...sent, ...change }, sent)) throw badRequest(NOT_MODIFIED);
		Object.assign(sent, change, { edits: sent.edits + 1 });
		return state.wire(sent);
	};
	return {
		editMessageText({ parameters }) {
			const asked = check(textSchema, parameters);
			const sent = editable(state, asked.chat_id, asked.message_id);
			if (sent.file) throw badRequest("there is no text in the message to edit");
			const formatted = messageText({ text: asked.text, parseMode: asked.parse_mode, entities: asked.entities });
			// An edit without a keyboard takes the old one away.
			const edited = edit(sent, { ...formatted, buttons: buttonsOf(asked.reply_markup) });
			Object.assign(sent, { source: asked.text, parseMode: asked.parse_mode });
			return edited;
		},
		editMessageReplyMarkup({ parameters }) {
			const asked = check(markupOnlySchema, parameters);
			const sent = editable(state, asked.chat_id, asked.message_id);
			return edit(sent, { buttons: buttonsOf(asked.reply_markup) });
		},
		deleteMessage({ parameters }) {
			const { chat_id, message_id } = check(deleteSchema, parameters);
			const chat = state.openChat(chat_id);
			if (!state.message(chat.id, message_id)) throw badRequest("message to delete not found");
			const sent = state.sentMessage(chat.id, message_id);
			if (sent) sent.deleted = true;
			else state.forget(message_id);
			return true;
		},
		answerCallbackQuery({ parameters }) {
			const { callback_query_id } = check(answerSchema, parameters);
			if (!state.callbackIds.delete(callback_query_id)) {
				throw badRequest("query is too old and response timeout expired or query ID is invalid");
			}
			return true;
		},
	};
}

function editable(state: BotState, chatId: number | string, messageId: number): SentMessage {
	const chat = state.openChat(chatId);
	const sent = state.sentMessage(chat.id, messageId);
	if (sent) return sent;
	throw badRequest(state.message(chat.id, messageId) ? "message can't be edited" : "message to edit not found");
}
