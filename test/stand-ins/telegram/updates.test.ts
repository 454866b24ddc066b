import { Api, Bot, GrammyError } from "grammy";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startBotApi } from "./server.ts";
import type { BotApiOptions } from "./types.ts";

async function start(options: BotApiOptions = {}) {
	const bot = await startBotApi(options);
	onTestFinished(() => bot.close());
	return { bot, api: new Api(bot.token, { apiRoot: bot.apiRoot }), ada: bot.user(42, "Ada") };
}

const ids = (updates: { update_id: number }[]) => updates.map((update) => update.update_id);

describe("getUpdates", () => {
	it("gives the same updates until an offset confirms them, and then forgets them", async () => {
		const { bot, api, ada } = await start();
		const [first, second] = [ada.sendText("one"), ada.sendText("two")];
		expect(ids(await api.getUpdates())).toEqual([first, second]);
		expect(ids(await api.getUpdates({ limit: 1 }))).toEqual([first]);
		expect(ids(await api.getUpdates({ offset: second }))).toEqual([second]);
		expect(bot.pendingUpdates()).toHaveLength(1);
		expect(ids(await api.getUpdates({ offset: second + 1 }))).toEqual([]);
		expect(ids(await api.getUpdates({ offset: 0 }))).toEqual([]);
	});

	it("counts a negative offset from the end", async () => {
		const { api, ada } = await start();
		ada.sendText("one");
		const last = ada.sendText("two");
		expect(ids(await api.getUpdates({ offset: -1 }))).toEqual([last]);
		expect(ids(await api.getUpdates())).toEqual([last]);
	});

	it("waits for the first update, and takes along what comes in the same moment", async () => {
		const { bot, api, ada } = await start();
		const waiting = api.getUpdates({ timeout: 50 });
		await bot.untilCalled("getUpdates");
		const sent = [ada.sendText("one"), ada.sendText("two")];
		expect(ids(await waiting)).toEqual(sent);
	});

	it("answers with nothing when the time is over", async () => {
		const { api } = await start({ maxPollMs: 20 });
		expect(await api.getUpdates({ timeout: 50 })).toEqual([]);
	});

	it("ends the first of two calls with 409", async () => {
		const { bot, api, ada } = await start();
		const first = api.getUpdates({ timeout: 50 }).catch((error: unknown) => error);
		await bot.untilCalled("getUpdates");
		const second = api.getUpdates({ timeout: 50 });
		expect(await first).toMatchObject({
			error_code: 409,
			description: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
		});
		const update = ada.sendText("for the second");
		expect(ids(await second)).toEqual([update]);
	});

	it("keeps an update whose reader went away", async () => {
		const { bot, api, ada } = await start();
		const controller = new AbortController();
		const url = `${bot.apiRoot}/bot${bot.token}/getUpdates?timeout=50`;
		const waiting = fetch(url, { signal: controller.signal }).catch((error: unknown) => error);
		const call = await bot.untilCalled("getUpdates");
		controller.abort();
		await waiting;
		await call.ended;
		const update = ada.sendText("still here");
		expect(ids(await api.getUpdates({ timeout: 50 }))).toEqual([update]);
	});

	it("drops kinds that were not asked for, also after the call that said so", async () => {
		const { api, ada } = await start();
		await api.getUpdates({ allowed_updates: ["callback_query"] });
		ada.sendText("not wanted");
		expect(await api.getUpdates()).toEqual([]);
	});

	it("is refused while a webhook is set", async () => {
		const { bot, api, ada } = await start();
		bot.setWebhook("https://example.org/hook");
		ada.sendText("waits");
		await expect(api.getUpdates()).rejects.toThrow("can't use getUpdates method while webhook is active");
		expect(await api.getWebhookInfo()).toMatchObject({ url: "https://example.org/hook", pending_update_count: 1 });
		await api.deleteWebhook();
		expect(await api.getUpdates()).toHaveLength(1);
		await api.deleteWebhook({ drop_pending_updates: true });
		expect(await api.getUpdates()).toEqual([]);
	});
});

describe("what people do", () => {
	it("reaches a whole grammY bot: text, command, reply, forward, edit", async () => {
		const { bot, ada } = await start();
		const grammy = new Bot(bot.token, { client: { apiRoot: bot.apiRoot } });
		const seen: unknown[] = [];
		grammy.command("start", (context) => void seen.push(["start", context.match]));
		grammy.on("message:forward_origin", (context) => void seen.push(["forward", context.msg.forward_origin.type]));
		grammy.on("message:text", (context) => {
			seen.push([context.from.first_name, context.msg.text, context.msg.reply_to_message?.text]);
			return context.reply("heard");
		});
		grammy.on("edited_message", (context) => void seen.push(["edited", context.msg.text]));
		const running = grammy.start();
		onTestFinished(() => grammy.stop());

		ada.sendText("/start now");
		ada.sendText("hello");
		const answer = await bot.untilSent(1);
		ada.sendText("why?", { reply_to: answer.messageId, quote: "hea" });
		ada.sendText("look", { forward_origin: { type: "hidden_user", sender_user_name: "Eve", date: 1 } });
		ada.editText(ada.lastMessageId, "look again");
		await vi.waitFor(() => expect(seen).toHaveLength(5));
		expect(seen).toEqual([
			["start", "now"],
			["Ada", "hello", undefined],
			["Ada", "why?", "heard"],
			["forward", "hidden_user"],
			["edited", "look again"],
		]);
		await grammy.stop();
		await running;
	});

	it("brings a document that can be downloaded", async () => {
		const { bot, api, ada } = await start();
		ada.sendDocument(new TextEncoder().encode("a,b\n1,2\n"), "table.csv", { caption: "sums?", mimeType: "text/csv" });
		const [update] = await api.getUpdates();
		expect(update?.message).toMatchObject({ caption: "sums?", document: { file_name: "table.csv", file_size: 8 } });
		const file = await api.getFile(update?.message?.document?.file_id ?? "");
		const response = await fetch(`${bot.apiRoot}/file/bot${bot.token}/${file.file_path}`);
		expect(await response.text()).toBe("a,b\n1,2\n");
	});

	it("brings no file over 20 MB, nor one that is not there", async () => {
		const { api, ada } = await start();
		ada.sendDocument(new Uint8Array(3), "film.mp4", { claimedSizeBytes: 20_000_001 });
		const [update] = await api.getUpdates();
		await expect(api.getFile(update?.message?.document?.file_id ?? "")).rejects.toThrow("file is too big");
		await expect(api.getFile("nothing")).rejects.toThrow("invalid file_id");
	});

	it("brings an album as messages of one group, each with an update of its own", async () => {
		const { api, ada } = await start();
		const album = ada.startAlbum();
		album.add({ kind: "photo", bytes: new Uint8Array(2), caption: "the sea" });
		const [first] = await api.getUpdates();
		album.add({ kind: "video", bytes: new Uint8Array(3), durationSeconds: 9 });
		const [, second] = await api.getUpdates();
		const groups = [first, second].map((update) => Reflect.get(update?.message ?? {}, "media_group_id"));
		expect(groups).toEqual(["album-700000001", "album-700000001"]);
		expect(first?.message).toMatchObject({ caption: "the sea", photo: [{}, { file_size: 2 }] });
		expect(second?.message?.video).toMatchObject({ duration: 9, file_size: 3 });
	});

	it("brings every kind of file with what belongs to it", async () => {
		const { api, ada } = await start();
		const bytes = new Uint8Array(4);
		for (const kind of ["voice", "audio", "video_note", "animation", "sticker"] as const)
			ada.sendMedia({ kind, bytes });
		const [voice, audio, note, animation, sticker] = (await api.getUpdates()).map(({ message }) => message);
		expect(voice?.voice).toMatchObject({ mime_type: "audio/ogg", file_size: 4 });
		expect(audio?.audio).toMatchObject({ title: "A song" });
		expect(note?.video_note).toMatchObject({ length: 100 });
		expect(animation?.animation).toEqual(expect.objectContaining({ file_id: animation?.document?.file_id }));
		expect(sticker?.sticker).toMatchObject({ emoji: "😀" });
		const { file_path } = await api.getFile(sticker?.sticker?.file_id ?? "");
		expect(file_path).toMatch(/^stickers\//);
	});

	it("brings reactions only to those who ask for them", async () => {
		const { api, ada } = await start();
		ada.sendText("hello");
		ada.react(ada.lastMessageId, "👍");
		expect((await api.getUpdates()).map(({ message_reaction }) => message_reaction)).toEqual([undefined]);
		await api.getUpdates({ allowed_updates: ["message_reaction"] });
		ada.react(ada.lastMessageId, "❤");
		ada.react(ada.lastMessageId);
		const seen = (await api.getUpdates()).map(({ message_reaction }) => message_reaction).slice(1);
		const [like, love] = [
			{ type: "emoji", emoji: "👍" },
			{ type: "emoji", emoji: "❤" },
		];
		expect(seen).toMatchObject([
			{ message_id: ada.lastMessageId, old_reaction: [like], new_reaction: [love], user: { id: 42 } },
			{ old_reaction: [love], new_reaction: [] },
		]);
		expect(() => ada.react(999, "👍")).toThrow("no message 999");
	});

	it("presses a button that can be answered once, and none that isn't there", async () => {
		const { bot, api, ada } = await start();
		await api.sendMessage(42, "Delete?", {
			reply_markup: { inline_keyboard: [[{ text: "Yes", callback_data: "approve:K7Q2" }]] },
		});
		const question = await bot.untilSent(1);
		ada.pressButton(question, "approve:K7Q2");
		const [update] = await api.getUpdates();
		expect(update?.callback_query).toMatchObject({
			from: { id: 42 },
			data: "approve:K7Q2",
			message: { message_id: question.messageId, text: "Delete?" },
		});
		const id = update?.callback_query?.id ?? "";
		expect(await api.answerCallbackQuery(id)).toBe(true);
		await expect(api.answerCallbackQuery(id)).rejects.toBeInstanceOf(GrammyError);
		await api.editMessageReplyMarkup(42, question.messageId);
		expect(() => ada.pressButton(question, "approve:K7Q2")).toThrow("has no button");
	});

	it("can be any update, as one of a group", async () => {
		const { bot, api } = await start();
		const chat = { id: -100, type: "group", title: "Family" } as const;
		const from = { id: 7, is_bot: false, first_name: "Bob" };
		bot.pushUpdate({ message: { message_id: 900, chat, from, date: 1, text: "hi all" } });
		expect((await api.getUpdates())[0]?.message?.chat).toEqual(chat);
		await api.sendMessage(-100, "hi");
		expect((await bot.untilSent(1)).chatId).toBe(-100);
	});
});
