import { describe, expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { reply } from "./steps.ts";
import { OWNER_ID, startFixture } from "./steward-fixture.ts";

const MARK = "Sent again: the first try may have reached you.";

describe("delivery to Telegram", () => {
	it("waits as long as the service asks for, and keeps the order", async () => {
		const clock = new FakeClock();
		const { bot, web, model } = await startFixture({ telegram: true, clock });
		const ada = bot.user(OWNER_ID, "Ada");
		bot.fail("sendMessage", {
			code: 429,
			description: "Too Many Requests: retry after 7",
			parameters: { retry_after: 7 },
		});
		model.script = ({ number }) => reply(`E-${number}`, `answer ${number}`);
		ada.sendText("one");
		await web.until(({ text }) => text === "answer 1");
		await bot.untilCalled("sendMessage");
		ada.sendText("two");
		await web.until(({ text }) => text === "answer 2");
		expect(bot.sent).toHaveLength(0);
		await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined());
		await clock.advance(6_000);
		expect(bot.sent).toHaveLength(0);
		await clock.advance(1_500);
		await vi.waitFor(() => expect(bot.sent.map(({ text }) => text)).toEqual(["answer 1", "answer 2"]));
	});

	it("repeats with a mark what may have arrived already, once", async () => {
		const { bot } = await startFixture({ telegram: true, script: [reply("E-1", "Only once, please.")] });
		bot.dropAfter("sendMessage");
		bot.user(OWNER_ID, "Ada").sendText("hello");
		await bot.untilSent(2);
		expect(bot.sent[0]?.text).toBe("Only once, please.");
		expect(bot.sent[1]?.text).toContain(MARK);
		expect(bot.sent[1]?.text).toContain("Only once, please.");
		expect(bot.sent).toHaveLength(2);
	});

	it("tells the owner once on the page what the service will never take", async () => {
		const { bot, web } = await startFixture({ telegram: true, script: [reply("E-1", "You blocked me.")] });
		bot.fail("sendMessage", { code: 403, description: "Forbidden: bot was blocked by the user", times: 100 });
		bot.user(OWNER_ID, "Ada").sendText("hello");
		const notice = await web.until(({ kind }) => kind === "notice");
		expect(notice.text).toContain("could not be delivered on telegram");
		expect(notice.text).toContain("You blocked me.");
		expect(notice.channel).toBe("web");
		const failed = await web.until(({ text }) => text === "You blocked me.");
		expect(failed).toMatchObject({ state: "failed", note: expect.stringContaining("blocked") });
		expect((await web.said()).filter((text) => text.includes("could not be delivered"))).toHaveLength(1);
	});

	it("goes on after a restart with what was not delivered", async () => {
		const fixture = await startFixture({ telegram: true, script: [reply("E-1", "Late but here.")] });
		fixture.bot.fail("sendMessage", { code: 429, description: "later", parameters: { retry_after: 1 }, times: 1 });
		fixture.bot.user(OWNER_ID, "Ada").sendText("hello");
		await fixture.bot.untilCalled("sendMessage");
		await fixture.restart();
		expect((await fixture.bot.untilSent(1)).text).toBe("Late but here.");
	});
});
