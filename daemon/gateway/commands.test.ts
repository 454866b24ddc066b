import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import type { Inbound } from "#core/event.ts";
import { systemIds } from "#core/ids.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import type { StopReport } from "#daemon/loop/stop-report.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { PinDesk } from "#daemon/pins/pin-desk.ts";
import { PinOrders } from "#daemon/pins/pin-orders.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { ACTING, IDLE, NOTHING_STOPPED } from "#daemon/router/loop-fixture.ts";
import { StopDesk } from "#daemon/router/stop-desk.ts";
import { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { Commands } from "./commands.ts";
import { Gateway } from "./gateway.ts";
import { People } from "./people.ts";

const STOPPED: StopReport = { ...NOTHING_STOPPED, turn: true, done: ["write_file on a.md"], tasks: ["T-9 run_script"] };

/** The way in and the orders, over real rows, in front of a loop of which the test says what it is doing. */
function open(loop: LoopReading = ACTING) {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: () => undefined,
	});
	const people = new People(database, clock, systemIds, () => ["7"]);
	const kit = { loop, stops: [] as boolean[], crashed: false };
	/** Ends what is going on, as the loop does: a second order finds nothing. */
	const stop = (all: boolean): StopReport => {
		kit.stops.push(all);
		const report = kit.loop.state === "idle" ? NOTHING_STOPPED : STOPPED;
		kit.loop = IDLE;
		return report;
	};
	const cancelTask = ({ id }: { id: number }) => records.tasks.end(id, "cancelled");
	const shared = { ...records, database, outbox, people, clock, ids: systemIds };
	const commands = new Commands({
		...shared,
		desk: { decide: () => ({ kind: "rejected", problem: "no such code" }) },
		stops: new StopDesk({ ...shared, stop, cancelTask }),
		timers: new TimerDesk({ ...shared, ownerZone: () => "UTC", onChanged: () => undefined }),
		grantRule: ({ to }) => `always to ${to.join(", ")}`,
		status: () => "fine",
		memory: () => "nothing",
		pins: new PinOrders({
			...shared,
			desk: new PinDesk({ ...records, windowTokens: () => 48_000 }),
		}),
		compact: (focus) => `summing up ${focus ?? "all"}`,
		spend: { text: () => "Spent today 1.00.", allow: (by) => `allowed by ${by}` },
	});
	const gateway = new Gateway({
		...shared,
		sentAs: () => undefined,
		reading: () => kit.loop,
		onArrival(routes) {
			if (routes.has("command") && !kit.crashed) commands.handleWaiting();
		},
	});
	let count = 0;
	const say = (text: string, changes: Partial<Inbound> = {}) =>
		gateway.receive({
			channel: "telegram",
			dedupKey: `m${++count}`,
			conversation: { channel: "telegram", address: "7" },
			sender: { id: "7" },
			text,
			occurredAt: 1,
			...changes,
		});
	const said = () => outbox.toOwner({ limit: 10 }).map((message) => message.text);
	const notes = () => records.events.unseen(MAIN_TRAJECTORY, 10).events;
	const journal = () => database.all("SELECT kind, target, decision, outcome FROM journal");
	/** A task of a turn of its own. */
	const addTask = () => {
		const turnId = records.turns.begin(MAIN_TRAJECTORY, "owner");
		const message = { role: "assistant", content: "x" } as const;
		const entryId = records.entries.add({ trajectoryId: MAIN_TRAJECTORY, turnId, kind: "assistant", message });
		const call = { wireTool: "run_script", tool: "run_script", arguments: "{}", malformed: undefined };
		const callId = records.calls.add({ turnId, entryId, position: 1, ...call, forEventId: undefined });
		records.tasks.add({ callId, turnId, trajectoryId: MAIN_TRAJECTORY, startedAt: clock.now() });
	};
	return Object.assign(kit, { ...records, addTask, commands, say, said, notes, journal });
}

describe("an order to stop", () => {
	it.each<[string, Partial<Inbound>, boolean, string]>([
		["/stop", {}, false, 'The owner said "/stop" (E-1)'],
		["/stop all", {}, true, 'The owner said "/stop all" (E-1)'],
		["停！", {}, false, 'The owner said "停！" (E-1)'],
		["alles stoppen", {}, true, 'The owner said "alles stoppen" (E-1)'],
		["Stop", { action: { kind: "stop" } }, false, "The owner pressed Stop (E-1)"],
	])(
		"as %j ends what is going on, and says so to the owner, the model and the journal",
		async (text, changes, all, by) => {
			const { say, stops, said, notes, journal, events } = open();
			await say(text, changes);
			expect(stops).toEqual([all]);
			expect(said()).toEqual(["Stopped. Done before: `write_file on a.md`. Ended: T-9 run_script."]);
			expect(events.find(1)).toMatchObject({ route: "command", outcome: "handled", strategy: { kind: "cancel" } });
			expect(notes()).toMatchObject([{ kind: "stop", trust: "system", state: "settled", causeEventId: 1 }]);
			expect(notes()[0]?.text).toMatch(/^\[note\] /);
			expect(notes()[0]?.text).toContain(`${by}. What you were doing was ended.`);
			expect(notes()[0]?.text).toContain("Ended: T-9 run_script");
			const target = all ? "everything" : null;
			expect(journal()).toEqual([{ kind: "stop", target, decision: "owner on telegram", outcome: "stopped" }]);
		},
	);

	it("does nothing the second time, and says so", async () => {
		const { say, said, notes, journal } = open();
		await Promise.all([say("/stop"), say("/stop")]);
		expect(said().filter((text) => text.startsWith("Stopped."))).toHaveLength(1);
		expect(said().filter((text) => text === "Nothing is running.")).toHaveLength(1);
		expect(notes()).toHaveLength(1);
		expect(journal()).toMatchObject([{ outcome: "stopped" }, { outcome: "nothing was running" }]);
	});

	it("is nobody else's to give", async () => {
		const { say, stops, said } = open();
		for (const text of ["/stop", "stop", "/stop all"]) await say(text, { sender: { id: "666" } });
		await say("", { sender: { id: "666" }, action: { kind: "stop" }, urgency: "interrupt" });
		await say("stop", { outside: { source: "a forward" } });
		expect(stops).toEqual([]);
		expect(said()).toEqual([]);
	});

	it("is not read into a sentence", async () => {
		const { say, stops, events } = open();
		await say("stop the newsletter");
		await say("please /stop the newsletter");
		expect(stops).toEqual([]);
		expect(events.waiting("loop", 10)).toHaveLength(2);
	});

	it("is no order but a message where nothing is going on, unless it is typed as one", async () => {
		const { say, stops, said, notes, events } = open(IDLE);
		await say("stop");
		await say("cancel");
		expect(events.waiting("loop", 10).map(({ text }) => text)).toEqual(["stop", "cancel"]);
		expect(stops).toEqual([]);
		await say("/stop");
		expect(said()).toEqual(["Nothing is running."]);
		expect(notes()).toEqual([]);
	});

	it("that a word gave is still one when its row is read again after the loop came to rest", async () => {
		const kit = open();
		kit.crashed = true;
		await kit.say("stop");
		kit.loop = IDLE;
		kit.commands.handleWaiting();
		expect(kit.stops).toEqual([false]);
		expect(kit.said()).toEqual(["Nothing is running."]);
	});

	it("of a terminal has no event, and is known to the journal and the model all the same", async () => {
		const kit = open();
		await kit.say("go on");
		for (const state of ["acting", "thinking"] as const) {
			kit.loop = { ...ACTING, state };
			const result = kit.commands.order({ kind: "stop", all: true }, "owner on terminal");
			expect(result).toMatchObject({ kind: "done", say: expect.stringContaining("Stopped.") });
		}
		expect(kit.stops).toEqual([true, true]);
		expect(kit.journal()).toHaveLength(2);
		expect(kit.notes()).toMatchObject([{ conversation: { channel: "telegram", address: "7" } }, { kind: "stop" }]);
		expect(kit.notes()[0]?.text).toContain("The owner on terminal ordered an end to everything.");
	});
});

describe("an order to end one task", () => {
	it("ends it once, and says so to the owner and the model", async () => {
		const { say, said, notes, tasks, addTask } = open(IDLE);
		addTask();
		await say("/cancel T-1");
		expect(tasks.find(1)?.state).toBe("cancelled");
		expect(said()).toEqual(["Ended: T-1 run_script"]);
		expect(notes().map(({ text }) => text)).toEqual([
			"[note] The owner ended T-1 run_script (E-1). No result of it will come.",
		]);
		await say("/cancel t-1");
		await say("/cancel T-7");
		expect(said().slice(0, 2)).toEqual([
			"There is no task T-7. `/status` lists what is running.",
			"T-1 has ended already: it is cancelled.",
		]);
		expect(notes()).toHaveLength(1);
	});

	it("is refused with the reason where it comes from a terminal", () => {
		const { commands } = open(IDLE);
		expect(commands.order({ kind: "cancel", registration: "T-7" }, "owner on terminal")).toMatchObject({
			kind: "refused",
		});
	});
});

it("tells of both orders in its help", async () => {
	const { say, said } = open(IDLE);
	await say("/help");
	expect(said()[0]).toContain("/stop all");
});

it("tells what was spent, and takes the owner's leave to spend more, from the owner alone", async () => {
	const { say, said } = open(IDLE);
	await say("/spend");
	await say("/spend allow");
	expect(said()).toEqual(["allowed by owner on telegram", "Spent today 1.00."]);
	await say("/spend allow", { sender: { id: "666" } });
	await say("/spend allow", { outside: { source: "a forward" } });
	expect(said()).toHaveLength(2);
});

describe("an order to keep something word for word", () => {
	it("is carried out at once, by the owner's word alone", async () => {
		const { say, said, notes, events } = open(IDLE);
		await say("/pin The safe is\nin the cellar");
		await say("/pin mine", { sender: { id: "666" } });
		await say("/pin theirs", { outside: { source: "a forward" } });
		await say("/pins");
		await say("/unpin P-1");
		await say("/unpin P-1");
		expect(said().toReversed()).toEqual([
			"Pinned as P-1: ` The safe is in the cellar `",
			expect.stringMatching(/^1 pin and 0 decisions, .*\n\n- P-1 ` The safe is in the cellar `$/),
			"Unpinned P-1: ` The safe is in the cellar `",
			expect.stringMatching(/^Nothing in force has the number P-1\./),
		]);
		expect(notes().map(({ text }) => text)).toEqual([
			'[note] The owner pinned P-1 (E-1): "The safe is in the cellar"',
			'[note] The owner unpinned P-1 (E-6): "The safe is in the cellar"',
		]);
		expect(events.waiting("loop", 10).map(({ text }) => text)).toEqual(["/pin theirs"]);
	});

	it("as an answer pins what it answers", async () => {
		const { say, said } = open(IDLE);
		await say("My number is 4711", { serviceId: "one" });
		await say("/pin", { about: { relation: "reply", serviceId: "one" } });
		await say("/pin", { about: { relation: "reply", serviceId: "unknown" } });
		expect(said().toReversed()).toEqual([
			"Pinned as P-1: ` My number is 4711 `",
			expect.stringContaining("Write what to pin"),
		]);
	});
});
