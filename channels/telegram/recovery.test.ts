import { expect, it, vi } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { createGate } from "#test/stand-ins/gate.ts";
import {
	BOT_ID,
	botApi,
	MemoryGateway,
	openChannel,
	passBackoff,
	passRests,
	startChannel,
	untilState,
	WAIT,
} from "./test-kit.ts";

it("delays a message by seconds after three conflicts, and leaves the connection that brought them", async () => {
	const { api, channel, clock, gateway } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	const startedAt = clock.now();
	api.fail("getUpdates", { code: 409, times: 3 });
	api.user(42).sendText("first");
	await gateway.untilStored(1);
	for (const delayMs of [1000, 2000, 4000]) await passBackoff(clock, delayMs);
	api.user(42).sendText("second");
	await gateway.untilStored(2);
	expect(clock.now() - startedAt).toBeLessThan(15_000);
	await untilState(channel, "ok");
	const polls = api.calls.filter(({ method }) => method === "getUpdates");
	const afterConflict = polls.filter((_, index) => polls[index - 1]?.status === 409);
	expect(afterConflict.map(({ headers }) => headers.connection)).toEqual(["close", "close", "close"]);
});

it("notices a connection that died without a word, and reads on over a new one", async () => {
	const { api, channel, clock, gateway } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	api.killConnections();
	api.user(42).sendText("unheard at first");
	const lastProgressAt = clock.now();
	await passBackoff(clock, 40_000);
	await untilState(channel, "degraded");
	expect(channel.health()).toMatchObject({ lastProgressAt, downSince: lastProgressAt });
	expect(channel.health().problem).toContain("did not answer within 40 s");
	await passBackoff(clock, 500);
	await gateway.untilStored(1);
	await untilState(channel, "ok");
	expect(channel.health()).not.toHaveProperty("downSince");
});

it.each([
	["no JSON", "{not json", /not the Bot API/],
	["JSON of another kind", '{"ok":true,"result":"x"}', /not the Bot API/],
	["updates without numbers", '{"ok":true,"result":[{}]}', /not the Bot API/],
	["an empty page", "", /not the Bot API/],
	["a list", "[]", /broke|not the Bot API/],
])("goes on after an answer that is %s", async (_what, body, problem) => {
	const { api, channel, clock, gateway } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	api.fail("getUpdates", { code: 200, body });
	api.user(42).sendText("first");
	await gateway.untilStored(1);
	await untilState(channel, "degraded");
	expect(channel.health().problem).toMatch(problem);
	await passBackoff(clock, 500);
	api.user(42).sendText("second");
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["first", "second"]);
});

it("takes a message once where the connection is reset in the middle of it", async () => {
	const { api, channel, clock, gateway } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	api.resetInBody("getUpdates");
	api.user(42).sendText("first");
	await gateway.untilStored(1);
	api.user(42).sendText("second");
	await untilState(channel, "degraded");
	await passBackoff(clock, 500);
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["first", "second"]);
	expect(gateway.calls).toBe(2);
});

it("is not made deaf by the numbers of the bot whose token it had before", async () => {
	const gateway = new MemoryGateway();
	const before = await botApi();
	for (let count = 0; count < 3; count++) before.user(42).sendText(`old ${count}`);
	const first = openChannel(before, { gateway });
	await first.channel.start();
	await gateway.untilStored(3);
	await first.channel.stop();
	const after = await botApi({ token: "555:another-bot" });
	after.user(42).sendText("new");
	await openChannel(after, { gateway }).channel.start();
	await gateway.untilStored(4);
	expect(gateway.texts[3]).toBe("new");
	expect([...gateway.cursors.keys()]).toEqual([`telegram:${BOT_ID}`, "telegram:555"]);
});

it("keeps asking, slowly, with a token that is revoked while it runs", async () => {
	const { api, channel, clock, gateway } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	api.fail("getUpdates", { code: 401, times: 2 });
	api.user(42).sendText("first");
	await gateway.untilStored(1);
	for (const delayMs of [60_000, 60_000]) {
		await untilState(channel, "degraded");
		expect(channel.health().problem).toMatch(/channels\.telegram\.token/);
		await passBackoff(clock, delayMs);
	}
	await untilState(channel, "ok");
});

it("reads on while the machine's clock is years off and jumps, and keeps Telegram's time of a message", async () => {
	const base = new FakeClock("1999-01-01T00:00:00Z");
	let jumpMs = 0;
	const clock = {
		now: () => base.now() + jumpMs,
		monotonicMs: () => base.monotonicMs(),
		after: (delayMs: number, run: () => void) => base.after(delayMs, run),
	};
	const { api, channel, gateway } = await startChannel({ clock });
	const sentAfter = Math.floor(Date.now() / 1000) * 1000;
	api.user(42).sendText("first");
	expect((await gateway.untilStored(1)).occurredAt).toBeGreaterThanOrEqual(sentAfter);
	jumpMs = 30 * 365 * 86_400_000;
	expect(channel.health()).toEqual({ state: "ok", lastProgressAt: clock.now() });
	api.user(42).sendDocument(Buffer.from("x"), "a.txt");
	await passRests(base, () => gateway.events.length === 2);
	jumpMs = -10 * 365 * 86_400_000;
	api.fail("getUpdates", { code: 500 });
	api.user(42).sendText("third");
	await untilState(channel, "degraded");
	const { downSince = 0, lastProgressAt } = channel.health();
	expect(downSince).toBe(lastProgressAt);
	expect(clock.now() - downSince).toBeLessThanOrEqual(1000);
	await passBackoff(base, 500);
	await gateway.untilStored(3);
	await untilState(channel, "ok");
});

it("never polls twice at once, however quickly it is stopped and started", async () => {
	const { api, channel, gateway } = await startChannel();
	for (let count = 0; count < 5; count++) {
		const stopped = channel.stop();
		await channel.start();
		await channel.start();
		api.user(42).sendText(`text ${count}`);
		await stopped;
	}
	await gateway.untilStored(5);
	await untilState(channel, "ok");
	expect(gateway.calls).toBe(5);
	expect(api.calls.some(({ status }) => status === 409)).toBe(false);
});

it("begins a new poll only when the old one has ended", async () => {
	const gate = createGate();
	const endsLate: typeof fetch = (input, init) =>
		fetch(input, init).catch(async (error: unknown) => {
			await gate.opened;
			throw error;
		});
	const { api, channel } = await startChannel({ fetch: endsLate });
	await api.untilCalled("getUpdates", 2);
	const stopped = channel.stop();
	await channel.start();
	for (let count = 0; count < 3; count++) await fetch(`${api.apiRoot}/bot${api.token}/getMe`);
	expect(api.calls.filter(({ method }) => method === "getUpdates")).toHaveLength(2);
	gate.open();
	await stopped;
	await api.untilCalled("getUpdates", 3);
	await untilState(channel, "ok");
});

it("is not well while nothing that comes gets stored, whatever the loop believes", async () => {
	const { api, channel, clock } = await startChannel({ receive: () => new Promise(() => undefined) });
	const lastProgressAt = clock.now();
	api.user(42).sendText("hello");
	await api.untilCalled("getUpdates", 2);
	await vi.waitFor(() => expect(api.pendingUpdates()).toHaveLength(1), WAIT);
	await vi.waitFor(() => expect(clock.nextDelayMs).toBeUndefined(), WAIT);
	await clock.advance(45_001);
	expect(channel.health()).toMatchObject({ state: "degraded", downSince: lastProgressAt });
	expect(channel.health().problem).toMatch(/not been stored for 45 s.*disk/);
});

it("says since when it is down where it never was up", async () => {
	const gone = await botApi();
	await gone.close();
	const { channel, clock } = openChannel(gone);
	const startedAt = clock.now();
	await channel.start();
	await untilState(channel, "degraded");
	await passBackoff(clock, 500);
	expect(channel.health().downSince).toBe(startedAt);
});
