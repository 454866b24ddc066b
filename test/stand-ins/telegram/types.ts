import type { IncomingHttpHeaders } from "node:http";
import type { Message, MessageEntity, MessageOrigin, ReactionTypeEmoji, Update } from "grammy/types";

/** One method call of the bot, recorded when its parameters were read. */
export interface ApiCall {
	method: string;
	/** As sent: JSON values, or form fields with nested JSON parsed. */
	parameters: Record<string, unknown>;
	headers: IncomingHttpHeaders;
	/** What was uploaded with it, by the name of its form field. */
	files: Map<string, { name: string; bytes: Buffer }>;
	/** `performance.now()`. */
	receivedAt: number;
	/** Resolves when it is answered or its connection is gone. */
	ended: Promise<void>;
	/** What was answered; undefined while it is open and where the connection was broken. */
	status: number | undefined;
}

/** A message that the bot sent, as the person sees it now: changed in place by edits. */
export interface SentMessage {
	messageId: number;
	chatId: number;
	/** Plain text or caption after the parsing of entities. */
	text: string;
	/** `text` before all edits. */
	firstText: string;
	entities: MessageEntity[];
	/** Text or caption as the bot sent it, with its markup. */
	source: string;
	parseMode: string | undefined;
	buttons: SentButton[][];
	replyTo: number | undefined;
	file: { kind: "document" | "photo"; name: string; bytes: Uint8Array; fileId: string } | undefined;
	edits: number;
	deleted: boolean;
	/** `performance.now()`. */
	sentAt: number;
}

export interface SentButton {
	text: string;
	/** `callback_data`; undefined for a link. */
	data: string | undefined;
	url: string | undefined;
}

export interface TextOptions {
	entities?: MessageEntity[];
	/** The message is a forward of somebody else's. */
	forward_origin?: MessageOrigin;
	/** Number of the message in this chat that it answers. */
	reply_to?: number;
	/** A quoted part of the message answered. */
	quote?: string;
}

export interface DocumentOptions {
	caption?: string;
	mimeType?: string;
	/** What Telegram says the size is, where it should differ: over 20 MB getFile refuses. */
	claimedSizeBytes?: number;
}

export interface MediaOptions {
	kind: "document" | "photo" | "voice" | "audio" | "video" | "video_note" | "animation" | "sticker";
	bytes: Uint8Array;
	/** Only what the sender had as a file has a name. */
	name?: string;
	mimeType?: string;
	caption?: string;
	durationSeconds?: number;
	/** See `DocumentOptions`. */
	claimedSizeBytes?: number;
}

/** Photos and the like that a person sends as one. Each member is a message with an update of its own. */
export interface Album {
	/** Sends one more member. Returns the id of its update. */
	add(media: MediaOptions): number;
}

/** A person in a private chat with the bot. Each action puts an update in the queue and returns its id. */
export interface TelegramUser {
	id: number;
	sendText(text: string, options?: TextOptions): number;
	sendDocument(bytes: Uint8Array, name: string, options?: DocumentOptions): number;
	sendMedia(media: MediaOptions): number;
	/** Begins an album. */
	startAlbum(): Album;
	/** Sends anything else: a place, a contact. */
	sendContent(content: Partial<Omit<Message, "message_id" | "from" | "chat" | "date">>): number;
	/** Puts marks on a message of either side, in place of what this person had put there; none takes them away. */
	react(messageId: number, ...emoji: ReactionTypeEmoji["emoji"][]): number;
	/** Throws where the message, as it is now, has no such button: a test can't press what nobody sees. */
	pressButton(message: SentMessage, data: string): number;
	/** Changes the text of a message that this person sent. */
	editText(messageId: number, text: string): number;
	/** From now on messages to this person are refused with 403. */
	block(): void;
	/** Number of the last message in this chat, from either side. */
	readonly lastMessageId: number;
}

/** An error to answer with. With `body` (an HTML page of a proxy) the answer is not JSON. */
export interface InjectedError {
	code: number;
	/** Default: what Telegram says for that code. */
	description?: string;
	parameters?: { retry_after?: number; migrate_to_chat_id?: number };
	body?: string;
	/** How many calls it strikes. Default 1. */
	times?: number;
}

export interface BotApiOptions {
	/** Default `987654321:stand-in-token`. */
	token?: string;
	/** Default 0: any free port. */
	port?: number;
	/** Upper bound of a long poll's `timeout`, so that tests don't wait for a whole one. Default 50 000, as Telegram's. */
	maxPollMs?: number;
}

/** `method` is Telegram's name, in any case, `file` for a download, or `*` for everything. Faults strike in the order they were added. */
export interface BotApiFaults {
	fail(method: string, error: InjectedError): void;
	/** The call waits for `until` (default: for ever), then is processed, unless the client has gone away. */
	hang(method: string, until?: Promise<unknown>): void;
	/** Processes the call, then breaks the connection without an answer. */
	dropAfter(method: string, times?: number): void;
	/** Breaks the connection without processing the call. */
	dropBefore(method: string, times?: number): void;
	/** Processes the call, then sends headers and half of the body, and nothing more, the connection staying open. */
	halfOpen(method: string, times?: number): void;
	/** Processes the call, then sends headers and half of the body, and resets the connection. */
	resetInBody(method: string, times?: number): void;
	/** Forgets faults that have not struck yet. */
	clearFaults(): void;
}

export interface BotApi extends BotApiFaults {
	/** For grammY's `client: { apiRoot }`. */
	apiRoot: string;
	token: string;
	calls: readonly ApiCall[];
	/** In order, over all chats; a deleted message stays with `deleted`. */
	sent: readonly SentMessage[];
	/** The same id gives the same person. Chats that were never named so are "chat not found". */
	user(id: number, firstName?: string): TelegramUser;
	/** Updates that no offset has confirmed. */
	pendingUpdates(): readonly Update[];
	/** Queues any other kind of update (a group message, a reaction). Returns its id. */
	pushUpdate(update: Omit<Update, "update_id">): number;
	/** Lets the connections that are open go dead: nothing is read or written there any more, and nobody is told. */
	killConnections(): void;
	/** Sets a webhook as `setWebhook` would, so that getUpdates is refused until it is deleted. */
	setWebhook(url: string): void;
	/** Resolves when `count` (from 1) messages were sent, with the last of them. */
	untilSent(count: number): Promise<SentMessage>;
	/** Resolves when `method` was called `count` times (default 1), with the last of these calls. */
	untilCalled(method: string, count?: number): Promise<ApiCall>;
	/** Breaks open connections and frees the port. Calling it twice is harmless. */
	close(): Promise<void>;
}
