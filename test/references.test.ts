import { expect, it, vi } from "vitest";
import { reply } from "./steps.ts";
import { type Fixture, OWNER_ID, startFixture } from "./steward-fixture.ts";

/** A chat on Telegram in which the owner's first message (1) was answered (2). */
async function answeredChat() {
	const fixture = await startFixture({ telegram: true, script: [reply("E-1", "Shall I **book** the table?")] });
	const ada = fixture.bot.user(OWNER_ID, "Ada");
	ada.sendText("Find me a table for Friday");
	const { messageId } = await fixture.bot.untilSent(1);
	return { fixture, ada, first: messageId - 1, answer: messageId };
}

/** The part of a request that the program wrote in front of an event's words. */
async function shownToModel({ model }: Fixture, words: string): Promise<string> {
	await model.untilRequest(2);
	const { messages } = JSON.parse(model.requests[1]?.rawBody ?? "{}");
	const shown = messages
		.map(({ content }: { content: string }) => content)
		.find((text: string) => text?.includes(words));
	return String(shown).replace(/^\[[^\]]*\]/, "");
}

it("an answer names the message that it answers: one of the owner's, or one of ours", async () => {
	const { fixture, ada, first, answer } = await answeredChat();
	fixture.model.enqueue(reply("E-2", "Yes."), reply("E-3", "Done."));
	ada.sendText("did you see this?", { reply_to: first });
	expect(await shownToModel(fixture, "did you see this?")).toBe(" (in reply to E-1) did you see this?");
	await fixture.bot.untilSent(2);
	ada.sendText("yes, that one", { reply_to: answer });
	await fixture.bot.untilSent(3);
	expect(fixture.model.requests[2]?.rawBody).toContain(
		'(in reply to your message \\"Shall I **book** the table?\\") yes, that one',
	);
});

it("a reaction names what it stands on, and an edit what it corrects", async () => {
	const { fixture, ada, answer } = await answeredChat();
	fixture.model.enqueue(reply("E-2", "Booked."));
	ada.react(answer, "👍");
	expect(await shownToModel(fixture, "[reaction 👍]")).toBe(
		' (on your message "Shall I **book** the table?") [reaction 👍]',
	);
	await fixture.bot.untilSent(2);

	const other = await startFixture({
		telegram: true,
		script: [reply("E-1", "Friday it is."), reply("E-2", "Saturday.")],
	});
	const bob = other.bot.user(OWNER_ID, "Ada");
	bob.sendText("a table for Friday");
	await other.bot.untilSent(1);
	bob.editText(bob.lastMessageId - 1, "a table for Saturday");
	expect(await shownToModel(other, "Saturday")).toBe(" (corrects E-1) a table for Saturday");
});

it("an order that comes in by an edit is no order", async () => {
	const { fixture, ada, first } = await answeredChat();
	fixture.model.enqueue(reply("E-2", "You changed it to a command; I don't stop for that."));
	ada.editText(first, "/stop");
	await fixture.bot.untilSent(2);
	await vi.waitFor(() => expect(fixture.steward.status().loop.state).toBe("idle"));
	expect((await fixture.web.said()).join()).not.toContain("Nothing is running");
});
