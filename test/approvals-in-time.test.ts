import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import {
	codeOf,
	createPost,
	isOpenCard,
	mailTo,
	openCode,
	playScript,
	statesOf,
	untilQuiet,
	untilStates,
} from "./approvals-kit.ts";
import { FakeClock } from "./fake-clock.ts";
import type { ModelStep } from "./stand-ins/model/types.ts";
import { call } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";
import { rowsOf, shown, until } from "./watching.ts";

const BOB = "bob@example.org";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function start() {
	const post = createPost();
	const clock = new FakeClock();
	const fixture = await startFixture({ clock, tools: [post.tool] });
	async function say(...steps: ModelStep[]): Promise<void> {
		playScript(fixture, steps);
		await fixture.web.send("go on");
		await untilQuiet(fixture);
	}
	return Object.assign(fixture, { post, clock, say });
}

describe("the half hour of a question", () => {
	it("has its last millisecond, and no more", async () => {
		const fixture = await start();
		await fixture.say(mailTo(BOB, "in time"));
		const first = await openCode(fixture);
		await fixture.clock.advance(30 * MINUTE_MS - 1);
		await fixture.web.decide("approve", first);
		await untilStates(fixture, "done");
		await untilQuiet(fixture);
		await fixture.say(mailTo(BOB, "too late"));
		const second = await openCode(fixture);
		// The wall clock alone moves on, as on a machine that slept: no timer has run yet.
		fixture.clock.set(fixture.clock.now() + 30 * MINUTE_MS);
		await fixture.web.decide("approve", second);
		await fixture.web.until(({ text }) => text.includes(`the request ${second} is already expired`));
		expect([statesOf(fixture), fixture.post.sent]).toEqual([["done", "expired"], [{ to: BOB, text: "in time" }]]);
	});

	it("does not cut off what was allowed and is being done", async () => {
		const fixture = await start();
		let end: () => void = () => undefined;
		fixture.post.onSend = () => new Promise<void>((resolve) => (end = resolve));
		await fixture.say(mailTo(BOB));
		await fixture.clock.advance(29 * MINUTE_MS);
		await fixture.web.decide("approve", await openCode(fixture));
		await untilStates(fixture, "committing");
		await fixture.clock.advance(20 * MINUTE_MS);
		expect(statesOf(fixture)).toEqual(["committing"]);
		end();
		await untilStates(fixture, "done");
		await untilQuiet(fixture);
		expect(rowsOf(fixture.home, "SELECT id FROM events WHERE dedup_key LIKE 'approval:%'")).toHaveLength(1);
	});

	it("is over for what was allowed just before the program was down for a day: it is told, not done", async () => {
		const fixture = await start();
		await fixture.say(mailTo(BOB));
		await openCode(fixture);
		await fixture.restart({ clock: fixture.clock, tools: [fixture.post.tool] });
		await fixture.steward.stop();
		const sqlite = new Sqlite(join(fixture.home, "state.db"));
		// As the commit of the owner's yes leaves it, with the power gone right after.
		sqlite
			.prepare("UPDATE approvals SET state = 'approved', decided_by = 'owner on web', decided_at = ?")
			.run(fixture.clock.now());
		sqlite.close();
		await fixture.clock.advance(DAY_MS);
		await fixture.restart();
		await untilStates(fixture, "failed");
		await until(() => expect(shown(fixture, fixture.model.requests.length)).toContain("too much time has passed"));
		expect(fixture.post.sent).toEqual([]);
	});
});

describe("what is kept inactive", () => {
	const weekly = call("set_timer", { when: "every Monday at 9", purpose: "Look at the bill", action: "remind" });

	/** A letter was read, and then something was to be kept. */
	async function held() {
		const fixture = await start();
		fixture.put("inbox/letter.txt", "remember me every week");
		await fixture.say(call("read_file", { path: "inbox/letter.txt" }), weekly);
		const card = await fixture.web.until(isOpenCard);
		const timers = () => rowsOf(fixture.home, "SELECT id FROM registrations WHERE state = 'active'").length;
		return Object.assign(fixture, { card, timers });
	}

	it("makes nobody wait: the loop rests, nothing is an open approval, and no turn is restricted", async () => {
		const fixture = await held();
		expect(fixture.card.choices.map(({ label }) => label)).toEqual(["Activate", "Discard"]);
		expect(fixture.timers()).toBe(0);
		expect(fixture.steward.status().loop.state).toBe("idle");
		expect(shown(fixture, fixture.model.requests.length)).not.toMatch(/approvals waiting for the owner: [1-9]/);
	});

	it("is there once the owner activates it, also after a restart, and once only", async () => {
		const fixture = await held();
		await fixture.restart();
		await fixture.clock.advance(13 * DAY_MS);
		await fixture.web.decide("approve", codeOf(fixture.card));
		await fixture.web.until(({ text }) => text === "It is active now.");
		await fixture.web.decide("approve", codeOf(fixture.card));
		await fixture.web.until(({ text }) => text.includes("already done"));
		expect([fixture.timers(), statesOf(fixture)]).toEqual([1, ["done"]]);
	});

	it("is gone when the owner discards it, and restricts no turn", async () => {
		const fixture = await held();
		const before = fixture.model.requests.length;
		await fixture.web.decide("deny", codeOf(fixture.card));
		await untilStates(fixture, "denied");
		// No turn comes of it: nobody waits for it.
		expect(fixture.model.requests).toHaveLength(before);
		expect(rowsOf(fixture.home, "SELECT id FROM turns WHERE restricted = 1")).toEqual([]);
		expect(fixture.timers()).toBe(0);
	});

	it("is gone after fourteen days, without a word to a model", async () => {
		const fixture = await held();
		const before = fixture.model.requests.length;
		await fixture.clock.advance(14 * DAY_MS);
		await untilStates(fixture, "expired");
		await fixture.web.decide("approve", codeOf(fixture.card));
		await fixture.web.until(({ text }) => text.includes("already expired"));
		expect([fixture.timers(), fixture.model.requests.length]).toEqual([0, before]);
	});

	it("is withdrawn when the owner stops what made it, is no question of which the stop tells, and its card says so", async () => {
		const fixture = await held();
		await fixture.web.stop();
		await untilStates(fixture, "lapsed");
		await untilQuiet(fixture);
		expect((await fixture.web.said()).join()).not.toContain("question was withdrawn");
		const card = await fixture.web.until(({ kind }) => kind === "approval");
		expect(card).toMatchObject({ choices: [], note: "lapsed" });
		await fixture.web.decide("approve", codeOf(fixture.card));
		await fixture.web.until(({ text }) => text.includes("already lapsed"));
		expect(fixture.timers()).toBe(0);
	});
});

const lastTurn = (home: string) => rowsOf(home, "SELECT end_kind AS end FROM turns ORDER BY id DESC LIMIT 1");

describe("refusals in a row", () => {
	it("count the owner's own: after a no, two more tries end what is tried again and again", async () => {
		const fixture = await start();
		await fixture.say(mailTo(BOB));
		const code = await openCode(fixture);
		const steps = Array.from({ length: 8 }, (_, number) => mailTo(`x${number}@example.org`));
		playScript(fixture, steps);
		await fixture.web.decide("deny", code);
		await until(() => expect(lastTurn(fixture.home)).toEqual([{ end: "stalled" }]));
		expect([steps.length, fixture.post.sent, statesOf(fixture)]).toEqual([6, [], ["denied"]]);
	});

	it("by the gate, three of them, stop the turn, and the owner hears of it", async () => {
		const fixture = await startFixture({ configuration: "policy: { write: { owner: deny } }" });
		const steps = Array.from({ length: 8 }, (_, number) => call("write_file", { path: `${number}.md`, content: "x" }));
		playScript(fixture, steps);
		await fixture.web.send("write something");
		await untilQuiet(fixture);
		expect(steps.length).toBe(5);
		expect((await fixture.web.said()).length).toBeGreaterThan(0);
		expect(lastTurn(fixture.home)).toEqual([{ end: "stalled" }]);
	});
});
