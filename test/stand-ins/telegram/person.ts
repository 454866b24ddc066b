import type { Chat, MessageEntity, ReactionTypeEmoji, User } from "grammy/types";
import { mediaContent } from "./media.ts";
import { type BotState, type MessageContent, nowSeconds, withoutReply } from "./state.ts";
import type { Album, DocumentOptions, MediaOptions, SentMessage, TelegramUser, TextOptions } from "./types.ts";

/** A person in a private chat with the bot, whose acts become updates. */
export class Person implements TelegramUser {
	readonly id: number;
	readonly #state: BotState;
	readonly #user: User;
	readonly #chat: Chat.PrivateChat;
	readonly #reactions = new Map<number, ReactionTypeEmoji[]>();
	#lastOwnId = 0;

	constructor(state: BotState, id: number, firstName: string) {
		this.id = id;
		this.#state = state;
		this.#user = { id, is_bot: false, first_name: firstName, language_code: "en" };
		this.#chat = { id, type: "private", first_name: firstName };
		state.addChat(this.#chat);
	}

	get lastMessageId(): number {
		const fromBot = this.#state.sent.items.findLast((message) => message.chatId === this.id);
		return Math.max(this.#lastOwnId, fromBot?.messageId ?? 0);
	}

	sendText(text: string, options: TextOptions = {}): number {
		const entities = options.entities ?? commandEntities(text);
		return this.#send({
			text,
			...(entities.length > 0 ? { entities } : {}),
			...(options.forward_origin ? { forward_origin: options.forward_origin } : {}),
			...this.#replying(options),
		});
	}

	sendDocument(bytes: Uint8Array, name: string, options: DocumentOptions = {}): number {
		return this.sendMedia({ kind: "document", bytes, name, ...options });
	}

	sendMedia(media: MediaOptions): number {
		return this.#send(mediaContent(this.#state.files, media));
	}

	startAlbum(): Album {
		const media_group_id = `album-${this.#state.updates.nextId}`;
		return { add: (media) => this.#send({ ...mediaContent(this.#state.files, media), media_group_id }) };
	}

	sendContent(content: MessageContent): number {
		return this.#send(content);
	}

	react(messageId: number, ...emoji: ReactionTypeEmoji["emoji"][]): number {
		if (!this.#state.message(this.id, messageId)) throw new Error(`There is no message ${messageId} to react to`);
		const new_reaction = emoji.map((one): ReactionTypeEmoji => ({ type: "emoji", emoji: one }));
		const old_reaction = this.#reactions.get(messageId) ?? [];
		this.#reactions.set(messageId, new_reaction);
		const place = { chat: this.#chat, message_id: messageId, user: this.#user, date: nowSeconds() };
		return this.#state.pushUpdate({ message_reaction: { ...place, old_reaction, new_reaction } });
	}

	pressButton(message: SentMessage, data: string): number {
		if (message.deleted || !message.buttons.flat().some((button) => button.data === data)) {
			throw new Error(`Message ${message.messageId} has no button with the data ${JSON.stringify(data)}`);
		}
		const id = `callback-${this.#state.updates.nextId}`;
		this.#state.callbackIds.add(id);
		return this.#state.pushUpdate({
			callback_query: { id, from: this.#user, message: this.#state.wire(message), chat_instance: `${this.id}`, data },
		});
	}

	editText(messageId: number, text: string): number {
		const message = this.#state.message(this.id, messageId);
		if (!message || message.from?.id !== this.id) throw new Error(`Message ${messageId} is not from this person`);
		const edited = { ...message, from: this.#user, chat: this.#chat, text, edit_date: nowSeconds() };
		return this.#state.pushUpdate({ edited_message: edited });
	}

	block(): void {
		this.#state.block(this.id);
	}

	#replying({ reply_to, quote }: TextOptions): MessageContent {
		if (reply_to === undefined) return {};
		const replied = this.#state.message(this.id, reply_to);
		if (!replied) throw new Error(`There is no message ${reply_to} to reply to`);
		return {
			reply_to_message: withoutReply(replied),
			...(quote === undefined ? {} : { quote: { text: quote, position: 0, is_manual: true } }),
		};
	}

	#send(content: MessageContent): number {
		this.#lastOwnId = this.#state.nextMessageId();
		const envelope = { message_id: this.#lastOwnId, from: this.#user, chat: this.#chat, date: nowSeconds() };
		return this.#state.pushUpdate({ message: { ...envelope, ...content } });
	}
}

/** Telegram itself marks a command at the start. */
function commandEntities(text: string): MessageEntity[] {
	const command = /^\/[a-z0-9_]{1,32}/i.exec(text);
	return command ? [{ type: "bot_command", offset: 0, length: command[0].length }] : [];
}
