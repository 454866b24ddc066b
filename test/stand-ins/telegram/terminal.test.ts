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
