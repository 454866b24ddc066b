import type { Inbound } from "#core/event.ts";
import { formatAddress } from "./address.ts";
import { parseAction } from "./buttons.ts";
import { describeContent, describeOrigin, findQuote, fullName } from "./content.ts";
import { type Callback, type Message, outlineSchema, type RawUpdate, SERVICE_KINDS, updateSchema } from "./update.ts";

export interface Bot {
	id: number;
	/** Without `@`. */
	username: string;
}

/** A file at Telegram that belongs to an event. */
export interface RemoteFile {
	fileId: string;
	/** The same for the same file at all times, and never the same for two. Can't be used to download. */
	uniqueId: string;
	/** As the sender named it. Never used as a path. */
	name: string;
	mediaType: string;
	sizeBytes: number | undefined;
}

export type Translation =
	| { kind: "inbound"; inbound: Inbound; files: RemoteFile[]; callbackId?: string }
	| { kind: "skip"; reason: SkipReason };
/** What is left out on purpose, for the log. */
export type SkipReason = "group" | "bot" | "service" | "live location" | "unasked kind";

/**
 * Says what an update means. Never throws, and drops nothing that a person said in a private chat: what can't be read
 * becomes an event that says so, because an update that fails for ever would hold up all that come after it.
 * @param receivedAt stands in where Telegram gives no time (a pressed button), milliseconds since the epoch
 */
export function translate(raw: RawUpdate, bot: Bot, receivedAt: number): Translation {
	const parsed = updateSchema.safeParse(raw);
	const dedupKey = `update:${bot.id}:${raw.update_id}`;
	if (!parsed.success) {
		const first = parsed.error.issues[0];
		return saveBroken(raw, dedupKey, receivedAt, `${first?.path.join(".")}: ${first?.message}`);
	}
	const { message, edited_message: edited, callback_query: callback } = parsed.data;
	if (message) return translateMessage(message, false, bot, dedupKey);
	if (edited) return translateMessage(edited, true, bot, dedupKey);
	if (callback) return translateCallback(callback, dedupKey, receivedAt);
	return skip("unasked kind");
}

const skip = (reason: SkipReason): Translation => ({ kind: "skip", reason });

function translateMessage(message: Message, edited: boolean, bot: Bot, dedupKey: string): Translation {
	if (message.chat.type !== "private") return skip("group");
	if (message.from.is_bot) return skip("bot");
	if (SERVICE_KINDS.some((kind) => message[kind] !== undefined)) return skip("service");
	// A shared live location is an edit every few seconds.
	if (edited && message.location) return skip("live location");
	const files = listFiles(message);
	const { text, outside } = composeText(message, bot, files.length > 0);
	return {
		kind: "inbound",
		files,
		inbound: {
			channel: "telegram",
			dedupKey,
			conversation: { channel: "telegram", address: addressOf(message) },
			sender: { id: String(message.from.id), name: fullName(message.from) },
			text: edited ? `[edited] ${text}` : text,
			...(outside ? { outside: { source: outside } } : {}),
			occurredAt: (message.edit_date ?? message.date) * 1000,
		},
	};
}

function composeText(message: Message, bot: Bot, hasFiles: boolean): { text: string; outside?: string } {
	const content = describeContent(message);
	const words = message.text ?? message.caption;
	const said = [words, content?.line].filter((line) => line !== undefined).join("\n");
	const body = said === "" && !hasFiles ? "[a kind of message that can't be read yet]" : said;
	if (message.forward_origin) {
		return { text: `[forwarded from ${describeOrigin(message.forward_origin)}]\n${body}`, outside: "telegram-forward" };
	}
	if (message.via_bot) return { text: body, outside: "telegram-inline-bot" };
	// Only what the person typed here: with a quote in front, a command would not be the whole message any more.
	if (words?.startsWith("/")) return { text: plainCommand(words, bot) };
	const quote = findQuote(message, bot.id);
	if (quote) {
		const quoted = quote.text.replace(/^/gm, "> ");
		return { text: `[quoted from ${quote.author}]\n${quoted}\n\n${body}`, outside: "telegram-forward" };
	}
	return content?.foreign ? { text: body, outside: "telegram-card" } : { text: body };
}

/** `/stop@our_bot` is what Telegram's menus insert where several bots listen; it means `/stop`. */
function plainCommand(text: string, bot: Bot): string {
	const match = /^(\/\w+)@(\w+)(?!\S)/.exec(text);
	if (!match || match[2]?.toLowerCase() !== bot.username.toLowerCase()) return text;
	return `${match[1]}${text.slice(match[0].length)}`;
}

function listFiles({ document, photo }: Message): RemoteFile[] {
	// Sizes of one photo come smallest first.
	const file = document ?? photo?.at(-1);
	if (!file) return [];
	return [
		{
			fileId: file.file_id,
			uniqueId: file.file_unique_id,
			name: file.file_name ?? (document ? "document" : "photo.jpg"),
			mediaType: file.mime_type ?? (document ? "application/octet-stream" : "image/jpeg"),
			sizeBytes: file.file_size,
		},
	];
}

function translateCallback(callback: Callback, dedupKey: string, receivedAt: number): Translation {
	const { message, from, data = "" } = callback;
	if (message?.chat.type !== "private") return skip("group");
	if (from.is_bot) return skip("bot");
	const action = parseAction(data);
	return {
		kind: "inbound",
		files: [],
		callbackId: callback.id,
		inbound: {
			channel: "telegram",
			dedupKey,
			conversation: { channel: "telegram", address: addressOf(message) },
			sender: { id: String(from.id), name: fullName(from) },
			text: `[pressed the button ${data}]`,
			...(action ? { action } : {}),
			occurredAt: receivedAt,
		},
	};
}

/** A thread id alone may only mean an answer; topics say so. */
function addressOf(message: Pick<Message, "chat" | "is_topic_message" | "message_thread_id">): string {
	const { chat, is_topic_message: inTopic, message_thread_id: topicId } = message;
	return formatAddress(inTopic && topicId !== undefined ? { chatId: chat.id, topicId } : { chatId: chat.id });
}

function saveBroken(raw: RawUpdate, dedupKey: string, receivedAt: number, problem: string): Translation {
	const outline = outlineSchema.parse(raw);
	const message = outline.message ?? outline.edited_message ?? outline.callback_query?.message;
	const from = outline.callback_query?.from ?? message?.from;
	if (message?.chat?.type !== undefined && message.chat.type !== "private") return skip("group");
	if (from?.is_bot) return skip("bot");
	return {
		kind: "inbound",
		files: [],
		inbound: {
			channel: "telegram",
			dedupKey,
			conversation: { channel: "telegram", address: String(message?.chat?.id ?? "unknown") },
			sender: { id: String(from?.id ?? "unknown") },
			text: `[a message from Telegram that can't be read: ${problem}]`,
			occurredAt: receivedAt,
		},
	};
}
