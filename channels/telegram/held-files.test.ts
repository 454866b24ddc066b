import { expect, it } from "vitest";
import { createGate } from "#test/stand-ins/gate.ts";
import { BOT_ID, botApi, MemoryGateway, openChannel, passRests, startChannel } from "./test-kit.ts";

const SOURCE = `telegram:${BOT_ID}`;

it("stores what others write at once while a file is fetched, and what comes after it in its chat behind it", async () => {
	const { api, clock, gateway } = await startChannel();
	const gate = createGate();
	api.hang("file", gate.opened);
	const person = api.user(42);
	person.sendText("before");
	const withFile = person.sendDocument(Buffer.from("x"), "a.txt", { caption: "the file" });
	person.sendText("after");
	api.user(7).sendText("somebody else");
	await passRests(clock, () => gateway.events.length === 2);
	expect(gateway.texts).toEqual(["before", "somebody else"]);
	// Telegram must keep the file's update, and a restart begin with it.
	expect(api.pendingUpdates()[0]?.update_id).toBeLessThanOrEqual(withFile);
	expect(Number(gateway.cursors.get(SOURCE))).toBeLessThanOrEqual(withFile);

	person.sendText("later");
	api.user(7).sendText("and again");
	await passRests(clock, () => gateway.events.length === 3);
	expect(gateway.texts[2]).toBe("and again");
	// A poll that may take long would also take long to be given up.
	expect(api.calls.findLast(({ method }) => method === "getUpdates")?.parameters).toMatchObject({ timeout: 0 });
	gate.open();
	await passRests(clock, () => gateway.events.length === 6);
	expect(gateway.texts.slice(3)).toEqual(["the file", "after", "later"]);
	expect(gateway.events[3]?.attachments).toHaveLength(1);
	await passRests(clock, () => api.pendingUpdates().length === 0);
});

it("stores a stop at once, and not behind the file before it", async () => {
	const { api, clock, gateway } = await startChannel();
	api.hang("file");
	const person = api.user(42);
	person.sendDocument(Buffer.from("x"), "a.txt");
	person.sendText("/stop");
	person.sendText("/stopping is fun");
	await passRests(clock, () => gateway.events.length === 1);
	expect(gateway.texts).toEqual(["/stop"]);
	await passRests(clock, () => gateway.events.length === 3);
	expect(gateway.texts[2]).toBe("/stopping is fun");
});

it("gives all files of a moment 20 s together, then stores the words with a note", async () => {
	const { api, clock, gateway } = await startChannel();
	for (let count = 0; count < 3; count++) api.hang("file");
	const startedAt = clock.now();
	for (const name of ["a.txt", "b]\n.txt", "c.txt"]) {
		api.user(42).sendDocument(Buffer.from("x"), name, { caption: `this is ${name}` });
	}
	await passRests(clock, () => gateway.events.length === 3);
	expect(clock.now() - startedAt).toBeLessThanOrEqual(21_000);
	expect(gateway.texts[1]).toBe(
		"this is b]\n.txt\n[the file b .txt could not be fetched: it did not come within 20 s; ask for it again]",
	);
	expect(gateway.events.flatMap(({ attachments }) => attachments)).toEqual([]);
});

it.each(["resetInBody", "dropBefore"] as const)("fetches a file again after %s", async (fault) => {
	const { api, clock, gateway } = await startChannel();
	api[fault]("file");
	api.user(42).sendDocument(Buffer.from("whole"), "a.txt");
	await passRests(clock, () => gateway.events.length === 1);
	expect(gateway.events[0]?.attachments).toMatchObject([{ sizeBytes: 5 }]);
});

it("loses nothing where it is stopped with a file half there and later words stored", async () => {
	const api = await botApi();
	const gateway = new MemoryGateway();
	api.hang("getFile");
	api.user(42).sendDocument(Buffer.from("x"), "a.txt", { caption: "the file" });
	api.user(7).sendText("somebody else");
	const first = openChannel(api, { gateway });
	await first.channel.start();
	await gateway.untilStored(1);
	await api.untilCalled("getFile");
	await first.channel.stop();
	const second = openChannel(api, { gateway });
	await second.channel.start();
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["somebody else", "the file"]);
	expect(gateway.events[1]?.attachments).toHaveLength(1);
});
