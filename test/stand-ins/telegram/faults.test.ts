import { Api, GrammyError, HttpError } from "grammy";
import { expect, it, onTestFinished } from "vitest";
import { createGate } from "#test/stand-ins/gate.ts";
import { startBotApi } from "./server.ts";

async function start() {
	const bot = await startBotApi();
	onTestFinished(() => bot.close());
	bot.user(42, "Ada");
	return { bot, api: new Api(bot.token, { apiRoot: bot.apiRoot }) };
}

it("answers with an error as often as asked for", async () => {
	const { bot, api } = await start();
	bot.fail("sendMessage", { code: 429, parameters: { retry_after: 7 }, times: 2 });
	for (let attempt = 0; attempt < 2; attempt++) {
		const error = await api.sendMessage(42, "x").catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(GrammyError);
		expect(error).toMatchObject({
			error_code: 429,
			description: "Too Many Requests: retry after 7",
			parameters: { retry_after: 7 },
		});
	}
	await api.sendMessage(42, "x");
	expect(bot.sent).toHaveLength(1);
	expect(bot.calls.map((call) => call.status)).toEqual([429, 429, 200]);
});

it("answers with a page that is not JSON", async () => {
	const { bot, api } = await start();
	bot.fail("*", { code: 502, body: "<html>Bad Gateway</html>" });
	await expect(api.getMe()).rejects.toBeInstanceOf(HttpError);
	expect((await api.getMe()).is_bot).toBe(true);
});

it("stores the message and breaks the connection: the client can't know", async () => {
	const { bot, api } = await start();
	bot.dropAfter("sendMessage");
	await expect(api.sendMessage(42, "arrived")).rejects.toBeInstanceOf(HttpError);
	expect(bot.sent.map((message) => message.text)).toEqual(["arrived"]);
});

it("breaks the connection before it stores anything", async () => {
	const { bot, api } = await start();
	bot.dropBefore("sendMessage");
	await expect(api.sendMessage(42, "lost")).rejects.toBeInstanceOf(HttpError);
	expect(bot.calls).toHaveLength(1);
	expect(bot.sent).toHaveLength(0);
});

it("hangs until the test lets it go on", async () => {
	const { bot, api } = await start();
	const gate = createGate();
	bot.hang("sendMessage", gate.opened);
	const sending = api.sendMessage(42, "late");
	await bot.untilCalled("sendMessage");
	expect(bot.sent).toHaveLength(0);
	gate.open();
	expect((await sending).text).toBe("late");
});

it("drops a hanging call whose client went away", async () => {
	const { bot, api } = await start();
	const gate = createGate();
	bot.hang("sendMessage", gate.opened);
	const controller = new AbortController();
	const url = `${bot.apiRoot}/bot${bot.token}/sendMessage?chat_id=42&text=never`;
	const sending = fetch(url, { signal: controller.signal }).catch((caught: unknown) => caught);
	const call = await bot.untilCalled("sendMessage");
	controller.abort();
	await Promise.all([sending, call.ended]);
	gate.open();
	await api.sendMessage(42, "next");
	expect(bot.sent.map((message) => message.text)).toEqual(["next"]);
});

it("leaves a connection open in the middle of an answer", async () => {
	const { bot } = await start();
	bot.halfOpen("sendMessage");
	const controller = new AbortController();
	const url = `${bot.apiRoot}/bot${bot.token}/sendMessage?chat_id=42&text=stored`;
	const response = await fetch(url, { signal: controller.signal });
	expect(response.status).toBe(200);
	expect(bot.sent.map((message) => message.text)).toEqual(["stored"]);
	const reading = response.json().catch((caught: unknown) => caught);
	controller.abort();
	expect(await reading).toMatchObject({ name: "AbortError" });
	await bot.calls[0]?.ended;
	expect(bot.calls[0]?.status).toBeUndefined();
});

it("resets a connection in the middle of an answer, and of a file", async () => {
	const { bot, api } = await start();
	bot.resetInBody("sendMessage");
	// Not with grammY's client, which never notices.
	const half = await fetch(`${bot.apiRoot}/bot${bot.token}/sendMessage?chat_id=42&text=half`);
	await expect(half.json()).rejects.toThrow();
	expect(bot.sent.map((message) => message.text)).toEqual(["half"]);
	bot.user(42).sendDocument(Buffer.from("whole file"), "a.txt");
	const [update] = await api.getUpdates();
	const { file_path } = await api.getFile(update?.message?.document?.file_id ?? "");
	const download = async () => (await fetch(`${bot.apiRoot}/file/bot${bot.token}/${file_path}`)).text();
	bot.resetInBody("file");
	await expect(download()).rejects.toThrow();
	expect(await download()).toBe("whole file");
});

it("lets open connections go dead without a word, and takes new ones", async () => {
	const { bot, api } = await start();
	const controller = new AbortController();
	const url = `${bot.apiRoot}/bot${bot.token}/getUpdates?timeout=50`;
	let answered = false;
	const waiting = fetch(url, { signal: controller.signal }).then(
		() => {
			answered = true;
		},
		(error: unknown) => error,
	);
	await bot.untilCalled("getUpdates");
	bot.killConnections();
	bot.user(42).sendText("unheard");
	expect((await api.getUpdates()).map(({ message }) => message?.text)).toEqual(["unheard"]);
	expect(answered).toBe(false);
	controller.abort();
	expect(await waiting).toMatchObject({ name: "AbortError" });
});

it("forgets faults that have not struck", async () => {
	const { bot, api } = await start();
	bot.fail("*", { code: 500, times: 100 });
	await expect(api.getMe()).rejects.toThrow("500: Internal Server Error");
	bot.clearFaults();
	expect((await api.getMe()).is_bot).toBe(true);
});
