import { Api, InputFile } from "grammy";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBotApi } from "./server.ts";

async function start() {
	const bot = await startBotApi();
	onTestFinished(() => bot.close());
	bot.user(42, "Ada");
	return { bot, api: new Api(bot.token, { apiRoot: bot.apiRoot }) };
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

describe("sendMessage", () => {
	it("stores what the person sees and what the bot wrote", async () => {
		const { bot, api } = await start();
		const answer = await api.sendMessage(42, "<b>Good</b> morning &amp; welcome", { parse_mode: "HTML" });
		expect(answer).toMatchObject({
			text: "Good morning & welcome",
			entities: [{ type: "bold", offset: 0, length: 4 }],
		});
		expect(bot.sent[0]).toMatchObject({
			messageId: answer.message_id,
			text: "Good morning & welcome",
			source: "<b>Good</b> morning &amp; welcome",
		});
	});

	it("counts UTF-16 units after parsing", async () => {
		const { api } = await start();
		await api.sendMessage(42, `<b>${"x".repeat(4096)}</b>`, { parse_mode: "HTML" });
		await api.sendMessage(42, "👋".repeat(2048));
		await expect(api.sendMessage(42, "x".repeat(4097))).rejects.toThrow("Bad Request: message is too long");
		await expect(api.sendMessage(42, `👋${"👋".repeat(2048)}`)).rejects.toThrow("message is too long");
	});

	it.each([
		["", {}, "message text is empty"],
		[" \n ", {}, "text must be non-empty"],
		["<b></b>", { parse_mode: "HTML" }, "text must be non-empty"],
		["half \ud83d", {}, "strings must be encoded in UTF-8"],
		["<h1>x</h1>", { parse_mode: "HTML" }, 'can\'t parse entities: Unsupported start tag "h1"'],
		["*x*", { parse_mode: "MarkdownV2" }, "parse_mode MarkdownV2 is not supported"],
	] as const)("refuses %j", async (text, options, description) => {
		const { bot, api } = await start();
		await expect(api.sendMessage(42, text, options)).rejects.toThrow(`400: Bad Request: ${description}`);
		expect(bot.sent).toHaveLength(0);
	});

	it("refuses a chat that it doesn't know and a person who blocked the bot", async () => {
		const { bot, api } = await start();
		await expect(api.sendMessage(1, "x")).rejects.toThrow("400: Bad Request: chat not found");
		await expect(api.sendMessage("@nobody", "x")).rejects.toThrow("chat not found");
		bot.user(42).block();
		await expect(api.sendMessage(42, "x")).rejects.toThrow("403: Forbidden: bot was blocked by the user");
	});

	it("holds buttons to 64 bytes of data and to one purpose", async () => {
		const { bot, api } = await start();
		const send = (button: object) =>
			api.sendMessage(42, "x", { reply_markup: { inline_keyboard: [[{ text: "Go", callback_data: "", ...button }]] } });
		await send({ callback_data: "ü".repeat(32) });
		await expect(send({ callback_data: "ü".repeat(33) })).rejects.toThrow("BUTTON_DATA_INVALID");
		await expect(send({ callback_data: "" })).rejects.toThrow("BUTTON_DATA_INVALID");
		await expect(send({ callback_data: undefined })).rejects.toThrow("Text buttons are unallowed");
		await expect(send({ text: "", callback_data: "x" })).rejects.toThrow("Text must be non-empty");
		await send({ callback_data: undefined, url: "https://example.org" });
		expect(bot.sent.map((message) => message.buttons[0]?.[0]?.url)).toEqual([undefined, "https://example.org"]);
	});

	it("replies to a message that is there, or says so", async () => {
		const { bot, api } = await start();
		bot.user(42).sendText("question");
		const message_id = bot.user(42).lastMessageId;
		const answer = await api.sendMessage(42, "answer", { reply_parameters: { message_id } });
		expect(answer.reply_to_message?.text).toBe("question");
		const lost = api.sendMessage(42, "answer", { reply_parameters: { message_id: 999 } });
		await expect(lost).rejects.toThrow("message to be replied not found");
	});
});

describe("files", () => {
	it("come with their bytes, their name and a caption", async () => {
		const { bot, api } = await start();
		const bytes = Buffer.from("first\r\n--boundary\r\nlast\r\n\r\n");
		await api.sendDocument(42, new InputFile(bytes, "my report (1).txt"), { caption: "[the] report" });
		expect(bot.sent[0]).toMatchObject({ text: "[the] report", file: { kind: "document", name: "my report (1).txt" } });
		expect(bot.sent[0]?.file?.bytes).toEqual(bytes);
	});

	it("can be sent again by their id", async () => {
		const { bot, api } = await start();
		const first = await api.sendDocument(42, new InputFile(Buffer.from("x"), "x.txt"));
		await api.sendDocument(42, first.document.file_id);
		expect(bot.sent.map((message) => message.file?.name)).toEqual(["x.txt", "x.txt"]);
		await expect(api.sendDocument(42, "unknown")).rejects.toThrow("invalid file_id");
	});

	it("must be pictures as photos, and not empty", async () => {
		const { bot, api } = await start();
		const sent = await api.sendPhoto(42, new InputFile(PNG, "dot.png"));
		expect(sent.photo).toHaveLength(1);
		expect(bot.sent[0]?.file?.kind).toBe("photo");
		await expect(api.sendPhoto(42, new InputFile(Buffer.from("text"), "a.png"))).rejects.toThrow(
			"IMAGE_PROCESS_FAILED",
		);
		await expect(api.sendDocument(42, new InputFile(Buffer.alloc(0), "a"))).rejects.toThrow("file must be non-empty");
		const long = { caption: "x".repeat(1025) };
		await expect(api.sendPhoto(42, new InputFile(PNG, "dot.png"), long)).rejects.toThrow("caption is too long");
	});
});

describe("edits", () => {
	it("change what the person sees, take buttons away, and must change something", async () => {
		const { bot, api } = await start();
		const reply_markup = { inline_keyboard: [[{ text: "Stop", callback_data: "stop" }]] };
		const { message_id } = await api.sendMessage(42, "working", { reply_markup });
		await api.editMessageText(42, message_id, "still working", { reply_markup });
		expect(bot.sent[0]).toMatchObject({ text: "still working", edits: 1, buttons: [[{ data: "stop" }]] });
		await expect(api.editMessageText(42, message_id, "still working", { reply_markup })).rejects.toThrow(
			"is not modified",
		);
		await api.editMessageText(42, message_id, "done");
		expect(bot.sent[0]).toMatchObject({ text: "done", buttons: [] });
		await expect(api.editMessageText(42, 999, "x")).rejects.toThrow("message to edit not found");
		bot.user(42).sendText("mine");
		await expect(api.editMessageText(42, bot.user(42).lastMessageId, "x")).rejects.toThrow("message can't be edited");
	});

	it("delete once", async () => {
		const { bot, api } = await start();
		const { message_id } = await api.sendMessage(42, "oops");
		await api.deleteMessage(42, message_id);
		expect(bot.sent[0]?.deleted).toBe(true);
		await expect(api.deleteMessage(42, message_id)).rejects.toThrow("message to delete not found");
	});
});

it("knows the bot, its commands and its chat actions", async () => {
	const { bot, api } = await start();
	expect(await api.getMe()).toMatchObject({ id: 987654321, is_bot: true, username: "stand_in_bot" });
	expect(await api.setMyCommands([{ command: "stop", description: "Stop what is going on" }])).toBe(true);
	await expect(api.setMyCommands([{ command: "Stop!", description: "x" }])).rejects.toThrow("BOT_COMMAND_INVALID");
	expect(await api.sendChatAction(42, "typing")).toBe(true);
	expect(bot.calls.map((call) => call.method)).toContain("sendChatAction");
});

it("refuses a wrong token and an unknown method", async () => {
	const { bot } = await start();
	const stranger = new Api("987654321:wrong", { apiRoot: bot.apiRoot });
	await expect(stranger.getMe()).rejects.toThrow("401: Unauthorized");
	const response = await fetch(`${bot.apiRoot}/bot${bot.token}/sendNothing`);
	expect(await response.json()).toEqual({ ok: false, error_code: 404, description: "Not Found: method not found" });
});
