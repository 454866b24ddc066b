import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { inboxName } from "./inbox.ts";
import { botApi, MemoryGateway, openChannel, passRests, startChannel, WAIT } from "./test-kit.ts";

it("saves a document that comes with words below the inbox", async () => {
	const { api, gateway, workspace } = await startChannel();
	api.user(42).sendDocument(Buffer.from("some bytes"), "Q3 report.pdf", {
		caption: "what do you think?",
		mimeType: "application/pdf",
	});
	const { text, attachments, outside } = await gateway.untilStored(1);
	expect(text).toBe("what do you think?");
	expect(outside).toBeUndefined();
	expect(attachments).toEqual([
		{
			path: expect.stringMatching(/^inbox\/Q3-report-[0-9a-f]{10}\.pdf$/),
			name: "Q3 report.pdf",
			mediaType: "application/pdf",
			sizeBytes: 10,
		},
	]);
	expect(readFileSync(join(workspace, attachments[0]?.path ?? ""), "utf8")).toBe("some bytes");
	expect(readdirSync(join(workspace, "inbox"))).toHaveLength(1);
});

it.each([
	[{ kind: "photo", caption: "look" }, "look", /^inbox\/photo-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{10}\.jpg$/, "image/jpeg"],
	[{ kind: "voice", durationSeconds: 12 }, "[voice message, 12 s]", /^inbox\/voice-.*\.ogg$/, "audio/ogg"],
	[{ kind: "audio", name: "tune.mp3" }, "[audio A singer – A song, 1 s]", /^inbox\/tune-.*\.mp3$/, "audio/mpeg"],
	[{ kind: "video", caption: "my cat" }, "my cat\n[video, 1 s]", /^inbox\/video-.*\.mp4$/, "video/mp4"],
	[{ kind: "video_note" }, "[video message, 1 s]", /^inbox\/video-message-.*\.mp4$/, "video/mp4"],
	[{ kind: "animation" }, "[animation]", /^inbox\/animation-.*\.mp4$/, "video/mp4"],
	[{ kind: "sticker" }, "[sticker 😀]", /^inbox\/sticker-.*\.webp$/, "image/webp"],
] as const)("saves what comes with %j", async (media, text, path, mediaType) => {
	const { api, gateway, workspace } = await startChannel();
	api.user(42).sendMedia({ bytes: Buffer.from(media.kind), ...media });
	const event = await gateway.untilStored(1);
	expect(event.text).toBe(text);
	expect(event.attachments).toEqual([
		{ path: expect.stringMatching(path), name: expect.any(String), mediaType, sizeBytes: media.kind.length },
	]);
	expect(readFileSync(join(workspace, event.attachments[0]?.path ?? ""), "utf8")).toBe(media.kind);
});

it("describes what comes without a file", async () => {
	const { api, gateway } = await startChannel();
	const person = api.user(42);
	person.sendContent({ location: { latitude: 48.2, longitude: 16.4 } });
	person.sendContent({ contact: { phone_number: "+43 1", first_name: "Eve" } });
	person.sendContent({ dice: { emoji: "🎲", value: 6 } });
	await gateway.untilStored(3);
	expect(gateway.texts).toEqual(["[location 48.2, 16.4]", "[contact Eve +43 1]", "[dice 🎲 6]"]);
});

it("does not fetch a file again where only the words beside it were edited", async () => {
	const { api, gateway } = await startChannel();
	const person = api.user(42);
	person.sendMedia({ kind: "photo", bytes: Buffer.from("x"), caption: "teh cat" });
	const before = await gateway.untilStored(1);
	person.editText(person.lastMessageId, "the cat");
	const after = await gateway.untilStored(2);
	expect(after.about).toMatchObject({ relation: "edit" });
	expect(after.attachments).toEqual(before.attachments);
	expect(api.calls.filter(({ method }) => method === "getFile")).toHaveLength(1);
});

it("keeps the order of what was said around a file", async () => {
	const api = await botApi();
	const person = api.user(42);
	person.sendDocument(Buffer.from("x"), "a.txt", { caption: "first" });
	person.sendText("second");
	const { channel, gateway } = openChannel(api);
	await channel.start();
	await gateway.untilStored(2);
	expect(gateway.texts).toEqual(["first", "second"]);
});

it("delivers the words with a note where the file is too big", async () => {
	const { api, gateway } = await startChannel();
	api.user(42).sendDocument(Buffer.from("x"), "film.mkv", { caption: "watch this", claimedSizeBytes: 20_000_001 });
	const { text, attachments } = await gateway.untilStored(1);
	expect(text).toBe(
		"watch this\n[the file film.mkv could not be fetched: it is over 20 MB, the most that Telegram gives a bot]",
	);
	expect(attachments).toEqual([]);
	expect(api.calls.some(({ method }) => method === "getFile")).toBe(false);
});

it("tries a file again where the network stumbles", async () => {
	const { api, clock, gateway } = await startChannel();
	api.dropBefore("getFile", 2);
	api.user(42).sendDocument(Buffer.from("x"), "a.txt");
	await passRests(clock, () => gateway.events.length === 1);
	expect((await gateway.untilStored(1)).attachments).toHaveLength(1);
	expect(api.calls.filter(({ method }) => method === "getFile")).toHaveLength(3);
});

it("leaves an interrupted file to the next start", async () => {
	const api = await botApi();
	const gateway = new MemoryGateway();
	const first = openChannel(api, { gateway });
	api.hang("getFile");
	api.user(42).sendDocument(Buffer.from("x"), "a.txt");
	await first.channel.start();
	await api.untilCalled("getFile");
	await first.channel.stop();
	expect(gateway.calls).toBe(0);
	await openChannel(api, { gateway }).channel.start();
	expect((await gateway.untilStored(1)).attachments).toHaveLength(1);
});

it("fetches a file once where its update comes again", async () => {
	const api = await botApi();
	const workspace = tempFolder();
	api.user(42).sendDocument(Buffer.from("x"), "a.txt");
	const first = openChannel(api, { workspace, receive: () => new Promise(() => undefined) });
	await first.channel.start();
	await vi.waitFor(() => expect(readdirSync(join(workspace, "inbox"))).toEqual([expect.stringMatching(/^a-/)]), WAIT);
	const second = openChannel(api, { workspace });
	await second.channel.start();
	expect((await second.gateway.untilStored(1)).attachments[0]?.path).toBe(
		`inbox/${readdirSync(join(workspace, "inbox"))[0]}`,
	);
	expect(api.calls.filter(({ method }) => method === "getFile")).toHaveLength(1);
});

it("fetches no files of people who are not wanted", async () => {
	const { api, gateway } = await startChannel({ wantsFilesFrom: (senderId) => senderId === "42" });
	api.user(7).sendDocument(Buffer.from("x"), "a.txt", { caption: "hi" });
	api.user(42).sendDocument(Buffer.from("x"), "a.txt");
	await gateway.untilStored(2);
	expect(gateway.events[0]?.text).toContain("not fetched");
	expect(gateway.events.map(({ attachments }) => attachments.length)).toEqual([0, 1]);
});

it("never writes through a link in the place of the inbox", async () => {
	const workspace = tempFolder();
	const elsewhere = tempFolder();
	symlinkSync(elsewhere, join(workspace, "inbox"));
	const { api, clock, gateway } = await startChannel({ workspace });
	api.user(42).sendDocument(Buffer.from("x"), "a.txt");
	await passRests(clock, () => gateway.events.length === 1);
	expect((await gateway.untilStored(1)).text).toContain("could not be fetched");
	expect(readdirSync(elsewhere)).toEqual([]);
});

it("names files safely, and the same for the same event", () => {
	const names = [
		"../../etc/passwd",
		"a\0b\n.txt",
		"",
		".bashrc",
		"日本語 レポート.PDF",
		`${"x".repeat(300)}.tar.gz`,
		"con:aux|?.txt",
	];
	const safe = names.map((name) => inboxName(name, "key"));
	for (const name of safe) expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*-[0-9a-f]{10}(\.[a-z0-9]+)?$/u);
	expect(Buffer.byteLength(safe.join("")) / safe.length).toBeLessThan(200);
	expect(inboxName("a.txt", "key")).toBe(inboxName("a.txt", "key"));
	expect(inboxName("a.txt", "key")).not.toBe(inboxName("a.txt", "other key"));
	expect(inboxName("日本語 レポート.PDF", "key")).toMatch(/^日本語-レポート-.*\.pdf$/);
});
