import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { reply } from "./steps.ts";
import { configurationFor, type Fixture, OWNER_ID, startFixture } from "./steward-fixture.ts";

const MINUTE_MS = 60_000;
const START = "2026-11-30T10:30:00Z";

/** A daemon without a model, on a clock that stands still. */
async function withoutModel(options: { telegram?: boolean } = {}): Promise<Fixture & { clock: FakeClock }> {
	const clock = new FakeClock(START);
	const fixture = await startFixture({ ...options, clock, withoutModel: true });
	return Object.assign(fixture, { clock });
}

/** Writes a model into the configuration of a daemon that had none. */
function configureModel(fixture: Fixture): void {
	writeFileSync(join(fixture.home, "config.yaml"), configurationFor(fixture.model, undefined));
}

const said = (fixture: Fixture, text: string) => fixture.web.until((item) => item.text.includes(text));

describe("without a model", () => {
	it("sets a reminder in plain words, and it comes", async () => {
		const fixture = await withoutModel();
		await fixture.web.send("Remind me in 20 minutes to call Bob");
		await said(fixture, "I'll remind you today at 11:50 (Europe/Berlin): call Bob");
		await fixture.clock.advance(20 * MINUTE_MS);
		await said(fixture, "⏰ call Bob");
		expect(fixture.model.requests).toEqual([]);
	});

	it("understands German, and repeats", async () => {
		const fixture = await withoutModel();
		await fixture.web.send("Erinnere mich jeden Werktag um 9 daran, den Tag zu planen");
		await said(fixture, "Ich erinnere dich morgen");
		await fixture.clock.advance(21.5 * 60 * MINUTE_MS);
		await said(fixture, "⏰ den Tag zu planen");
	});

	it("lists, cancels, notes, and says how it is", async () => {
		const fixture = await withoutModel();
		await fixture.web.send("remind me tomorrow at 9 to water the plants");
		await said(fixture, "water the plants");
		await fixture.web.send("list my reminders");
		await said(fixture, "You have one reminder:");
		await fixture.web.send("cancel R-1");
		await said(fixture, "Cancelled R-1: water the plants");
		await fixture.web.send("note: buy milk");
		await said(fixture, "Noted: buy milk");
		expect(fixture.read("inbox/notes.md")).toMatch(/^- 2026-11-30 11:30:00 buy milk \(E-\d+\)\n$/);
		await fixture.web.send("status");
		await said(fixture, "Timers: 0 pending");
		expect(fixture.steward.status().timers.pending).toBe(0);
	});

	it("works on Telegram in the same words", async () => {
		const { bot, clock } = await withoutModel({ telegram: true });
		bot.user(OWNER_ID, "Ada").sendText("timer 10 minutes tea");
		expect((await bot.untilSent(1)).text).toContain("tea");
		await clock.advance(10 * MINUTE_MS);
		expect((await bot.untilSent(2)).text).toBe("⏰ tea");
	});

	it("keeps what it doesn't understand, and says once what is missing and what works", async () => {
		const fixture = await withoutModel();
		await fixture.web.send("What is the capital of France?");
		const told = await said(fixture, "I can't think right now");
		expect(told.text).toContain("remind me in 20 minutes to call Bob");
		await fixture.web.send("And of Spain?");
		await fixture.web.send("remind me in 5 minutes to ask again");
		await said(fixture, "ask again");
		expect((await fixture.web.said()).filter((text) => text.startsWith("I can't think"))).toHaveLength(1);
		expect(fixture.steward.status().loop.state).toBe("failed");
	});

	it("asks for a time where one is missing, and sets nothing", async () => {
		const fixture = await withoutModel();
		await fixture.web.send("remind me to call Bob");
		await vi.waitFor(async () => expect(await fixture.web.said()).toHaveLength(1));
		expect(fixture.steward.status().timers.pending).toBe(0);
	});

	it("gives the waiting events to a model in order once there is one, and tells it what was done", async () => {
		const fixture = await withoutModel();
		await fixture.web.send("What is the capital of France?");
		await said(fixture, "I can't think right now");
		await fixture.web.send("remind me in 5 minutes to stretch");
		await said(fixture, "stretch");
		await fixture.web.send("And of Spain?");
		fixture.model.enqueue(reply(["E-1", "E-4"], "Paris and Madrid."));
		configureModel(fixture);
		await fixture.restart({ withoutModel: false });
		await said(fixture, "Paris and Madrid.");
		const request = fixture.model.requests[0]?.rawBody ?? "";
		const places = [
			"capital of France?",
			"remind me in 5 minutes to stretch",
			"the program itself answered E-2",
			"And of Spain?",
		].map((text) => request.indexOf(text));
		expect(places.every((place) => place > 0)).toBe(true);
		expect([...places].sort((a, b) => a - b)).toEqual(places);
		expect(fixture.model.requests).toHaveLength(1);
		expect(fixture.model.violations).toEqual([]);
	});
});

describe("while the model fails", () => {
	it("does what it understands, also what was in the turn that failed", async () => {
		const clock = new FakeClock(START);
		const fixture = await startFixture({ clock });
		fixture.model.script = () => ({ kind: "status", code: 401, body: { error: { message: "no" } } });
		await fixture.web.send("remind me in 20 minutes to call Bob");
		await said(fixture, "I'll remind you today at 11:50");
		await vi.waitFor(() => expect(fixture.steward.status().loop.state).toBe("idle"));
		expect((await fixture.web.said()).filter((text) => text.startsWith("I can't think"))).toEqual([]);
		const asked = fixture.model.requests.length;
		await fixture.web.send("remind me in 10 minutes to stretch");
		await said(fixture, "I'll remind you today at 11:40");
		expect(fixture.model.requests).toHaveLength(asked);
		await clock.advance(20 * MINUTE_MS);
		await said(fixture, "⏰ call Bob");

		fixture.model.script = undefined;
		fixture.model.enqueue(reply("E-7", "Paris."));
		const question = await fixture.web.send("What is the capital of France?");
		expect(question).toBe("E-7");
		await said(fixture, "Paris.");
		fixture.model.enqueue(reply("E-8", "I will."));
		await fixture.web.send("remind me in 10 minutes to breathe");
		await said(fixture, "I will.");
	});

	it("leaves the same words to the model when it is in reach", async () => {
		const fixture = await startFixture({ script: [reply("E-1", "I will.")] });
		await fixture.web.send("remind me in 20 minutes to call Bob");
		await said(fixture, "I will.");
		expect(fixture.steward.status().timers.pending).toBe(0);
	});
});

it("takes nothing for the owner's word that somebody else wrote, nor a correction for a second wish", async () => {
	const fixture = await withoutModel({ telegram: true });
	const ada = fixture.bot.user(OWNER_ID, "Ada");
	ada.sendText("remind me in 20 minutes to pay Mallory", {
		forward_origin: { type: "hidden_user", sender_user_name: "Mallory", date: 0 },
	});
	await fixture.bot.untilSent(1);
	ada.sendText("remind me in 20 minutes to call Bob");
	await fixture.bot.untilSent(2);
	ada.editText(ada.lastMessageId - 1, "remind me in 30 minutes to call Bob");
	await vi.waitFor(() => expect(fixture.bot.pendingUpdates()).toEqual([]));
	await vi.waitFor(() => expect(fixture.steward.status().waitingEvents).toBeLessThanOrEqual(1));
	expect(fixture.steward.status().timers.pending).toBe(1);
	expect(existsSync(join(fixture.home, "workspace/inbox/notes.md"))).toBe(false);
});
