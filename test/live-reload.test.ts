import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startBotApi } from "./stand-ins/telegram/server.ts";
import type { BotApi } from "./stand-ins/telegram/types.ts";
import { reply } from "./steps.ts";
import { configurationFor, type Fixture, OWNER_ID, startFixture } from "./steward-fixture.ts";

const PATIENCE = { timeout: 15_000 };

const configure = (fixture: Fixture, bot: BotApi | undefined, more = "") =>
	writeFileSync(join(fixture.home, "config.yaml"), configurationFor(fixture.model, bot, more));

async function anotherBot(): Promise<BotApi> {
	const bot = await startBotApi({ token: "111111111:another-token" });
	onTestFinished(() => bot.close());
	return bot;
}

it("takes up Telegram when it is configured, and another bot when its token changes, without a restart", async () => {
	const fixture = await startFixture({ watchConfiguration: true });
	expect(fixture.steward.status().channels).not.toHaveProperty("telegram");

	configure(fixture, fixture.bot);
	fixture.model.enqueue(reply("E-1", "Hello on the first."));
	fixture.bot.user(OWNER_ID, "Ada").sendText("hi");
	expect((await fixture.bot.untilSent(1)).text).toBe("Hello on the first.");

	const second = await anotherBot();
	configure(fixture, second);
	fixture.model.enqueue(reply("E-2", "Hello on the second."));
	second.user(OWNER_ID, "Ada").sendText("hi again");
	expect((await second.untilSent(1)).text).toBe("Hello on the second.");

	const polls = fixture.bot.calls.filter(({ method }) => method === "getUpdates");
	await Promise.all(polls.map(({ ended }) => ended));
	expect(fixture.bot.calls.filter(({ method }) => method === "getUpdates")).toHaveLength(polls.length);

	configure(fixture, undefined);
	await vi.waitFor(() => expect(fixture.steward.status().channels).not.toHaveProperty("telegram"), PATIENCE);
}, 60_000);

it("names what needs a restart in the log and in the status, and keeps to the old value until then", async () => {
	const fixture = await startFixture({ watchConfiguration: true });
	const before = fixture.steward.status().pageUrl;
	configure(fixture, undefined, "log: { level: debug }");
	await vi.waitFor(() => expect(fixture.steward.status().restartNeeded).toEqual(["log.level"]), PATIENCE);
	expect(fixture.log()).toContain("Restart Steward for these changes to take effect");
	expect(fixture.steward.status().pageUrl).toBe(before);
	configure(fixture, undefined, "limits: { roundsPerTurn: 7 }");
	await vi.waitFor(() => expect(fixture.log()).toContain("limits.roundsPerTurn"), PATIENCE);
});
