import { formatAddress } from "./address.ts";
import { parseAction } from "./buttons.ts";
import { fullName, oneLine } from "./content.ts";
import { readOutline } from "./outline.ts";
import { addressOf, translateMessage } from "./translate-message.ts";
import { type Bot, skip, type Translation } from "./translation.ts";
import { type Callback, type RawUpdate, type Reaction, updateSchema } from "./update.ts";

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
	const { message, edited_message: edited, callback_query: callback, message_reaction: reaction } = parsed.data;
	if (message) return translateMessage(message, false, bot, dedupKey);
	if (edited) return translateMessage(edited, true, bot, dedupKey);
	if (callback) return translateCallback(callback, dedupKey, receivedAt);
	return reaction ? translateReaction(reaction, dedupKey) : skip("unasked kind");
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

/** Telegram doesn't say in which topic the message stands, so the event belongs to the chat as a whole. */
function translateReaction(reaction: Reaction, dedupKey: string): Translation {
	const { chat, user, date, message_id: messageId, new_reaction: marks } = reaction;
	if (chat.type !== "private" || !user) return skip("group");
	if (user.is_bot) return skip("bot");
	return {
		kind: "inbound",
		files: [],
		inbound: {
			channel: "telegram",
			dedupKey,
			conversation: { channel: "telegram", address: formatAddress({ chatId: chat.id }) },
			sender: { id: String(user.id), name: fullName(user) },
			text: marks.length === 0 ? "[reaction removed]" : `[reaction ${marks.map(describeMark).join(" ")}]`,
			about: { relation: "reaction", serviceId: String(messageId) },
			occurredAt: date * 1000,
		},
	};
}

function describeMark({ type, emoji, custom_emoji_id: customId }: Reaction["new_reaction"][number]): string {
	if (emoji !== undefined) return oneLine(emoji);
	if (type === "paid") return "paid star";
	return customId === undefined ? oneLine(type) : `custom emoji ${oneLine(customId)}`;
}

function saveBroken(raw: RawUpdate, dedupKey: string, receivedAt: number, problem: string): Translation {
	const { chat, from } = readOutline(raw);
	// Only private chats have positive numbers.
	if ((chat?.type !== undefined && chat.type !== "private") || (chat?.id ?? 0) < 0) return skip("group");
	if (from?.is_bot) return skip("bot");
	return {
		kind: "inbound",
		files: [],
		inbound: {
			channel: "telegram",
			dedupKey,
			conversation: { channel: "telegram", address: String(chat?.id ?? "unknown") },
			sender: { id: String(from?.id ?? "unknown") },
			text: describeUnreadable(problem),
			occurredAt: receivedAt,
		},
	};
}

/** What stands in for a message that this program can't take. */
export const describeUnreadable = (problem: string): string =>
	`[a message from Telegram that can't be read: ${problem}]`;
