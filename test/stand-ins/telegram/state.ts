import type { Chat, Message, Update, User } from "grammy/types";
import { Recording } from "#test/stand-ins/recording.ts";
import { FileStore } from "./file-store.ts";
import { markupOf } from "./keyboard.ts";
import { badRequest, describeCode, Refusal } from "./refusal.ts";
import type { SentMessage } from "./types.ts";
import { UpdateQueue } from "./update-queue.ts";

/** What the server knows of one bot: chats, messages of both sides, files and updates. */
export class BotState {
	readonly bot: User & { username: string };
	readonly updates = new UpdateQueue();
	readonly files = new FileStore();
	readonly sent = new Recording<SentMessage>();
	/** Buttons that were pressed and may still be answered. */
	readonly callbackIds = new Set<string>();
	readonly #chats = new Map<number, Chat>();
	readonly #blocked = new Set<number>();
	readonly #received = new Map<number, Message>();
	/** Private chats and basic groups of one account share one numbering. */
	#nextMessageId = 1;

	constructor(botId: number) {
		this.bot = { id: botId, is_bot: true, first_name: "Stand-in", username: "stand_in_bot" };
	}

	addChat(chat: Chat): void {
		this.#chats.set(chat.id, chat);
	}

	block(chatId: number): void {
		this.#blocked.add(chatId);
	}

	/** The chat that a bot writes to. Throws `Refusal` where it can't. */
	openChat(chatId: number | string): Chat {
		const chat = this.#chats.get(Number(chatId));
		if (!chat) throw badRequest("chat not found");
		if (this.#blocked.has(chat.id)) throw new Refusal(403, describeCode(403));
		return chat;
	}

	nextMessageId(): number {
		return this.#nextMessageId++;
	}

	receive(message: Message): void {
		this.addChat(message.chat);
		this.#received.set(message.message_id, message);
	}

	/** Queues an update, and learns of the chat and the message in it. */
	pushUpdate(update: Omit<Update, "update_id">): number {
		const message = update.message ?? update.edited_message;
		if (message) this.receive(message);
		return this.updates.push(update);
	}

	sentMessage(chatId: number, messageId: number): SentMessage | undefined {
		return this.sent.items.find(
			(message) => message.chatId === chatId && message.messageId === messageId && !message.deleted,
		);
	}

	/** A message of either side, as Telegram shows it in answers and replies. */
	message(chatId: number, messageId: number): Message | undefined {
		const received = this.#received.get(messageId);
		if (received?.chat.id === chatId) return received;
		const sent = this.sentMessage(chatId, messageId);
		return sent && this.wire(sent);
	}

	forget(messageId: number): void {
		this.#received.delete(messageId);
	}

	/** A message of the bot as Telegram writes it. */
	wire(sent: SentMessage): Message {
		const replied = sent.replyTo === undefined ? undefined : this.message(sent.chatId, sent.replyTo);
		return {
			message_id: sent.messageId,
			from: this.bot,
			chat: this.openChat(sent.chatId),
			date: Math.floor((performance.timeOrigin + sent.sentAt) / 1000),
			...contentOf(sent),
			...(sent.buttons.length > 0 ? { reply_markup: markupOf(sent.buttons) } : {}),
			...(replied ? { reply_to_message: withoutReply(replied) } : {}),
		};
	}
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** A message that is replied to never shows what it replied to itself. */
export function withoutReply(message: Message): NonNullable<Message["reply_to_message"]> {
	const { reply_to_message: _, ...rest } = message;
	// grammY types the absence as a member of type `undefined` that no message can have under exactOptionalPropertyTypes.
	return rest as NonNullable<Message["reply_to_message"]>;
}

/** What a message holds beside its place, its sender and its time. */
export type MessageContent = Omit<Partial<Message>, "message_id" | "from" | "chat" | "date">;

function contentOf({ text, entities, file }: SentMessage): MessageContent {
	if (!file) return { text, ...(entities.length > 0 ? { entities } : {}) };
	const caption = text === "" ? {} : { caption: text, caption_entities: entities };
	const common = { file_id: file.fileId, file_unique_id: file.fileId, file_size: file.bytes.length };
	return file.kind === "photo"
		? { photo: [{ ...common, width: 1, height: 1 }], ...caption }
		: { document: { ...common, file_name: file.name }, ...caption };
}
