import { describe, expect, it, vi } from "vitest";
import type { Channel } from "#channels/channel.ts";
import type { OutboundMessage } from "#core/message.ts";
import { botApi, message, openChannel, passBackoff, WAIT } from "./test-kit.ts";

const choices = [
	{ label: "Allow", action: "approve:K7Q2", command: "/approve K7Q2" },
	{ label: "Don't", action: "deny:K7Q2", command: "/deny K7Q2" },
];
const NOTE = "Allowed (owner on web).";

/** A question that a person has in front of them. */
async function asked(changes: Partial<OutboundMessage> = {}) {
	const rig = openChannel(await botApi());
	rig.api.user(42);
	const question = message({ text: "May I do **this**?", choices, ...changes });
	const sent = await sendAll(rig.channel, question);
	return { ...rig, question, sent };
}

async function sendAll(channel: Channel, question: OutboundMessage) {
	const parts = await channel.render(question);
	const sent: { index: number; serviceId: string }[] = [];
	for (const [index, part] of parts.entries()) {
		const delivery = { part, index, last: index === parts.length - 1, repeat: false };
		sent.push({ index, ...(await channel.send(question, delivery, new AbortController().signal)) });
	}
	return sent;
}

const edits = ({ api }: Awaited<ReturnType<typeof asked>>) =>
	api.calls.filter(({ method }) => /^editmessage/i.test(method));

describe("a question that needs no answer any more", () => {
	it("loses its buttons and what could be typed, keeps its looks, and says what became of it", async () => {
		const rig = await asked();
		expect(rig.api.sent[0]?.buttons.flat()).toHaveLength(2);
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await vi.waitFor(() => expect(rig.api.sent[0]?.buttons).toEqual([]), WAIT);
		expect(rig.api.sent[0]).toMatchObject({
			text: `May I do this?\n\n${NOTE}`,
			entities: [{ type: "bold", offset: 9, length: 4 }],
		});
		expect(rig.api.sent).toHaveLength(1);
	});

	it("only loses its buttons where its words would fall into other parts", async () => {
		const rig = await asked({ text: "word ".repeat(770).trim() });
		expect(rig.sent).toHaveLength(1);
		const before = rig.api.sent.map(({ text }) => text);
		rig.channel.settle?.(rig.question, rig.sent, `${NOTE} ${"x".repeat(200)}`);
		await vi.waitFor(() => expect(rig.api.sent.at(-1)?.buttons).toEqual([]), WAIT);
		expect(rig.api.sent.map(({ text }) => text)).toEqual(before);
	});

	it("that came in several parts is changed where the buttons are", async () => {
		const rig = await asked({ text: "word ".repeat(1_500).trim() });
		expect(rig.sent).toHaveLength(2);
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await vi.waitFor(() => expect(rig.api.sent[1]?.text).toContain(NOTE), WAIT);
		expect(rig.api.sent[1]?.buttons).toEqual([]);
		expect(rig.api.sent[0]?.edits).toBe(0);
	});

	it("waits as long as Telegram says, and does not ask meanwhile", async () => {
		const rig = await asked();
		rig.api.fail("editMessageText", { code: 429, parameters: { retry_after: 7 } });
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await passBackoff(rig.clock, 7_000);
		await vi.waitFor(() => expect(rig.api.sent[0]?.buttons).toEqual([]), WAIT);
		expect(edits(rig)).toHaveLength(2);
	});

	it.each(["dropBefore", "dropAfter"] as const)(
		"is changed all the same after a connection that broke (%s)",
		async (break_) => {
			const rig = await asked();
			rig.api[break_]("editMessageText");
			rig.channel.settle?.(rig.question, rig.sent, NOTE);
			await passBackoff(rig.clock, 5_000);
			await vi.waitFor(() => expect(edits(rig)).toHaveLength(2), WAIT);
			expect(rig.api.sent[0]).toMatchObject({ buttons: [], edits: 1 });
		},
	);

	it("is let be where Telegram refuses, and the next one is changed", async () => {
		const rig = await asked();
		rig.api.fail("editMessageText", { code: 400, description: "Bad Request: message can't be edited" });
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await vi.waitFor(() => expect(rig.logLines.join("")).toContain("were not taken away"), WAIT);
		expect(edits(rig)).toHaveLength(1);
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await vi.waitFor(() => expect(rig.api.sent[0]?.buttons).toEqual([]), WAIT);
	});

	it("is tried four times at most", async () => {
		const rig = await asked();
		rig.api.dropBefore("editMessageText", 10);
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		for (let tries = 1; tries < 4; tries++) await passBackoff(rig.clock, 5_000);
		await vi.waitFor(() => expect(rig.logLines.join("")).toContain("were not taken away"), WAIT);
		expect(edits(rig)).toHaveLength(4);
	});

	it("shows a note as it is, whatever characters it has, and loses its looks rather than its buttons", async () => {
		const rig = await asked();
		rig.api.fail("editMessageText", { code: 400, description: "Bad Request: can't parse entities" });
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await vi.waitFor(() => expect(rig.api.sent[0]?.buttons).toEqual([]), WAIT);
		rig.channel.settle?.(rig.question, rig.sent, "Refused (a *b* [c](https://x.example) on web).");
		await vi.waitFor(() => expect(rig.api.sent[0]?.text).toContain("(a *b* [c](https://x.example) on web)"), WAIT);
	});

	it("that never arrived is nothing to change", async () => {
		const rig = await asked();
		rig.channel.settle?.(rig.question, [], NOTE);
		rig.channel.settle?.(
			{ ...rig.question, conversation: { channel: "telegram", address: "nowhere" } },
			rig.sent,
			NOTE,
		);
		rig.channel.settle?.(rig.question, rig.sent, NOTE);
		await vi.waitFor(() => expect(rig.api.sent[0]?.buttons).toEqual([]), WAIT);
		expect(edits(rig)).toHaveLength(1);
	});
});
