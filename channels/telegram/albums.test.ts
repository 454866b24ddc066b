import { expect, it } from "vitest";
import { BOT_ID, botApi, MemoryGateway, openChannel, passRests, startChannel, untilState } from "./test-kit.ts";

const photo = (caption?: string) => ({
	kind: "photo" as const,
	bytes: Buffer.from("x"),
	...(caption === undefined ? {} : { caption }),
});

it("makes one event of an album, with all files and captions", async () => {
	const { api, clock, gateway } = await startChannel();
	const person = api.user(42);
	const album = person.startAlbum();
	for (const caption of ["the sea", undefined, "and the boat"]) album.add(photo(caption));
	person.sendText("nice?");
	await passRests(clock, () => gateway.events.length === 2);
	expect(gateway.texts).toEqual(["the sea\nand the boat", "nice?"]);
	expect(gateway.events[0]).toMatchObject({ serviceId: "1", dedupKey: `album:${BOT_ID}:album-700000001:1-3` });
	const paths = gateway.events[0]?.attachments.map(({ path }) => path);
	expect(new Set(paths).size).toBe(3);
	await passRests(clock, () => api.pendingUpdates().length === 0);
	expect(gateway.calls).toBe(2);
});

it("waits for the rest of an album that comes in another answer, and confirms nothing before", async () => {
	const { api, clock, gateway } = await startChannel();
	const album = api.user(42).startAlbum();
	const first = album.add(photo("one"));
	const seenBy = (count: number) =>
		api.calls.filter(({ method, status }) => method === "getUpdates" && status).length >= count;
	const polls = api.calls.length;
	await passRests(clock, () => seenBy(2));
	album.add(photo("two"));
	await passRests(clock, () => gateway.events.length === 1);
	expect(gateway.texts).toEqual(["one\ntwo"]);
	const asked = api.calls.slice(polls).filter(({ method }) => method === "getUpdates");
	expect(asked.length).toBeGreaterThan(1);
	expect(Number(gateway.cursors.get(`telegram:${BOT_ID}`))).toBe(first + 2);
});

it("is complete with ten members, without waiting", async () => {
	const { api, gateway } = await startChannel();
	const album = api.user(42).startAlbum();
	for (let count = 0; count < 10; count++) album.add(photo());
	expect((await gateway.untilStored(1)).attachments).toHaveLength(10);
});

it("makes an event of its own of a member that comes later, also after a restart", async () => {
	const api = await botApi();
	const gateway = new MemoryGateway();
	const album = api.user(42).startAlbum();
	album.add(photo("one"));
	const first = openChannel(api, { gateway });
	await first.channel.start();
	await passRests(first.clock, () => gateway.events.length === 1);
	album.add(photo("two"));
	await passRests(first.clock, () => gateway.events.length === 2);
	await first.channel.stop();
	album.add(photo("three"));
	const second = openChannel(api, { gateway });
	await second.channel.start();
	await passRests(second.clock, () => gateway.events.length === 3);
	expect(gateway.texts).toEqual(["one", "two", "three"]);
});

it("collects an album again after a stop in between", async () => {
	const api = await botApi();
	const gateway = new MemoryGateway();
	const album = api.user(42).startAlbum();
	album.add(photo("one"));
	const first = openChannel(api, { gateway });
	await first.channel.start();
	await untilState(first.channel, "ok");
	await first.channel.stop();
	expect(gateway.calls).toBe(0);
	album.add(photo("two"));
	const second = openChannel(api, { gateway });
	await second.channel.start();
	await passRests(second.clock, () => gateway.events.length === 1);
	expect(gateway.texts).toEqual(["one\ntwo"]);
});

it("takes an album once where a crash makes Telegram offer it again", async () => {
	const api = await botApi();
	const gateway = new MemoryGateway();
	const album = api.user(42).startAlbum();
	for (const caption of ["one", "two"]) album.add(photo(caption));
	const crashing = openChannel(api, {
		gateway,
		async receive(inbound) {
			await gateway.receive(inbound);
			return new Promise(() => undefined);
		},
	});
	await crashing.channel.start();
	await passRests(crashing.clock, () => gateway.calls === 1);
	gateway.cursors.clear();
	const next = openChannel(api, { gateway });
	await next.channel.start();
	await passRests(next.clock, () => gateway.calls === 2);
	expect(gateway.texts).toEqual(["one\ntwo"]);
});

it("keeps albums of two people apart, and forwarded ones outside", async () => {
	const { api, clock, gateway } = await startChannel();
	const [own, other] = [api.user(42).startAlbum(), api.user(7).startAlbum()];
	own.add(photo("mine"));
	other.add(photo("yours"));
	own.add(photo());
	other.add(photo());
	await passRests(clock, () => gateway.events.length === 2);
	// Whose photos were fetched first comes first: a slow file of one person holds up nobody else.
	const albums = gateway.events.map(({ text, sender, attachments }) => [text, sender.id, attachments.length]);
	expect(albums).toHaveLength(2);
	expect(albums).toEqual(
		expect.arrayContaining([
			["mine", "42", 2],
			["yours", "7", 2],
		]),
	);
});
