import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import type { Trust } from "#core/trust.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { Intake } from "./intake.ts";

function open() {
	const clock = new FakeClock("2026-11-30T10:30:45Z");
	const database = new Database(join(tempFolder(), "state.db"));
	const records = openRecords(database, clock, systemIds, () => undefined);
	const stamper = new Stamper("UTC");
	const workspace = tempFolder();
	const intake = new Intake({
		...records,
		database,
		clock,
		stamper: () => stamper,
		workspace,
		messageOf: () => undefined,
	});
	const arrive = (text: string, trust: Trust = "owner", kind = "message") =>
		records.events.add({
			channel: "web",
			dedupKey: text,
			conversation: { channel: "web", address: "owner" },
			sender: { id: "owner" },
			trust,
			route: "loop",
			kind,
			text,
			occurredAt: clock.now(),
		});
	const view = (turnId: number) => records.entries.ofTurn(turnId).map(({ message }) => message.content);
	return { ...records, intake, arrive, view, clock, workspace };
}

describe("a batch", () => {
	it("carries marks, stamps and a closing count by type", async () => {
		const { intake, arrive, view, clock } = open();
		arrive("one");
		await clock.advance(2_000);
		arrive("two");
		const turnId = intake.beginTurn(1) ?? 0;
		expect(view(turnId)).toEqual([
			"[event 1/2] [E-1 2026-11-30 10:30:45 web] one",
			"[event 2/2] [E-2 2026-11-30 10:30:47 +0s web] two\n[2 events: 2 messages. Cover all of them.]",
		]);
	});

	it("has no mark when it is one event", () => {
		const { intake, arrive, view } = open();
		arrive("one");
		expect(view(intake.beginTurn(1) ?? 0)).toEqual(["[E-1 2026-11-30 10:30:45 web] one"]);
	});

	it("never mixes trust: what comes from elsewhere waits for a turn of its own", () => {
		const { intake, arrive, turns, events } = open();
		arrive("from the owner");
		arrive("an outcome", "system", "approval-outcome");
		arrive("from the owner again");
		const first = intake.beginTurn(1) ?? 0;
		expect(turns.find(first)?.authority).toBe("owner");
		expect(events.ofTurn(first).map(({ text }) => text)).toEqual(["from the owner", "from the owner again"]);
		expect(intake.join({ id: first, trajectoryId: 1, authority: "owner" })).toBe(0);
		const second = intake.beginTurn(1) ?? 0;
		expect(turns.find(second)?.authority).toBe("system");
		expect(events.ofTurn(second).map(({ text }) => text)).toEqual(["an outcome"]);
	});

	it("that holds a refusal restricts its turn", () => {
		const { intake, turns, events } = open();
		events.add({
			channel: "system",
			dedupKey: "approval:1",
			conversation: { channel: "web", address: "owner" },
			sender: { id: "steward" },
			trust: "system",
			route: "loop",
			kind: "approval-outcome",
			text: "refused",
			restricts: true,
			occurredAt: 0,
		});
		expect(turns.find(intake.beginTurn(1) ?? 0)?.restricted).toBe(true);
	});
});

it("joins a running turn with what came in since, once", () => {
	const { intake, arrive, view, events } = open();
	arrive("one");
	const id = intake.beginTurn(1) ?? 0;
	arrive("two");
	const turn = { id, trajectoryId: 1, authority: "owner" as const };
	expect(intake.join(turn)).toBe(1);
	expect(intake.join(turn)).toBe(0);
	expect(view(id)).toHaveLength(2);
	expect(events.waiting("loop", 10)).toEqual([]);
});

it("shows beginning and end of a long text and says where the whole is", () => {
	const { intake, arrive, view, workspace } = open();
	const text = `${"long ".repeat(10_000)}and that is all`;
	arrive(text);
	const [content] = view(intake.beginTurn(1) ?? 0);
	expect(content?.length).toBeLessThan(10_000);
	expect(content).toContain("the whole is in inbox/E-1.txt: read it with read_file");
	expect(content).toMatch(/^\[E-1 [^\]]+\] long [\s\S]+and that is all$/);
	expect(readFileSync(join(workspace, "inbox/E-1.txt"), "utf8")).toBe(text);
});
