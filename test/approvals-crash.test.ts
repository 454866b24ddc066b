import { expect, it } from "vitest";
import { approvalsOf, codeOf, createPost, isOpenCard, mailTo, playScript, untilQuiet } from "./approvals-kit.ts";
import { FakeClock } from "./fake-clock.ts";
import { startFixture } from "./steward-fixture.ts";
import { rowsOf, until } from "./watching.ts";

/** A few more than the way of one approval has, so that the last ones show it undisturbed. */
const COMMITS = 24;

const ENDS = ["done", "failed"];

/**
 * The power goes at one commit, before it or right after: from there on nothing reaches the disk. What goes out of the house
 * still does, as it may in the moment before the light goes out.
 */
it.each(Array.from({ length: COMMITS }, (_, index) => index + 1))(
	"the power goes at commit %i between the owner's word and the end: the mail is sent at most once, with a yes, and it is told",
	async (last) => {
		const post = createPost();
		let left = Number.POSITIVE_INFINITY;
		const databaseHooks = {
			beforeCommit() {
				left -= 1;
				if (left < 0) throw new Error("the power is gone");
			},
		};
		const fixture = await startFixture({ databaseHooks, tools: [post.tool] });
		const { home } = fixture;
		const atSending: unknown[] = [];
		post.onSend = () => void atSending.push(...approvalsOf(fixture));
		const script = () =>
			playScript(
				fixture,
				rowsOf(home, "SELECT id FROM calls WHERE tool = 'send_mail'").length === 0 ? [mailTo("bob@example.org")] : [],
			);
		script();
		const presses = async () => {
			const card = (await fixture.web.history()).find(isOpenCard);
			if (card) await fixture.web.decide("approve", codeOf(card));
		};
		const isOver = () => ENDS.includes(approvalsOf(fixture)[0]?.state ?? "");
		left = last - 1;
		await fixture.web.send("tell Bob").catch(() => undefined);
		await until(async () => {
			if (left >= 0 && !isOver()) await presses();
			expect(left < 0 || isOver()).toBe(true);
		});
		left = Number.POSITIVE_INFINITY;
		script();
		await fixture.restart({ databaseHooks: {} });
		if (rowsOf(home, "SELECT id FROM events WHERE trust = 'owner' AND kind = 'message'").length === 0)
			await fixture.web.send("tell Bob");
		await until(async () => {
			if (!isOver()) await presses();
			expect(isOver()).toBe(true);
		});
		const outcomes =
			"SELECT body FROM events JOIN contents ON contents.id = content_id WHERE kind = 'approval-outcome'";
		const [outcome] = await until(() => {
			const found = rowsOf(home, outcomes) as { body: string }[];
			expect(found).toHaveLength(1);
			return found;
		});
		const state = approvalsOf(fixture)[0]?.state;
		expect(post.sent.length).toBeLessThanOrEqual(1);
		if (state === "done") expect(post.sent).toHaveLength(1);
		else expect(outcome?.body).toContain("may or may not have happened");
		expect(atSending).toEqual(post.sent.map(() => ({ state: "committing", by: "owner on web" })));
		await until(() =>
			expect(fixture.model.requests.some(({ rawBody }) => rawBody.includes("Outcome of call"))).toBe(true),
		);
	},
	30_000,
);

it.each([
	{ refusals: 1, state: "done", told: "it was done" },
	{ refusals: 4, state: "failed", told: "it may have happened. Check first" },
])(
	"a disk that refuses $refusals times after the mail was sent: it is not sent again, and told as $state",
	async (of) => {
		const post = createPost();
		const clock = new FakeClock();
		let refusing = 0;
		const databaseHooks = {
			beforeCommit() {
				if (refusing > 0) {
					refusing -= 1;
					throw new Error("database or disk is full");
				}
			},
		};
		const fixture = await startFixture({ clock, databaseHooks, tools: [post.tool] });
		playScript(fixture, [mailTo("bob@example.org")]);
		await fixture.web.send("tell Bob");
		const code = codeOf(await fixture.web.until(isOpenCard));
		await untilQuiet(fixture);
		post.onSend = () => {
			refusing = of.refusals;
		};
		await fixture.web.decide("approve", code);
		await until(async () => {
			if (clock.nextDelayMs === 5_000) await clock.advance(5_000);
			expect(approvalsOf(fixture).map(({ state }) => state)).toEqual([of.state]);
		});
		expect(post.sent).toHaveLength(1);
		await until(() => expect(fixture.model.requests.at(-1)?.rawBody).toContain(of.told));
	},
);
