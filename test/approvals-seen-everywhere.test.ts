import { expect, it } from "vitest";
import { createPost, mailTo, openCode, playScript, untilStates } from "./approvals-kit.ts";
import { FakeClock } from "./fake-clock.ts";
import type { SentMessage } from "./stand-ins/telegram/types.ts";
import { type Fixture, OWNER_ID, startFixture } from "./steward-fixture.ts";
import { until } from "./watching.ts";

const untilCard = ({ bot }: Fixture): Promise<SentMessage> =>
	until(() => {
		const found = bot.sent.find(({ text }) => text.startsWith("May I do this?"));
		if (!found) throw new Error("the card has not come");
		return found;
	});

const untilSettled = (card: SentMessage, words: string) =>
	until(() => {
		expect(card.buttons).toEqual([]);
		expect(card.text).toContain(words);
		expect(card.text).not.toContain("Or type:");
	});

async function askedOnTelegram(clock?: FakeClock) {
	const post = createPost();
	const fixture = await startFixture({ telegram: true, tools: [post.tool], ...(clock && { clock }) });
	playScript(fixture, [mailTo("bob@example.org")]);
	fixture.bot.user(OWNER_ID, "Ada").sendText("tell Bob");
	return Object.assign(fixture, { post });
}

it("a question of Telegram's that was answered on the page loses its buttons and says where it was answered", async () => {
	for (const [action, words] of [
		["approve", "Allowed (owner on web)."],
		["deny", "Refused (owner on web)."],
	] as const) {
		const fixture = await askedOnTelegram();
		const card = await untilCard(fixture);
		expect(card.buttons.flat()).toHaveLength(3);
		await fixture.web.decide(action, await openCode(fixture));
		await untilSettled(card, words);
	}
});

it("so does one that was left unanswered, and one whose turn was stopped", async () => {
	const clock = new FakeClock();
	const left = await askedOnTelegram(clock);
	const card = await untilCard(left);
	await clock.advance(30 * 60_000);
	await untilStates(left, "expired");
	await untilSettled(card, "Nobody answered in time");

	const post = createPost();
	const fixture = await startFixture({
		telegram: true,
		tools: [post.tool],
		script: [mailTo("bob@example.org"), { kind: "stall" }],
	});
	fixture.bot.user(OWNER_ID, "Ada").sendText("tell Bob");
	const stopped = await untilCard(fixture);
	await fixture.model.untilRequest(2);
	await fixture.web.stop();
	await untilSettled(stopped, "Withdrawn");
});

it("one that arrives after it was answered elsewhere has its buttons for a moment only", async () => {
	let open: () => void = () => undefined;
	const post = createPost();
	const fixture = await startFixture({ telegram: true, tools: [post.tool] });
	fixture.bot.hang("sendMessage", new Promise<void>((resolve) => (open = resolve)));
	playScript(fixture, [mailTo("bob@example.org")]);
	fixture.bot.user(OWNER_ID, "Ada").sendText("tell Bob");
	await fixture.web.decide("approve", await openCode(fixture));
	await untilStates(fixture, "done");
	open();
	await untilSettled(await untilCard(fixture), "Allowed (owner on web).");
});
