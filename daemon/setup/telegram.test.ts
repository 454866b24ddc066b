import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import { checkBot, sendGreeting, waitForWriter } from "./telegram.ts";

async function startBot() {
	const bot = await startBotApi();
	onTestFinished(() => bot.close());
	const stop = new AbortController();
	const clock = new FakeClock();
	const settings = { token: bot.token, apiRoot: bot.apiRoot };
	return { bot, clock, stop, settings, ports: { clock, fetch, signal: stop.signal } };
}
const nobody = () => false;

describe("a token", () => {
	it("shows whose it is", async () => {
		const { settings, ports } = await startBot();
		expect(await checkBot(settings, ports)).toEqual({
			kind: "ok",
			bot: { id: 987654321, name: expect.any(String), username: expect.any(String) },
		});
	});

	it("that is wrong is refused, and never quoted", async () => {
		const { settings, ports } = await startBot();
		const check = await checkBot({ ...settings, token: "987654321:mistyped" }, ports);
		expect(check).toEqual({ kind: "failed", problem: expect.stringContaining("@BotFather") });
		expect(JSON.stringify(check)).not.toMatch(/987654321|mistyped/);
	});

	it("can't be checked without a network, and is not quoted then either", async () => {
		const { bot, settings, ports } = await startBot();
		await bot.close();
		const check = await checkBot(settings, ports);
		expect(check).toEqual({ kind: "failed", problem: expect.stringContaining("can't be reached") });
		expect(JSON.stringify(check)).not.toContain(settings.token);
	});

	it("sent to something that is not Telegram is told apart", async () => {
		const { bot, settings, ports } = await startBot();
		bot.fail("getMe", { code: 200, body: "<html>" });
		expect(await checkBot(settings, ports)).toMatchObject({ problem: expect.stringContaining("not Telegram") });
	});

	it("is given up after 10 s without an answer", async () => {
		const { bot, settings, ports, clock } = await startBot();
		bot.hang("getMe");
		const checking = checkBot(settings, ports);
		await bot.untilCalled("getMe");
		await clock.advance(10_000);
		expect(await checking).toMatchObject({ problem: expect.stringContaining("within 10 s") });
	});
});

describe("the owner's first message", () => {
	it("tells who they are, and stays at Telegram for Steward to answer", async () => {
		const { bot, settings, ports } = await startBot();
		const waiting = waitForWriter(settings, ports, nobody);
		await bot.untilCalled("getUpdates");
		bot.user(42, "Ada").sendText("hello\nthere");
		expect(await waiting).toEqual({
			kind: "found",
			writer: { id: 42, name: "Ada", text: "hello there" },
		});
		expect(bot.pendingUpdates()).toHaveLength(1);
		expect(bot.calls.map(({ parameters }) => parameters.offset)).not.toContainEqual(expect.anything());
	});

	it("is the newest one, of a person, in private, who was not ruled out", async () => {
		const { bot, settings, ports } = await startBot();
		const from = (id: number, changes: object = {}) => ({ id, is_bot: false, first_name: `P${id}`, ...changes });
		const message = (sender: object, type: "private" | "group") => {
			const chat = { id: 1, type, title: "x", first_name: "x" };
			bot.pushUpdate({ message: { message_id: 1, date: 1, chat, from: sender, text: "hi" } } as never);
		};
		message(from(1), "private");
		message(from(2, { last_name: "Last", username: "two" }), "private");
		message(from(3), "private");
		message(from(4), "group");
		message(from(5, { is_bot: true }), "private");
		bot.pushUpdate({ poll: { id: "x" } } as never);
		const found = await waitForWriter(settings, ports, (id) => id === 3);
		expect(found).toMatchObject({ writer: { id: 2, name: "P2 Last (@two)" } });
	});

	it("is waited for until the owner has enough", async () => {
		const { bot, settings, ports, stop } = await startBot();
		bot.hang("getUpdates");
		const waiting = waitForWriter(settings, ports, nobody);
		const poll = await bot.untilCalled("getUpdates");
		stop.abort();
		expect(await waiting).toEqual({ kind: "stopped" });
		await poll.ended;
	});

	it.each([
		[
			"another program polls",
			{ code: 409, description: "Conflict: terminated by other getUpdates request" },
			"stop it",
		],
		[
			"a webhook is set",
			{ code: 409, description: "Conflict: can't use getUpdates while webhook is active" },
			"webhook",
		],
	])("can't be seen where %s", async (_, error, words) => {
		const { bot, settings, ports } = await startBot();
		bot.fail("getUpdates", error);
		const found = await waitForWriter(settings, ports, nobody);
		expect(found).toEqual({ kind: "failed", problem: expect.stringContaining(words) });
	});
});

describe("the test message", () => {
	it("arrives", async () => {
		const { bot, settings, ports } = await startBot();
		bot.user(42, "Ada");
		expect(await sendGreeting(settings, ports, { to: 42, text: "Hello <Ada>" })).toEqual({ kind: "sent" });
		expect(bot.sent[0]).toMatchObject({ chatId: 42, text: "Hello <Ada>" });
	});

	it("says what to do where Telegram won't take it", async () => {
		const { bot, settings, ports } = await startBot();
		bot.user(42, "Ada").block();
		const sent = await sendGreeting(settings, ports, { to: 42, text: "Hello" });
		expect(sent).toMatchObject({ kind: "failed", problem: expect.stringContaining("press Start") });
	});
});
