import type { Api } from "grammy";
import type { Choice } from "#core/message.ts";
import { keyboard } from "./buttons.ts";
import { readFailure } from "./failure.ts";
import { type FormattedText, toPlainText } from "./formatted-text.ts";

interface TextMessage extends FormattedText {
	chatId: number;
	topic: { message_thread_id?: number };
	/** Shown as buttons below. */
	choices: readonly Choice[];
}

/**
 * Sends a text with one call, or two: where Telegram refuses its entities, and so has stored nothing, the words are sent
 * without them. A message is never lost for how it looks.
 * @returns Telegram's number of the message
 * @throws what grammY throws
 */
export async function sendText(api: Api, message: TextMessage): Promise<number> {
	const markup = keyboard(message.choices);
	const send = async ({ text, entities }: FormattedText) => {
		const sent = await api.sendMessage(message.chatId, text, {
			...message.topic,
			...(entities.length > 0 ? { entities } : {}),
			link_preview_options: { is_disabled: true },
			...(markup ? { reply_markup: markup } : {}),
		});
		return sent.message_id;
	};
	try {
		return await send(message);
	} catch (error) {
		if (message.entities.length === 0 || !areEntitiesRefused(error)) throw error;
		return send({ text: toPlainText(message), entities: [] });
	}
}

/** As `can't parse entities: …`, `entity URL 'x' is invalid`, `ENTITIES_TOO_LONG`. */
export function areEntitiesRefused(error: unknown): boolean {
	const failure = readFailure(error);
	return failure.kind === "refused" && failure.code === 400 && /entit/i.test(failure.description);
}
