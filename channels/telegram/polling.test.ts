import { expect, it, vi } from "vitest";
import { BOT_ID, botApi, MemoryGateway, openChannel, passBackoff, startChannel, untilState, WAIT } from "./test-kit.ts";

const SOURCE = `telegram:${BOT_ID}`;

it("hands a text over as an event with its read position, and says that it is listening", async () => {
	const { api, channel, clock, gateway } = await startChannel();
	const updateId = api.user(42, "Ada").sendText("good morning");
	const event = await gateway.untilStored(1);
	expect(event).toMatchObject({
		channel: "telegram",
		dedupKey: `update:${BOT_ID}:${updateId}`,
		conversation: { channel: "telegram", address: "42" },
		sender: { id: "42", name: "Ada" },
		text: "good morning",
		cursor: { source: SOURCE, value: String(updateId + 1) },
	});
	expect(event.outside).toBeUndefined();
	expect(channel.health()).toEqual({ state: "ok", lastProgressAt: clock.now() });
	await vi.waitFor(() => expect(api.pendingUpdates()).toEqual([]), WAIT);
});

it("polls for half a minute, and only for what it understands", async () => {
	const { api } = await startChannel();
	const poll = await api.untilCalled("getUpdates", 2);
	expect(poll.parameters).toMatchObject({
		timeout: 30,
		allowed_updates: ["message", "edited_message", "callback_query", "message_reaction"],
	});
});

it("sets the menu of commands, and lives without it", async () => {
	const api = await botApi();
	api.fail("setMyCommands", { code: 400 });
	const { channel, logLines } = openChannel(api);
	await channel.start();
	await untilState(channel, "ok");
	const { parameters } = await api.untilCalled("setMyCommands");
	expect(JSON.stringify(parameters)).toMatch(/stop.*status.*timers.*approve.*deny.*memory.*help/);
	await vi.waitFor(() => expect(logLines.join("")).toContain("menu of commands"), WAIT);
});

it("hands a batch over at once, and moves on only when all of it is stored", async () => {
	const api = await botApi();
	const person = api.user(42);
	for (const text of ["one", "two", "three"]) person.sendText(text);
	const { channel, clock, gateway } = openChannel(api);
	gateway.refuses = ({ text }) => text === "two";
	await channel.start();
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["one", "three"]);
	await untilState(channel, "degraded");
	expect(channel.health().problem).toContain("can't be stored (the disk is full)");
	expect(api.pendingUpdates()).toHaveLength(3);
	// A restart from the cursor now must still find the second.
	const cursor = Number(gateway.cursors.get(SOURCE));
	expect(cursor).toBe(api.pendingUpdates()[0]?.update_id);

	gateway.refuses = () => false;
	await passBackoff(clock, 500);
	await gateway.untilStored(3);
	expect(gateway.texts).toEqual(["one", "three", "two"]);
	expect(gateway.calls).toBe(4);
	await vi.waitFor(() => expect(api.pendingUpdates()).toEqual([]), WAIT);
	expect(channel.health().state).toBe("ok");
});

it("loses nothing and takes nothing twice over a restart", async () => {
	const api = await botApi();
	const person = api.user(42);
	const gateway = new MemoryGateway();
	const first = openChannel(api, { gateway });
	await first.channel.start();
	person.sendText("before");
	await gateway.untilStored(1);
	await first.channel.stop();
	expect(first.channel.health().state).toBe("stopped");
	person.sendText("between");
	const second = openChannel(api, { gateway });
	await second.channel.start();
	person.sendText("after");
	await gateway.untilStored(3);
	expect(gateway.texts).toEqual(["before", "between", "after"]);
	expect(gateway.calls).toBe(3);
});

it("starts from its own cursor and not from that of another bot", async () => {
	const api = await botApi();
	const updateId = api.user(42).sendText("hello");
	const gateway = new MemoryGateway();
	gateway.cursors.set("telegram:987", String(updateId + 100));
	await openChannel(api, { gateway }).channel.start();
	await gateway.untilStored(1);
	expect((await api.untilCalled("getUpdates")).parameters).not.toHaveProperty("offset");
});

it("asks with the stored offset after a restart", async () => {
	const api = await botApi();
	const gateway = new MemoryGateway();
	gateway.cursors.set(SOURCE, "700000050");
	await openChannel(api, { gateway }).channel.start();
	expect((await api.untilCalled("getUpdates")).parameters).toMatchObject({ offset: 700000050 });
});

it("says that another program polls, tries again for ever at short intervals, and recovers", async () => {
	const api = await botApi({ maxPollMs: 100 });
	api.fail("getUpdates", { code: 409, times: 5 });
	const { channel, clock, gateway } = openChannel(api);
	await channel.start();
	for (const delayMs of [1000, 2000, 4000, 5000, 5000]) {
		await untilState(channel, "degraded");
		expect(channel.health().problem).toMatch(/Another program polls with this token.*Stop it/);
		await passBackoff(clock, delayMs);
	}
	api.user(42).sendText("still there?");
	await gateway.untilStored(1);
	await untilState(channel, "ok");
	expect(channel.health()).not.toHaveProperty("problem");
	// A short call between two conflicts would pass for success, and start the delays over.
	const polls = api.calls.filter(({ method }) => method === "getUpdates");
	expect(polls.slice(1, 6).map(({ parameters }) => parameters.timeout)).toEqual([30, 30, 30, 30, 30]);
});

it("removes a webhook without dropping what waits", async () => {
	const api = await botApi();
	api.setWebhook("https://example.org/hook");
	api.user(42).sendText("hello");
	const { channel, clock, gateway } = openChannel(api);
	await channel.start();
	await passBackoff(clock, 1000);
	await gateway.untilStored(1);
	expect((await api.untilCalled("deleteWebhook")).parameters).toMatchObject({ drop_pending_updates: false });
});

it.each([
	{ name: "429", fault: { code: 429, parameters: { retry_after: 7 } }, delayMs: 7000, problem: /wait 7 s/ },
	{ name: "500", fault: { code: 500 }, delayMs: 500, problem: /500/ },
	{ name: "a page of a proxy", fault: { code: 502, body: "<html>Bad Gateway</html>" }, delayMs: 500, problem: /502/ },
])("waits and goes on after $name", async ({ fault, delayMs, problem }) => {
	const { api, channel, clock, gateway } = await startChannel();
	api.fail("getUpdates", fault);
	api.user(42).sendText("first");
	await untilState(channel, "degraded");
	expect(channel.health().problem).toMatch(problem);
	await passBackoff(clock, delayMs);
	api.user(42).sendText("second");
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["first", "second"]);
});

it.each(["hang", "halfOpen"] as const)("gives up a poll on a dead connection (%s)", async (fault) => {
	const { api, channel, clock, gateway } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	api[fault]("getUpdates");
	api.user(42).sendText("first");
	await api.untilCalled("getUpdates", 3);
	await passBackoff(clock, 40_000);
	await untilState(channel, "degraded");
	expect(channel.health().problem).toContain("did not answer within 40 s");
	await passBackoff(clock, 500);
	api.user(42).sendText("second");
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["first", "second"]);
});

it("recovers when the network comes up after the start", async () => {
	const gone = await botApi();
	await gone.close();
	const rig = openChannel(gone);
	await rig.channel.start();
	await untilState(rig.channel, "degraded");
	expect(rig.channel.health().problem).toMatch(/can't be reached \(ECONNREFUSED\)/);
	expect(rig.channel.health()).not.toHaveProperty("lastProgressAt");
	const api = await botApi({ port: Number(new URL(gone.apiRoot).port) });
	api.user(42).sendText("hello");
	await passBackoff(rig.clock, 500);
	await rig.gateway.untilStored(1);
	await untilState(rig.channel, "ok");
});

it("says that the token is wrong, and recovers a minute after Telegram knows it", async () => {
	const api = await botApi();
	api.fail("getMe", { code: 401 });
	const { channel, clock, gateway } = openChannel(api);
	await channel.start();
	await untilState(channel, "degraded");
	expect(channel.health().problem).toMatch(/channels\.telegram\.token.*@BotFather/);
	api.user(42).sendText("hello");
	await passBackoff(clock, 60_000);
	await gateway.untilStored(1);
});

it("never shows the token in what it logs or says", async () => {
	const token = "123456789:very-secret-token";
	const api = await botApi({ token });
	api.dropBefore("getMe");
	api.fail("getUpdates", { code: 502, body: "<html>" });
	const { channel, clock, logLines } = openChannel(api);
	await channel.start();
	await untilState(channel, "degraded");
	await passBackoff(clock, 500);
	await vi.waitFor(() => expect(channel.health().problem).toContain("502"), WAIT);
	expect(logLines.join("") + JSON.stringify(channel.health())).not.toContain("very-secret");
});

it("asks for nothing while there is no room", async () => {
	const api = await botApi();
	api.user(42).sendText("hello");
	const gateway = new MemoryGateway();
	let makeRoom: () => void = () => expect.unreachable();
	gateway.room = new Promise((resolve) => {
		makeRoom = resolve;
	});
	const { channel, clock } = openChannel(api, { gateway });
	await channel.start();
	await clock.advance(1000);
	expect(channel.health()).toMatchObject({ state: "degraded", problem: expect.stringContaining("wait at Telegram") });
	expect(api.calls).toEqual([]);
	makeRoom();
	await gateway.untilStored(1);
});

it("stops in the middle of a long poll", async () => {
	const { api, channel } = await startChannel();
	await api.untilCalled("getUpdates", 2);
	await channel.stop();
	expect(channel.health().state).toBe("stopped");
	expect(api.calls.filter(({ method }) => method === "getUpdates").at(-1)?.status).toBeUndefined();
});

it("stops within its time while the gateway does not answer", async () => {
	const { api, channel, clock } = await startChannel({ receive: () => new Promise(() => undefined) });
	api.user(42).sendText("hello");
	await api.untilCalled("getUpdates", 2);
	const stopped = channel.stop();
	await vi.waitFor(() => expect(clock.nextDelayMs).toBe(4000), WAIT);
	await clock.advance(4000);
	await stopped;
});
