import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { type Channel, DeliveryError, type PartDelivery, REPEAT_MARK } from "#channels/channel.ts";
import type { OutboundMessage } from "#core/message.ts";
import { botApi, message, openChannel, WAIT } from "./test-kit.ts";
import { randomMarkdown } from "./test-markdown.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");

/** A channel that only sends, and a person to send to. */
async function openSender() {
	const rig = openChannel(await botApi());
	return { ...rig, person: rig.api.user(42) };
}

/** Sends every part, as the outbox does. */
async function sendAll(channel: Channel, outbound: OutboundMessage): Promise<string[]> {
	const parts = await channel.render(outbound);
	const ids: string[] = [];
	for (const [index, part] of parts.entries()) {
		const delivery = { part, index, last: index === parts.length - 1, repeat: false };
		const { serviceId } = await channel.send(outbound, delivery, live());
		ids.push(serviceId);
	}
	return ids;
}

/** The first part, as the outbox sends it. */
async function firstPart(channel: Channel, outbound: OutboundMessage, repeat = false): Promise<PartDelivery> {
	const [part = ""] = await channel.render(outbound);
	return { part, index: 0, last: true, repeat };
}

const live = () => new AbortController().signal;

async function failureOf(sending: Promise<unknown>): Promise<DeliveryError> {
	const error = await sending.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof DeliveryError)) throw new Error(`No DeliveryError but ${error}`);
	return error;
}

it("sends Markdown with its looks, without a preview of its links, and returns Telegram's number", async () => {
	const { api, channel } = await openSender();
	const ids = await sendAll(channel, message({ text: "👋 See <b>https://example.org</b> *now*" }));
	const sent = await api.untilSent(1);
	expect(sent).toMatchObject({
		chatId: 42,
		text: "👋 See <b>https://example.org</b> now",
		entities: [{ type: "italic", offset: 34, length: 3 }],
		buttons: [],
	});
	expect(ids).toEqual([String(sent.messageId)]);
	const { parameters } = await api.untilCalled("sendMessage");
	expect(parameters).toMatchObject({ link_preview_options: { is_disabled: true } });
	expect(parameters).not.toHaveProperty("parse_mode");
});

it("sends a long text in marked parts, with the buttons on the last", async () => {
	const { api, channel } = await openSender();
	const text = "All work and no play makes Jack a dull boy. ".repeat(300);
	const choices = [
		{ label: "Allow", action: "approve:K7Q2", command: "/approve K7Q2" },
		{ label: "Deny", action: "deny:K7Q2", command: "/deny K7Q2" },
	];
	await sendAll(channel, message({ text, choices }));
	expect(api.sent.map((sent) => sent.text.slice(0, 5))).toEqual(["(1/4)", "(2/4)", "(3/4)", "(4/4)"]);
	expect(api.sent.map((sent) => sent.buttons.flat().map(({ data }) => data))).toEqual([
		[],
		[],
		[],
		["approve:K7Q2", "deny:K7Q2"],
	]);
	expect(api.sent.at(-1)?.text).toMatch(/Or type: \/approve K7Q2 \(Allow\) · \/deny K7Q2 \(Deny\)$/);
});

it("sends into the topic that the conversation names", async () => {
	const { api, channel } = await openSender();
	await sendAll(channel, message({ conversation: { channel: "telegram", address: "42:7" } }));
	expect((await api.untilCalled("sendMessage")).parameters).toMatchObject({ chat_id: 42, message_thread_id: 7 });
});

it("sends attachments after the text, pictures as photos and the rest as documents", async () => {
	const { api, channel, workspace } = await openSender();
	mkdirSync(join(workspace, "out"));
	writeFileSync(join(workspace, "out", "my; report.pdf"), "content of the report");
	writeFileSync(join(workspace, "chart.png"), PNG);
	await sendAll(channel, message({ text: "Here", attachments: ["out/my; report.pdf", "chart.png"] }));
	expect(api.sent.map(({ text, file }) => [text, file?.kind, file?.name])).toEqual([
		["Here", undefined, undefined],
		["", "document", "my_ report.pdf"],
		["", "photo", "chart.png"],
	]);
	expect(Buffer.from(api.sent[1]?.file?.bytes ?? []).toString()).toBe("content of the report");
	expect(Buffer.from(api.sent[2]?.file?.bytes ?? [])).toEqual(PNG);
});

it("sends a picture that Telegram does not take as one as a document", async () => {
	const { api, channel, workspace } = await openSender();
	writeFileSync(join(workspace, "odd.png"), "no picture");
	await sendAll(channel, message({ text: "", attachments: ["odd.png"] }));
	expect(api.sent.map(({ file }) => [file?.kind, file?.name])).toEqual([["document", "odd.png"]]);
});

it("never sends a file that is larger than Telegram takes", async () => {
	const { api, channel, workspace } = await openSender();
	writeFileSync(join(workspace, "film.mkv"), "");
	truncateSync(join(workspace, "film.mkv"), 50_000_001);
	const error = await failureOf(sendAll(channel, message({ text: "", attachments: ["film.mkv"] })));
	expect(error).toMatchObject({ kind: "permanent", message: expect.stringContaining("over 50 MB") });
	expect(api.calls).toEqual([]);
});

it("says so above a text and below a file that it sends again", async () => {
	const { api, channel, workspace } = await openSender();
	writeFileSync(join(workspace, "a.txt"), "a");
	for (const outbound of [message({ text: "**Hello**" }), message({ text: "", attachments: ["a.txt"] })]) {
		await channel.send(outbound, await firstPart(channel, outbound, true), live());
	}
	expect(api.sent.map(({ text, entities }) => [text, entities])).toEqual([
		[`${REPEAT_MARK}Hello`, [{ type: "bold", offset: REPEAT_MARK.length, length: 5 }]],
		[REPEAT_MARK.trim(), []],
	]);
});

it("sends a part again without its looks where Telegram refuses them, with buttons and addresses", async () => {
	const { api, channel } = await openSender();
	const choices = [{ label: "Go", action: "approve:K7Q2", command: "/approve K7Q2" }];
	const text = "Open [the **page**](https://example.org/?a=1) <b>now</b>";
	const refusals = ["can't parse entities: …", "entity URL 'x' is invalid: Wrong HTTP URL", "ENTITIES_TOO_LONG"];
	for (const refusal of refusals) {
		api.fail("sendMessage", { code: 400, description: `Bad Request: ${refusal}` });
		await sendAll(channel, message({ text, choices }));
	}
	for (const sent of api.sent) {
		expect(sent.text).toBe("Open the page (https://example.org/?a=1) <b>now</b>\n\nOr type: /approve K7Q2 (Go)");
		expect(sent.entities).toEqual([]);
		expect(sent.buttons).toHaveLength(1);
	}
	expect([api.sent.length, api.calls.length]).toEqual([3, 6]);
});

it("does not send twice what Telegram refuses for another reason, or without looks", async () => {
	const { api, channel } = await openSender();
	api.fail("sendMessage", { code: 400, description: "Bad Request: TOPIC_CLOSED" });
	expect((await failureOf(sendAll(channel, message({ text: "**x**" })))).kind).toBe("permanent");
	api.fail("sendMessage", { code: 400, description: "Bad Request: can't parse entities: x" });
	expect((await failureOf(sendAll(channel, message({ text: "x" })))).kind).toBe("permanent");
	expect(api.calls).toHaveLength(2);
});

it("sends 200 random texts over a real connection, and each arrives as it was rendered", async () => {
	const { api, channel } = await openSender();
	for (let seed = 1; seed <= 200; seed++) await sendAll(channel, message({ text: randomMarkdown(seed, 20_000) }));
	expect(api.calls).toHaveLength(api.sent.length);
	for (const [index, { parameters }] of api.calls.entries()) {
		expect(parameters.entities ?? []).toEqual(api.sent[index]?.entities);
	}
});

it.each([
	["a file that is not there", "missing.txt"],
	["a folder", "folder"],
	["a link out of the workspace", "link"],
	["a path out of the workspace", "../outside.txt"],
])("never sends %s", async (_what, path) => {
	const { api, channel, workspace } = await openSender();
	mkdirSync(join(workspace, "folder"));
	symlinkSync("/etc/hostname", join(workspace, "link"));
	const outbound = message({ text: "", attachments: [path] });
	const error = await failureOf(sendAll(channel, outbound));
	expect(error).toMatchObject({ kind: "permanent", message: expect.stringContaining(path) });
	expect(api.calls).toEqual([]);
});

it.each([
	{ name: "asked to wait", fault: { code: 429, parameters: { retry_after: 7 } }, kind: "retry", retryAfterMs: 7000 },
	{ name: "a wrong token", fault: { code: 401 }, kind: "retry", retryAfterMs: 60_000 },
	{ name: "malformed", fault: { code: 400 }, kind: "permanent" },
	{ name: "too large", fault: { code: 413 }, kind: "permanent" },
	{ name: "an error of the server", fault: { code: 500 }, kind: "uncertain" },
	{ name: "a page of a proxy", fault: { code: 502, body: "<html>" }, kind: "uncertain" },
])("sorts a refusal: $name → $kind", async ({ fault, kind, retryAfterMs }) => {
	const { api, channel } = await openSender();
	api.fail("sendMessage", fault);
	const error = await failureOf(sendAll(channel, message()));
	expect(error.kind).toBe(kind);
	expect(error.retryAfterMs).toBe(retryAfterMs);
	expect(api.calls).toHaveLength(1);
});

it("gives up on a person who blocked the bot, and on a chat that is not there", async () => {
	const { channel, person } = await openSender();
	person.block();
	expect(await failureOf(sendAll(channel, message()))).toMatchObject({
		kind: "permanent",
		message: expect.stringContaining("blocked"),
	});
	for (const address of ["99", "nonsense"]) {
		const outbound = message({ conversation: { channel: "telegram", address } });
		expect((await failureOf(sendAll(channel, outbound))).kind).toBe("permanent");
	}
});

it.each(["dropBefore", "dropAfter"] as const)("leaves open what became of a broken connection (%s)", async (fault) => {
	const { api, channel } = await openSender();
	api[fault]("sendMessage");
	expect((await failureOf(sendAll(channel, message()))).kind).toBe("uncertain");
});

it("knows that nothing was sent where no connection came about", async () => {
	const gone = await botApi();
	await gone.close();
	const { channel } = openChannel(gone);
	expect((await failureOf(sendAll(channel, message()))).kind).toBe("retry");
});

it("leaves open what became of a call without an answer", async () => {
	const { api, channel, clock } = await openSender();
	api.hang("sendMessage");
	const sending = failureOf(sendAll(channel, message()));
	await api.untilCalled("sendMessage");
	await clock.advance(60_000);
	expect(await sending).toMatchObject({ kind: "uncertain", message: expect.stringContaining("60 s") });
});

it("leaves open what became of an interrupted call, and sends nothing that was interrupted before", async () => {
	const { api, channel } = await openSender();
	api.hang("sendMessage");
	const interrupt = new AbortController();
	const delivery = await firstPart(channel, message());
	const sending = failureOf(channel.send(message(), delivery, interrupt.signal));
	await api.untilCalled("sendMessage");
	interrupt.abort();
	expect((await sending).kind).toBe("uncertain");
	expect((await failureOf(channel.send(message(), delivery, interrupt.signal))).kind).toBe("retry");
	expect(api.calls).toHaveLength(1);
});

it("shows typing at once and every 4.5 s while work goes on, and then has no timers", async () => {
	const { api, channel, clock, person } = await openSender();
	const conversation = { channel: "telegram", address: String(person.id) };
	channel.showActivity(conversation, "reading notes.md");
	channel.showActivity(conversation, "searching");
	const call = await api.untilCalled("sendChatAction");
	expect(call.parameters).toMatchObject({ chat_id: 42, action: "typing" });
	await vi.waitFor(() => expect(clock.nextDelayMs).toBe(4_500), WAIT);
	api.fail("sendChatAction", { code: 500 });
	for (const count of [2, 3]) {
		await vi.waitFor(() => expect(clock.nextDelayMs).toBe(4_500), WAIT);
		await clock.advance(4_500);
		await api.untilCalled("sendChatAction", count);
	}
	channel.showActivity(conversation, undefined);
	await vi.waitFor(() => expect(clock.nextDelayMs).toBeUndefined(), WAIT);
	expect(api.calls).toHaveLength(3);
});

it("does not throw where activity can't be shown", async () => {
	const { channel, clock, logLines } = await openSender();
	channel.showActivity({ channel: "telegram", address: "nonsense" }, "thinking");
	channel.showActivity({ channel: "telegram", address: "99" }, "thinking");
	await vi.waitFor(() => expect(logLines.join("")).toContain("typing could not be shown"), WAIT);
	await channel.stop();
	await vi.waitFor(() => expect(clock.nextDelayMs).toBeUndefined(), WAIT);
});
