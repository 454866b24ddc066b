import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { PlainTimers } from "./plain-timers.ts";

const MINUTE_MS = 60_000;

function open() {
	const clock = new FakeClock("2026-11-30T10:30:00Z");
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const { events, registrations } = openRecords(database, clock, systemIds, () => undefined);
	const desk = new TimerDesk({ database, registrations, clock, ownerZone: () => "UTC", onChanged: () => undefined });
	const timers = new PlainTimers(desk);
	const said = (text: string): EventRecord => {
		const conversation = { channel: "web", address: "owner" };
		const event = {
			channel: "web",
			dedupKey: text,
			conversation,
			sender: { id: "owner" },
			text,
			occurredAt: clock.now(),
		};
		const { id } = events.add({ ...event, trust: "owner", route: "loop", kind: "message" });
		const stored = events.find(id);
		if (!stored) throw new Error("the event is not there");
		return stored;
	};
	const inMinutes = (minutes: number): Schedule => ({
		kind: "once",
		at: clock.now() + minutes * MINUTE_MS,
		zone: "UTC",
	});
	const remind = (matter: string, minutes = 20) => timers.set(matter, inMinutes(minutes), said(matter));
	return { clock, desk, timers, said, inMinutes, remind };
}

it("reads back at most three firings, and whether there are more", () => {
	const { timers, said } = open();
	const daily: Schedule = { kind: "cron", expression: "0 9 * * *", zone: "UTC" };
	expect(timers.set("plan", daily, said("a"))).toMatchObject({ id: "R-1", goesOn: true, firings: { length: 3 } });
	expect(timers.set("plan", { ...daily, count: 2 }, said("b"))).toMatchObject({
		goesOn: false,
		firings: { length: 2 },
	});
});

it("keeps a wish whose time has passed while a model was waited for: it is due at once", async () => {
	const { clock, desk, timers, said, inMinutes } = open();
	const event = said("remind me in 1 minute");
	const schedule = inMinutes(1);
	await clock.advance(3 * MINUTE_MS);
	expect(timers.set("stretch", schedule, event)).toMatchObject({ kind: "set", id: "R-1" });
	expect(desk.pending()[0]?.nextAt).toBe(clock.now() - 2 * MINUTE_MS);
});

describe("cancelling", () => {
	it("goes by number, by words without regard to case and accents, and by all", () => {
		const { remind, timers, desk } = open();
		for (const matter of ["call Bob", "Zahnärztin anrufen", "water the plants"]) remind(matter);
		expect(timers.cancel({ kind: "number", number: 1 })).toMatchObject({
			kind: "cancelled",
			reminders: [{ id: "R-1" }],
		});
		expect(timers.cancel({ kind: "words", words: "ZAHNARZTIN" })).toMatchObject({ reminders: [{ id: "R-2" }] });
		expect(timers.cancel({ kind: "all" })).toMatchObject({ reminders: [{ id: "R-3" }] });
		expect(desk.pending()).toEqual([]);
	});

	it("asks which where the words fit several, and cancels none", () => {
		const { remind, timers, desk } = open();
		remind("call Bob");
		remind("write to Bob");
		expect(timers.cancel({ kind: "words", words: "bob" })).toMatchObject({ kind: "several", reminders: { length: 2 } });
		expect(desk.pending()).toHaveLength(2);
	});

	it("says what was sought where there is none", () => {
		const { timers } = open();
		expect(timers.cancel({ kind: "words", words: "Bob" })).toEqual({ kind: "not-found", sought: "Bob" });
		expect(timers.cancel({ kind: "number", number: 7 })).toEqual({ kind: "not-found", sought: "R-7" });
	});
});
