import { Api } from "grammy";
import { expect, it, onTestFinished } from "vitest";
import { startBotApi } from "./server.ts";
import { obey } from "./terminal.ts";

async function start() {
	const bot = await startBotApi();
	onTestFinished(() => bot.close());
	const owner = bot.user(123456789, "Owner");
	return { bot, api: new Api(bot.token, { apiRoot: bot.apiRoot }), type: (line: string) => obey(line, bot, owner) };
}

it("sends what is typed, as the owner, as a stranger or as a forward", async () => {
	const { api, type } = await start();
	for (const line of ["hello", "//stop", "/as 42 hi", "/forward news", ""]) expect(type(line)).toBeUndefined();
	const seen = (await api.getUpdates()).map(({ message }) => [
		message?.from.id,
		message?.text,
		message?.forward_origin?.type,
	]);
	expect(seen).toEqual([
		[123456789, "hello", undefined],
		[123456789, "/stop", undefined],
		[42, "hi", undefined],
		[123456789, "news", "hidden_user"],
	]);
});

it("edits, answers, reacts and sends files", async () => {
	const { api, type } = await start();
	await api.getUpdates({ allowed_updates: ["message", "edited_message", "message_reaction"] });
	const lines = ["helo", "/edit hello", "/reply 1 again", "/react 1 👍", "/react 1", "/photo look", "/voice", "/album"];
	for (const line of lines) expect(type(line)).toBeUndefined();
	expect(await api.getUpdates()).toMatchObject([
		{ message: { text: "helo" } },
		{ edited_message: { message_id: 1, text: "hello" } },
		{ message: { text: "again", reply_to_message: { message_id: 1 } } },
		{ message_reaction: { new_reaction: [{ emoji: "👍" }] } },
		{ message_reaction: { new_reaction: [] } },
		{ message: { caption: "look", photo: [{}, {}] } },
		{ message: { voice: { duration: 3 } } },
		{ message: { media_group_id: "album-700000008" } },
		{ message: { media_group_id: "album-700000008" } },
	]);
	expect(type("/react 99 👍")).toContain("no message 99");
	expect(type("/react 1 🦖")).toContain("Only these marks");
	expect(type("/reply")).toContain("Write /reply");
});

it("presses a button by its number, and says so where there is none", async () => {
	const { api, type } = await start();
	expect(type("/press 1")).toContain("no such button");
	const keys = [[{ text: "Yes", callback_data: "approve" }], [{ text: "No", callback_data: "deny" }]];
	await api.sendMessage(123456789, "Delete?", { reply_markup: { inline_keyboard: keys } });
	expect(type("/press 3")).toContain("no such button");
	expect(type("/press 2")).toBeUndefined();
	expect((await api.getUpdates())[0]?.callback_query?.data).toBe("deny");
});

it("explains itself at a command that it doesn't know", async () => {
	const { type } = await start();
	expect(type("/dance")).toContain("There is no /dance here");
});
