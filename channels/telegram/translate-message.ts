import type { Inbound } from "#core/event.ts";
import { formatAddress } from "./address.ts";
import { describeContent, describeOrigin, findQuote, fullName } from "./content.ts";
import { listFiles } from "./media.ts";
import { type Arrival, type Bot, skip, type Translation } from "./translation.ts";
import { type Message, SERVICE_KINDS } from "./update.ts";

/** Messages that make one event: one, or the members of an album. */
export type Together = readonly [Message, ...Message[]];

/** @param dedupKey of its update */
export function translateMessage(message: Message, edited: boolean, bot: Bot, dedupKey: string): Translation {
	if (message.chat.type !== "private") return skip("group");
	if (message.from.is_bot) return skip("bot");
	if (SERVICE_KINDS.some((kind) => message[kind] !== undefined)) return skip("service");
	// A shared live location is an edit every few seconds.
	if (edited && message.location) return skip("live location");
	if (!edited && message.media_group_id !== undefined) {
		return { kind: "album", groupId: message.media_group_id, message };
	}
	return compose([message], edited, bot, dedupKey);
}

/**
 * One event for an album. Its key names the first and the last member: it is the same whenever the same album comes again,
 * and another one for a member that comes later, which would be lost under the key of those before it.
 * @param members in the order of their numbers
 */
export function translateAlbum(groupId: string, members: Together, bot: Bot): Arrival {
	const last = members.at(-1) ?? members[0];
	const dedupKey = `album:${bot.id}:${groupId}:${members[0].message_id}-${last.message_id}`;
	return compose(members, false, bot, dedupKey);
}

function compose(messages: Together, edited: boolean, bot: Bot, dedupKey: string): Arrival {
	const [first] = messages;
	const files = messages.flatMap((message) => listFiles(message, `${bot.id}:${message.chat.id}:${message.message_id}`));
	const { text, outside } = composeText(messages, bot, files.length > 0);
	return {
		kind: "inbound",
		files,
		inbound: {
			channel: "telegram",
			dedupKey,
			conversation: { channel: "telegram", address: addressOf(first) },
			sender: { id: String(first.from.id), name: fullName(first.from) },
			text,
			...(outside ? { outside: { source: outside } } : {}),
			...references(first, edited),
			occurredAt: (first.edit_date ?? first.date) * 1000,
		},
	};
}

/** An edit has no number of its own: it has that of the message whose words it replaces. */
function references(message: Message, edited: boolean): Pick<Inbound, "serviceId" | "about"> {
	const serviceId = String(message.message_id);
	if (edited) return { about: { relation: "edit", serviceId } };
	const answered = message.reply_to_message;
	// In a topic every message "answers" the one that opened the topic.
	if (!answered || answered.forum_topic_created !== undefined) return { serviceId };
	return { serviceId, about: { relation: "reply", serviceId: String(answered.message_id) } };
}

function composeText(messages: Together, bot: Bot, hasFiles: boolean): { text: string; outside?: string } {
	const [first] = messages;
	const words = messages.flatMap((message) => message.text ?? message.caption ?? []).join("\n");
	const contents = messages.flatMap((message) => describeContent(message) ?? []);
	const said = [words, ...contents.map(({ line }) => line)].filter((line) => line !== "").join("\n");
	const body = said === "" && !hasFiles ? "[a kind of message that can't be read yet]" : said;
	if (first.forward_origin) {
		const origin = `[forwarded from ${describeOrigin(first.forward_origin)}]`;
		return { text: `${origin}\n${body}`, outside: "telegram-forward" };
	}
	if (first.via_bot) return { text: body, outside: "telegram-inline-bot" };
	// Only what the person typed here: with a quote in front, a command would not be the whole message any more.
	if (words.startsWith("/")) return { text: plainCommand(words, bot) };
	const quote = findQuote(first, bot.id);
	if (quote) {
		const quoted = quote.text.replace(/^/gm, "> ");
		return { text: `[quoted from ${quote.author}]\n${quoted}\n\n${body}`, outside: "telegram-forward" };
	}
	return contents.some(({ foreign }) => foreign) ? { text: body, outside: "telegram-card" } : { text: body };
}

/** `/stop@our_bot` is what Telegram's menus insert where several bots listen; it means `/stop`. */
function plainCommand(text: string, bot: Bot): string {
	const match = /^(\/\w+)@(\w+)(?!\S)/.exec(text);
	if (!match || match[2]?.toLowerCase() !== bot.username.toLowerCase()) return text;
	return `${match[1]}${text.slice(match[0].length)}`;
}

/** A thread id alone may only mean an answer; topics say so. */
export function addressOf(message: Pick<Message, "chat" | "is_topic_message" | "message_thread_id">): string {
	const { chat, is_topic_message: inTopic, message_thread_id: topicId } = message;
	return formatAddress(inTopic && topicId !== undefined ? { chatId: chat.id, topicId } : { chatId: chat.id });
}
