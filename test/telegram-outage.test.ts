import { expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { reply } from "./steps.ts";
import { OWNER_ID, startFixture } from "./steward-fixture.ts";

/** Short beside all deadlines, so that answers over real sockets come before them. */
const STEP_MS = 2_000;
const INTERVAL_MS = 20;

/** Lets time pass on the daemon's clock until an expectation holds. */
const passing = (clock: FakeClock, expectation: () => Promise<void> | void) =>
	vi.waitFor(
		async () => {
			await clock.advance(STEP_MS);
			await expectation();
		},
		{ timeout: 60_000, interval: INTERVAL_MS },
	);

it("tells on the page of an outage that lasts, and of its end; what was written meanwhile is answered once", async () => {
	const clock = new FakeClock();
	const { bot, web, model, steward } = await startFixture({ telegram: true, clock, maxPollMs: 50 });
	const told = async () => (await web.said()).filter((text) => text.startsWith("telegram"));
	await vi.waitFor(() => expect(steward.status().channels.telegram?.state).toBe("ok"), { timeout: 10_000 });

	bot.fail("*", { code: 502, body: "<html>Bad Gateway</html>", times: 100_000 });
	await passing(clock, async () => expect(await told()).toHaveLength(1));
	expect((await told())[0]).toMatch(/^telegram has been out of reach for [56]m/);
	expect(steward.status().status).toBe("degraded");
	bot.user(OWNER_ID, "Ada").sendText("are you there?");
	const later = clock.now() + 10 * 60_000;
	await passing(clock, () => expect(clock.now()).toBeGreaterThan(later));
	expect(await told()).toHaveLength(1);

	model.enqueue(reply("E-1", "Yes, again."));
	bot.clearFaults();
	await passing(clock, () => expect(bot.sent.map(({ text }) => text)).toEqual(["Yes, again."]));
	await passing(clock, async () => expect((await told())[1]).toMatch(/^telegram is back after 1\dm/));
	expect(bot.sent).toHaveLength(1);
	expect(model.requests).toHaveLength(1);
}, 120_000);
