import { expect, it } from "vitest";
import { inboundSchema } from "#core/event.ts";
import { parseAddress } from "./address.ts";
import { keyboard, parseAction } from "./buttons.ts";
import { translate } from "./translate.ts";

const BOT = { id: 99, username: "steward_bot" };
const ADA = { id: 42, is_bot: false, first_name: "Ada", last_name: "Lovelace" };
const BOB = { id: 43, is_bot: false, first_name: "Bob" };
const SELF = { id: 99, is_bot: true, first_name: "Steward" };
const CHAT = { id: 42, type: "private" };
const base = { message_id: 5, date: 1_000, chat: CHAT, from: ADA };
const FILE = { file_id: "f", file_unique_id: "u" };
const fromBob = { type: "user", sender_user: BOB, date: 1 };

/** What the message becomes. */
function inbound(fields: Record<string, unknown>, kind = "message") {
	const translation = translate({ update_id: 7, [kind]: { ...base, ...fields } }, BOT, 5_000);
	if (translation.kind !== "inbound") throw new Error(`It is ${translation.kind}`);
	return inboundSchema.parse(translation.inbound);
}

it("translates a text", () => {
	expect(inbound({ text: "hi" })).toEqual({
		channel: "telegram",
		dedupKey: "update:99:7",
		conversation: { channel: "telegram", address: "42" },
		sender: { id: "42", name: "Ada Lovelace" },
		text: "hi",
		attachments: [],
		serviceId: "5",
		occurredAt: 1_000_000,
	});
});

it.each([
	["a caption", { caption: "look", photo: [] }, "look"],
	["a command", { text: "/stop" }, "/stop"],
	["a command to this bot", { text: "/stop@Steward_Bot" }, "/stop"],
	["a command with a code", { text: "/approve@steward_bot K7Q2" }, "/approve K7Q2"],
	["a command to another bot", { text: "/stop@other_bot" }, "/stop@other_bot"],
	["an address in a text", { text: "write to /x@steward_bot.org" }, "write to /x@steward_bot.org"],
	["a sticker", { sticker: { ...FILE, emoji: "😀" } }, "[sticker 😀]"],
	["a voice message", { voice: { ...FILE, duration: 3 } }, "[voice message, 3 s]"],
	["a video with a caption", { caption: "my cat", video: { ...FILE, duration: 9 } }, "my cat\n[video, 9 s]"],
	["a video message", { video_note: { ...FILE, duration: 5 } }, "[video message, 5 s]"],
	["an animation", { animation: FILE, document: FILE }, "[animation]"],
	["a live photo", { live_photo: { ...FILE, duration: 2 }, photo: [FILE] }, "[live photo, 2 s]"],
	["a live location", { location: { latitude: 1, longitude: 2, live_period: 60 } }, "[live location 1, 2]"],
	["a location", { location: { latitude: 1.5, longitude: -2 } }, "[location 1.5, -2]"],
	["a dice", { dice: { emoji: "🎲", value: 4 } }, "[dice 🎲 4]"],
	["what it does not know", { hologram: {} }, "[a kind of message that can't be read yet]"],
])("keeps %s as the sender's own words", (_what, fields, text) => {
	const event = inbound(fields);
	expect(event.text).toBe(text);
	expect(event.outside).toBeUndefined();
});

it.each([
	["a forward", { text: "hi", forward_origin: fromBob }, "telegram-forward", "[forwarded from Bob]\nhi"],
	[
		"a forward of a channel",
		{ text: "/stop", forward_origin: { type: "channel", chat: { title: "News] \n [x" } } },
		"telegram-forward",
		"[forwarded from News x]\n/stop",
	],
	[
		"an answer to a forward",
		{ text: "do it", reply_to_message: { message_id: 3, from: ADA, text: "a\nb", forward_origin: fromBob } },
		"telegram-forward",
		"[quoted from Bob]\n> a\n> b\n\ndo it",
	],
	[
		"a quote from elsewhere",
		{ text: "see", external_reply: { origin: fromBob }, quote: { text: "a" } },
		"telegram-forward",
		"[quoted from Bob]\n> a\n\nsee",
	],
	[
		"a quote of the assistant's words",
		{
			text: "why?",
			reply_to_message: { message_id: 3, from: SELF, text: "abc" },
			quote: { text: "b", is_manual: true },
		},
		"telegram-forward",
		"[quoted from Steward]\n> b\n\nwhy?",
	],
	["words of an inline bot", { text: "/stop", via_bot: SELF }, "telegram-inline-bot", "/stop"],
	["a contact", { contact: { phone_number: "1", first_name: "Eve" } }, "telegram-card", "[contact Eve 1]"],
	[
		"a poll",
		{ poll: { question: "Who?", options: [{ text: "A]" }, { text: "B" }] } },
		"telegram-card",
		"[poll Who? · A · B]",
	],
	[
		"a venue",
		{ venue: { title: "Bar", address: "1 Rd" }, location: { latitude: 1, longitude: 2 } },
		"telegram-card",
		"[place Bar, 1 Rd 1, 2]",
	],
	[
		"a checklist",
		{ checklist: { title: "Buy", tasks: [{ text: "milk" }] } },
		"telegram-card",
		"[checklist Buy · milk]",
	],
	[
		"an audio",
		{ audio: { ...FILE, duration: 7, title: "Song", performer: "Cher" } },
		"telegram-card",
		"[audio Cher – Song, 7 s]",
	],
	["a game", { game: { title: "Snake" } }, "telegram-card", "[game Snake]"],
	["a story", { story: {} }, "telegram-card", "[story, which bots can't see]"],
])("marks %s as outside content", (_what, fields, source, text) => {
	const event = inbound(fields);
	expect(event.outside).toEqual({ source });
	expect(event.text).toBe(text);
});

it.each([
	[
		"an answer to the assistant",
		{ text: "yes", reply_to_message: { message_id: 3, from: SELF, text: "Shall I?" } },
		"yes",
	],
	["an answer to oneself", { text: "yes", reply_to_message: { message_id: 3, from: ADA, text: "Shall I?" } }, "yes"],
	[
		"a command in answer to a forward",
		{ text: "/stop", reply_to_message: { message_id: 3, from: ADA, text: "a", forward_origin: fromBob } },
		"/stop",
	],
])("leaves %s as it was typed", (_what, fields, text) => {
	expect(inbound(fields)).toMatchObject({ text });
	expect(inbound(fields).outside).toBeUndefined();
});

it("names the topic only where there is one", () => {
	expect(inbound({ text: "x", message_thread_id: 7 }).conversation.address).toBe("42");
	expect(inbound({ text: "x", message_thread_id: 7, is_topic_message: true }).conversation.address).toBe("42:7");
});

it("says which message an answer or an edit is about, and stamps an edit with its time", () => {
	const reply = inbound({ text: "yes", reply_to_message: { message_id: 3, from: SELF, text: "Shall I?" } });
	expect(reply).toMatchObject({ serviceId: "5", about: { relation: "reply", serviceId: "3" } });
	const edit = inbound({ text: "x", edit_date: 2_000 }, "edited_message");
	expect(edit).toMatchObject({ text: "x", about: { relation: "edit", serviceId: "5" }, occurredAt: 2_000_000 });
	expect(edit.serviceId).toBeUndefined();
	const first = { message_id: 3, from: ADA, forum_topic_created: { name: "Work" } };
	expect(inbound({ text: "x", reply_to_message: first }).about).toBeUndefined();
});

it.each([
	[[{ type: "emoji", emoji: "👍" }], "[reaction 👍]"],
	[
		[
			{ type: "emoji", emoji: "❤" },
			{ type: "custom_emoji", custom_emoji_id: "53" },
		],
		"[reaction ❤ custom emoji 53]",
	],
	[[{ type: "paid" }], "[reaction paid star]"],
	[[{ type: "hologram" }], "[reaction hologram]"],
	[[], "[reaction removed]"],
])("tells a reaction as it is now: %j", (new_reaction, text) => {
	const message_reaction = { chat: CHAT, message_id: 5, user: ADA, date: 1_000, old_reaction: [], new_reaction };
	const translation = translate({ update_id: 7, message_reaction }, BOT, 0);
	if (translation.kind !== "inbound") throw new Error(`It is ${translation.kind}`);
	expect(inboundSchema.parse(translation.inbound)).toEqual({
		channel: "telegram",
		dedupKey: "update:99:7",
		conversation: { channel: "telegram", address: "42" },
		sender: { id: "42", name: "Ada Lovelace" },
		text,
		attachments: [],
		about: { relation: "reaction", serviceId: "5" },
		occurredAt: 1_000_000,
	});
});

it.each([
	["voice", { duration: 3 }, "voice-2026-11-30-103045.ogg", "audio/ogg"],
	["audio", { duration: 3, mime_type: "audio/mp4" }, "audio-2026-11-30-103045.m4a", "audio/mp4"],
	["audio", { duration: 3, file_name: "song.flac", mime_type: "audio/flac" }, "song.flac", "audio/flac"],
	["video", { duration: 3 }, "video-2026-11-30-103045.mp4", "video/mp4"],
	["video_note", { duration: 3 }, "video-message-2026-11-30-103045.mp4", "video/mp4"],
	["animation", { mime_type: "image/gif" }, "animation-2026-11-30-103045.gif", "image/gif"],
	["sticker", {}, "sticker-2026-11-30-103045.webp", "image/webp"],
	["sticker", { is_animated: true }, "sticker-2026-11-30-103045.tgs", "application/x-tgsticker"],
	["sticker", { is_video: true }, "sticker-2026-11-30-103045.webm", "video/webm"],
	["document", {}, "document-2026-11-30-103045", "application/octet-stream"],
])("calls the file of a %s with %j %s", (kind, fields, name, mediaType) => {
	const date = Date.parse("2026-11-30T10:30:45Z") / 1000;
	const translation = translate({ update_id: 7, message: { ...base, date, [kind]: { ...FILE, ...fields } } }, BOT, 0);
	const files = [{ fileId: "f", key: "99:42:5:u", name, mediaType, sizeBytes: undefined }];
	expect(translation).toMatchObject({ kind: "inbound", files });
});

it.each([
	["group", { message: { ...base, text: "x", chat: { id: -1, type: "group" } } }],
	["group", { message: { message_id: "broken", chat: { id: -1, type: "supergroup" } } }],
	["group", { callback_query: { id: "1", from: ADA, data: "stop", message: { chat: { id: -1, type: "group" } } } }],
	["group", { callback_query: { id: "1", from: ADA, data: "stop", inline_message_id: "x" } }],
	["group", { message: { message_id: "broken", chat: { id: -100, type: 5 }, from: ADA } }],
	["group", { message: { ...base, text: "x", chat: { id: -1, type: "channel" } } }],
	[
		"group",
		{ message_reaction: { chat: { id: -1, type: "group" }, message_id: 1, date: 1, user: ADA, new_reaction: [] } },
	],
	["group", { message_reaction: { chat: { id: -1, type: "supergroup" }, message_id: "broken" } }],
	["bot", { message: { ...base, text: "x", from: SELF } }],
	["service", { message: { ...base, pinned_message: { message_id: 1 } } }],
	["live location", { edited_message: { ...base, location: { latitude: 1, longitude: 1 } } }],
	["unasked kind", { my_chat_member: {} }],
])("skips: %s", (reason, update) => {
	expect(translate({ update_id: 7, ...update }, BOT, 0)).toEqual({ kind: "skip", reason });
});

it.each([
	["approve:K7Q2", { kind: "approve", code: "K7Q2" }],
	["always:K7Q2", { kind: "approve", code: "K7Q2", always: true }],
	["deny:K7Q2", { kind: "deny", code: "K7Q2" }],
	["stop", { kind: "stop" }],
	["approve:", undefined],
	["pair:K7Q2", undefined],
	["", undefined],
])("reads a button that carries %j", (data, action) => {
	expect(parseAction(data)).toEqual(action);
	const callback_query = { id: "1", from: BOB, data, message: { chat: CHAT } };
	const translation = translate({ update_id: 7, callback_query }, BOT, 5_000);
	expect(translation).toMatchObject({
		kind: "inbound",
		callbackId: "1",
		inbound: { sender: { id: "43" }, occurredAt: 5_000 },
	});
	expect(translation.kind === "inbound" && translation.inbound.action).toEqual(action);
});

it.each([
	[{ message: 5 }, "unknown", "unknown"],
	[{ message: { chat: { id: 42, type: "private" }, from: { id: 42 } } }, "42", "42"],
	[{ message: { chat: "x", from: { id: 42 } } }, "unknown", "42"],
	[{ callback_query: { id: 1, from: ADA, message: { chat: CHAT } } }, "42", "42"],
	[{ edited_message: null }, "unknown", "unknown"],
	[{ message_reaction: { chat: CHAT, user: ADA, date: 1 } }, "42", "42"],
	[{ message: { ...base, date: 1e15 } }, "42", "42"],
])("makes a valid event of what it can't read: %j", (update, address, senderId) => {
	const translation = translate({ update_id: 7, ...update }, BOT, 5_000);
	if (translation.kind !== "inbound") throw new Error(`It is ${translation.kind}`);
	const event = inboundSchema.parse(translation.inbound);
	expect(event).toMatchObject({ conversation: { address }, sender: { id: senderId }, dedupKey: "update:99:7" });
	expect(event.text).toContain("can't be read");
});

it("reads back the addresses it gives, and nothing else", () => {
	expect(parseAddress("-42:7")).toEqual({ chatId: -42, topicId: 7 });
	for (const address of ["", "x", "42:", "42:x", "4 2", "1e9", "42:7:1"]) expect(parseAddress(address)).toBeUndefined();
});

it("lays buttons out side by side while they are few and short, and leaves out what Telegram would refuse", () => {
	const choice = (label: string, action = "stop") => ({ label, action, command: "/stop" });
	const rows = (...choices: ReturnType<typeof choice>[]) => keyboard(choices)?.inline_keyboard.map((row) => row.length);
	expect(rows(choice("A"), choice("B"))).toEqual([2]);
	expect(rows(choice("A"), choice("B"), choice("C"), choice("D"))).toEqual([1, 1, 1, 1]);
	expect(rows(choice("A label of many words"), choice("B"))).toEqual([1, 1]);
	expect(rows(choice("A", "é".repeat(33)), choice("B"))).toEqual([1]);
	expect(rows()).toBeUndefined();
});
