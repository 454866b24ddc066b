import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { runCommand } from "#daemon/command-line/test-command.ts";
import { FakeClock } from "./fake-clock.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, type FixtureOptions, OWNER_ID, startFixture } from "./steward-fixture.ts";
import { rowsOf, until, untilRest, untilState } from "./watching.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMIT = "limits: { costPerDay: 0.5 }\n";

/** Noon in Berlin, and a model at a price that makes every request cost more than the limit. */
async function startPriced(options: FixtureOptions = {}): Promise<Fixture & { clock: FakeClock }> {
	const clock = new FakeClock("2026-11-30T11:00:00Z");
	const fixture = await startFixture({ clock, ...options });
	setPrice(fixture.home, 200);
	await fixture.restart();
	return Object.assign(fixture, { clock });
}

function setPrice(home: string, inputPerMillion: number): void {
	const file = join(home, "config.yaml");
	const price = `price: { inputPerMillion: ${inputPerMillion}, outputPerMillion: 0 }, model: scripted`;
	writeFileSync(file, readFileSync(file, "utf8").replace("model: scripted", price));
}

const notices = async ({ web }: Fixture) => (await web.history()).filter(({ kind }) => kind === "notice");
const ofLimit = async (fixture: Fixture) =>
	(await notices(fixture)).filter(({ text }) => text.includes("is used up ("));

/** What was said on the limit's day is spent: one answer is more than it allows. */
async function spendAll(fixture: Fixture): Promise<void> {
	fixture.model.enqueue(reply("E-1", "Hello."));
	await fixture.web.send("hello");
	await fixture.web.until(({ text }) => text === "Hello.");
	await untilRest(fixture);
}

describe("at the limit of a day", () => {
	it("asks the owner once, answers after a yes, and asks again the next day", async () => {
		const fixture = await startPriced({ configuration: LIMIT });
		await spendAll(fixture);
		await fixture.web.send("are you there?");
		const question = await fixture.web.until(({ text }) => text.includes("Answer you anyway today?"));
		expect(question.text).toMatch(/^Today's limit of 0\.50 is used up \(\d+\.\d\d\)\./);
		expect(question.choices).toEqual([{ label: "Answer me today", action: "spend:allow", command: "/spend allow" }]);
		await fixture.web.send("hello?");
		await untilState(fixture, "failed");
		expect(fixture.model.requests).toHaveLength(1);

		fixture.model.enqueue(reply(["E-2", "E-3"], "I am."));
		await fixture.web.send("/spend allow");
		await fixture.web.until(({ text }) => text === "I am.");
		fixture.model.enqueue(reply("E-5", "Still here."));
		await fixture.web.send("and now?");
		await fixture.web.until(({ text }) => text === "Still here.");
		expect(await ofLimit(fixture)).toHaveLength(1);
		expect((await notices(fixture)).filter(({ text }) => text.includes("can't think"))).toEqual([]);
		expect(rowsOf(fixture.home, "SELECT decision, outcome FROM journal WHERE target LIKE 'spending %'")).toEqual([
			{ decision: "owner on web", outcome: "allowed on 2026-11-30" },
		]);

		await fixture.clock.advance(12 * HOUR_MS);
		fixture.model.enqueue(reply("E-6", "A new day."));
		await fixture.web.send("good morning");
		await fixture.web.until(({ text }) => text === "A new day.");
		await fixture.web.send("and once more");
		await until(async () => expect(await ofLimit(fixture)).toHaveLength(2));
	});

	it("takes the yes from a button on Telegram", async () => {
		const fixture = await startPriced({ configuration: LIMIT, telegram: true });
		await spendAll(fixture);
		const owner = fixture.bot.user(OWNER_ID, "Ada");
		owner.sendText("are you there?");
		const question = await fixture.bot.untilSent(1);
		expect(question.text).toContain("Answer you anyway today?");
		fixture.model.enqueue(reply("E-2", "I am."));
		owner.pressButton(question, "spend:allow");
		await until(() => expect(fixture.bot.sent.map(({ text }) => text)).toContain("I am."));
	});

	it("lets a timer wait, tells of it once, answers the owner meanwhile, and runs it the next day", async () => {
		const fixture = await startPriced({ configuration: LIMIT });
		const timer = { when: "in 20 minutes", purpose: "water the plants", action: "act" };
		fixture.model.enqueue(call("set_timer", timer));
		await fixture.web.send("remember the plants");
		await until(() => expect(rowsOf(fixture.home, "SELECT id FROM registrations")).toHaveLength(1));
		fixture.model.enqueue(reply("E-1", "It is set."));
		await fixture.web.send("/spend allow");
		await fixture.web.until(({ text }) => text === "It is set.");
		await untilRest(fixture);
		const before = fixture.model.requests.length;

		await fixture.clock.advance(20 * MINUTE_MS);
		await fixture.web.until(({ text }) => text.includes("What timers, mail and others set going waits until tomorrow"));
		await untilState(fixture, "failed");
		fixture.model.enqueue(reply("E-4", "Of course."));
		await fixture.web.send("are you there?");
		await fixture.web.until(({ text }) => text === "Of course.");
		expect(fixture.model.requests).toHaveLength(before + 1);

		await fixture.restart();
		await untilState(fixture, "failed");
		expect(fixture.model.requests).toHaveLength(before + 1);
		fixture.model.enqueue(reply("E-3", "The plants are watered."));
		// To midnight and no further: the answer comes over a real socket, and must not seem to take hours.
		await fixture.clock.advance(11 * HOUR_MS + 40 * MINUTE_MS);
		await fixture.web.until(({ text }) => text === "The plants are watered.");
		await untilRest(fixture);
		expect((await ofLimit(fixture)).filter(({ text }) => text.includes("What timers"))).toHaveLength(1);
	});

	it("reached in the middle of a turn keeps what was done, also over a restart, and goes on from there", async () => {
		const fixture = await startPriced({ configuration: LIMIT });
		fixture.put("list.md", "milk");
		fixture.model.enqueue(call("read_file", { path: "list.md" }));
		await fixture.web.send("what is on the list?");
		await fixture.web.until(({ text }) => text.includes("Answer you anyway today?"));
		expect(fixture.model.requests).toHaveLength(1);
		await fixture.restart();
		await untilState(fixture, "failed");
		expect(fixture.model.requests).toHaveLength(1);
		fixture.model.enqueue(reply("E-1", "Milk."));
		await fixture.web.send("/spend allow");
		await fixture.web.until(({ text }) => text === "Milk.");
		expect(fixture.model.requests[1]?.rawBody).toContain("milk");
		expect(fixture.model.violations).toEqual([]);
		expect(rowsOf(fixture.home, "SELECT end_kind FROM turns")).toEqual([{ end_kind: "done" }]);
		expect(await ofLimit(fixture)).toHaveLength(1);
	});
});

it("warns of a limit before it is reached, once, and tells how it stands when it is asked", async () => {
	const fixture = await startPriced({ configuration: "limits: { costPerMonth: 100 }\n" });
	await spendAll(fixture);
	const [{ cost }] = rowsOf(fixture.home, "SELECT cost FROM usage") as [{ cost: number }];
	writeLimit(fixture.home, cost * 2.2);
	await fixture.restart();
	for (const id of ["E-2", "E-3"]) {
		fixture.model.enqueue(reply(id, `Answer to ${id}.`));
		await fixture.web.send("again");
		await fixture.web.until(({ text }) => text === `Answer to ${id}.`);
		await untilRest(fixture);
		await fixture.restart();
	}
	const said = await fixture.web.said();
	expect(said.filter((text) => /^This month's limit is 9\d % used up/.test(text))).toHaveLength(1);
	await fixture.web.send("/spend");
	await fixture.web.until(({ text }) =>
		/^Spent today \d+\.\d\d, this month \d+\.\d\d of \d+\.\d\d \(1\d\d %\)/.test(text),
	);
	const { output, code } = await runCommand(fixture.home, ["usage", "--days", "2"]);
	expect(code).toBe(0);
	expect(output).toMatch(/^2026-11-30 +\d+\.\d\d {2}█+$/m);
	expect(output).toMatch(/scripted: 200 in, 0 out for a million tokens \(config\.yaml\)/);
});

function writeLimit(home: string, costPerMonth: number): void {
	const file = join(home, "config.yaml");
	writeFileSync(file, readFileSync(file, "utf8").replace(/costPerMonth: \S+/, `costPerMonth: ${costPerMonth}`));
}

it("answers although the ledger can't be written, and counts what that cost", async () => {
	const fixture = await startPriced({ configuration: LIMIT });
	const sqlite = new Sqlite(join(fixture.home, "state.db"));
	sqlite.exec("CREATE TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'disk full'); END");
	sqlite.close();
	fixture.model.enqueue(reply("E-1", "Hello."));
	await fixture.web.send("hello");
	await fixture.web.until(({ text }) => text === "Hello.");
	expect(fixture.log()).toContain("usage could not be recorded");
	await fixture.web.send("again");
	await fixture.web.until(({ text }) => text.includes("Answer you anyway today?"));
});

it.each([
	[401, "key"],
	[402, "credit"],
])("after a refusal with %i sends nothing in the background before the owner asks", async (code, word) => {
	const clock = new FakeClock("2026-11-30T11:00:00Z");
	const timer = { when: "in 20 minutes", purpose: "water the plants", action: "act" };
	const fixture = await startFixture({ clock, script: [call("set_timer", timer), reply("E-1", "It is set.")] });
	await fixture.web.send("remember the plants");
	await fixture.web.until(({ text }) => text === "It is set.");
	await untilRest(fixture);
	fixture.model.script = () => ({ kind: "status", code, body: { error: { message: "no" } } });
	await clock.advance(20 * MINUTE_MS);
	const told = await fixture.web.until(({ text }) => text.includes("can't think"));
	expect(told.text).toContain(word);
	await untilState(fixture, "failed");
	expect(fixture.model.requests).toHaveLength(3);
	await clock.advance(6 * HOUR_MS);
	expect(fixture.model.requests).toHaveLength(3);

	fixture.model.script = ({ rawBody }) =>
		rawBody.includes("are you there?") && !rawBody.includes("Here I am.")
			? reply("E-3", "Here I am.")
			: reply("E-2", "The plants are watered.");
	await fixture.web.send("are you there?");
	await fixture.web.until(({ text }) => text === "Here I am.");
	await fixture.web.until(({ text }) => text === "The plants are watered.");
});
