import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { openRecords } from "#daemon/records/records.ts";
import { IDLE } from "#daemon/router/loop-fixture.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { TimerDesk } from "./timer-desk.ts";
import { TimerFirings } from "./timer-firings.ts";

const HOUR_MS = 3_600_000;
const hourly: Schedule = { kind: "cron", expression: "0 * * * *", zone: "UTC" };

function open(start = "2026-11-30T10:30:00Z") {
	const clock = new FakeClock(start);
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: () => undefined,
	});
	let wakes = 0;
	const firings = new TimerFirings({
		...records,
		database,
		outbox,
		clock,
		reading: () => IDLE,
		onEvent: () => (wakes += 1),
	});
	const desk = new TimerDesk({ ...records, database, clock, ownerZone: () => "UTC", onChanged: () => undefined });
	const add = (schedule: Schedule, action: "remind" | "act" = "remind") =>
		desk.add(
			{ purpose: "stretch", action, schedule },
			{
				conversation: { channel: "web", address: "owner" },
				originEventId: undefined,
				createdBy: "owner on web",
				trust: "owner",
				outside: false,
			},
		);
	return {
		...records,
		clock,
		database,
		firings,
		desk,
		add,
		said: () =>
			outbox
				.toOwner({ limit: 100 })
				.map(({ text }) => text)
				.reverse(),
		wakes: () => wakes,
	};
}

it("a reminder is told without a model, and left for the model's next turn to see", async () => {
	const { add, clock, firings, said, events, registrations } = open();
	const timer = add({ kind: "once", at: clock.now() + HOUR_MS, zone: "UTC" });
	expect(firings.fireDue()).toBe(clock.now() + HOUR_MS);
	await clock.advance(HOUR_MS);
	expect(firings.fireDue()).toBeUndefined();
	expect(said()).toEqual(["⏰ stretch"]);
	expect(registrations.find(timer.id)).toMatchObject({ state: "ended", fired: 1, nextAt: undefined });
	expect(events.waiting("loop", 10)).toEqual([]);
	const [note] = events.unseen(1, 10).events;
	expect(note).toMatchObject({ kind: "reminder", state: "settled", outcome: "handled", trust: "system" });
	expect(note?.text).toContain('reminded the owner on web: "stretch"');
});

it("what wakes the model becomes an event that waits for it", async () => {
	const { add, clock, firings, said, events, wakes } = open();
	add({ kind: "once", at: clock.now() + 1000, zone: "UTC" }, "act");
	await clock.advance(1000);
	firings.fireDue();
	expect(said()).toEqual([]);
	expect(wakes()).toBe(1);
	expect(events.waiting("loop", 10)).toMatchObject([{ kind: "timer", trust: "system", channel: "timer" }]);
	expect(events.waiting("loop", 10)[0]?.text).toMatch(
		/^Timer due: stretch\n\(R-1 due 2026-11-30 10:30:01 UTC; the last firing; set by owner on web\)$/,
	);
});

it("a late firing says so, and missed repeats are one firing and one row of skipped slots", async () => {
	const { add, clock, firings, said, firings: _firings, ...records } = open();
	const timer = add(hourly);
	await clock.advance(4.75 * HOUR_MS);
	firings.fireDue();
	expect(said()).toEqual([
		"⏰ stretch\n\n(15m00s late: it was due 2026-11-30 15:00:00; 4 earlier missed since 2026-11-30 11:00:00)",
	]);
	const rows = records.database.all(
		"SELECT slot_at AS at, outcome, slots FROM firings WHERE registration_id = ? ORDER BY slot_at",
		timer.id,
	);
	expect(rows).toEqual([
		{ at: Date.parse("2026-11-30T11:00:00Z"), outcome: "skipped", slots: 4 },
		{ at: Date.parse("2026-11-30T15:00:00Z"), outcome: "fired", slots: 1 },
	]);
	expect(records.registrations.find(timer.id)).toMatchObject({ fired: 1, nextAt: Date.parse("2026-11-30T16:00:00Z") });
});

it("a slot fires once, also when the clock goes back over it", async () => {
	const { add, clock, firings, said, registrations } = open("2026-11-30T10:59:59Z");
	const timer = add(hourly);
	await clock.advance(2000);
	firings.fireDue();
	expect(said()).toHaveLength(1);
	clock.set("2026-11-30T10:30:00Z");
	firings.resumeFrom(clock.now());
	expect(registrations.find(timer.id)?.nextAt).toBe(Date.parse("2026-11-30T12:00:00Z"));
	await clock.advance(45 * 60_000);
	firings.fireDue();
	expect(said()).toHaveLength(1);
});

it("a clock that was a year ahead and is set right leaves no timer waiting for a year", async () => {
	const { add, clock, firings, said, registrations } = open();
	const timer = add(hourly);
	clock.set("2027-11-30T10:30:00Z");
	firings.fireDue();
	clock.set("2026-11-30T10:40:00Z");
	firings.resumeFrom(clock.now());
	expect(registrations.find(timer.id)?.nextAt).toBe(Date.parse("2026-11-30T11:00:00Z"));
	await clock.advance(30 * 60_000);
	firings.fireDue();
	expect(said()).toHaveLength(2);
});

it("a timer that was changed back to a slot that has fired passes it over, and holds up no other", async () => {
	const { add, desk, clock, firings, said, registrations } = open("2026-11-30T10:59:59Z");
	const timer = add(hourly);
	await clock.advance(2000);
	firings.fireDue();
	clock.set("2026-11-30T10:50:00Z");
	desk.change("R-1", timer, timer);
	expect(registrations.find(timer.id)?.nextAt).toBe(Date.parse("2026-11-30T11:00:00Z"));
	add({ kind: "once", at: Date.parse("2026-11-30T11:00:00Z"), zone: "UTC" });
	await clock.advance(10 * 60_000);
	firings.fireDue();
	expect(said()).toHaveLength(2);
	expect(registrations.find(timer.id)?.nextAt).toBe(Date.parse("2026-11-30T12:00:00Z"));
});

it("a crash before the commit leaves the slot unfired, and after it fired whole", async () => {
	const { add, clock, firings, said, database } = open();
	add({ kind: "once", at: clock.now() + 1000, zone: "UTC" });
	await clock.advance(1000);
	expect(() =>
		database.write(() => {
			firings.fireDue();
			throw new Error("the power went");
		}),
	).toThrow("the power went");
	expect(said()).toEqual([]);
	firings.fireDue();
	firings.fireDue();
	expect(said()).toEqual(["⏰ stretch"]);
});

it("carries the trust of who asked, and what was in view then", async () => {
	const { desk, clock, firings, events } = open();
	desk.add(
		{ purpose: "pay Mallory", action: "act", schedule: { kind: "once", at: clock.now() + 1, zone: "UTC" } },
		{
			conversation: { channel: "web", address: "owner" },
			originEventId: undefined,
			createdBy: "known on mail",
			trust: "known",
			outside: true,
		},
	);
	await clock.advance(1);
	firings.fireDue();
	expect(events.waiting("loop", 1)).toMatchObject([{ trust: "known", outsideSource: "timer" }]);
});

it("is no more trusted for a change than it was, nor than who changed it", () => {
	const { add, desk, clock } = open();
	const schedule = { kind: "once", at: clock.now() + 1, zone: "UTC" } as const;
	const timer = desk.change("R-1", { ...add(schedule), purpose: "pay" }, { trust: "system", outside: true });
	expect(timer).toMatchObject({ purpose: "pay", trust: "system", outside: true });
	expect(desk.change("r1", timer, { trust: "owner", outside: false })).toMatchObject({
		trust: "system",
		outside: true,
	});
});

it("takes many that are due at once in several commits", async () => {
	const { add, clock, firings, said } = open();
	for (let index = 0; index < 1_200; index += 1) add({ kind: "once", at: clock.now() + 1000, zone: "UTC" });
	await clock.advance(1000);
	for (let looks = 0; firings.fireDue() !== undefined; looks += 1) expect(looks).toBeLessThan(3);
	expect(said()).toHaveLength(100);
});
