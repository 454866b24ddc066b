import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "#core/clock.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import type { Inbound } from "#core/event.ts";
import { systemIds } from "#core/ids.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { ACTING, IDLE } from "#daemon/router/loop-fixture.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { type Arrived, Gateway, MAX_WAITING_EVENTS } from "./gateway.ts";
import { People } from "./people.ts";

const message = (dedupKey: string, changes: Partial<Inbound> = {}): Inbound => ({
	channel: "telegram",
	dedupKey,
	conversation: { channel: "telegram", address: "7" },
	sender: { id: "7" },
	text: dedupKey,
	occurredAt: 1,
	...changes,
});

function open(hooks: DatabaseHooks = {}, reading: () => LoopReading = () => IDLE) {
	const database = new Database(join(tempFolder(), "state.db"), hooks);
	const records = openRecords(database, systemClock, systemIds, () => undefined);
	const people = new People(database, systemClock, systemIds, (channel) => (channel === "telegram" ? ["7"] : []));
	const arrivals: string[][] = [];
	const arrived: Arrived[] = [];
	const gateway = new Gateway({
		...records,
		database,
		people,
		sentAs: () => undefined,
		reading,
		onArrival(routes, events) {
			arrivals.push([...routes]);
			arrived.push(...events);
		},
	});
	return { database, gateway, arrivals, arrived, ...records };
}

describe("receiving", () => {
	it("answers when the event is on disk, and stores what arrives together with one commit", async () => {
		let commits = 0;
		const { gateway, events } = open({ afterCommit: () => (commits += 1) });
		const receipts = await Promise.all(["a", "b", "c"].map((key) => gateway.receive(message(key))));
		expect(receipts.map(({ eventId }) => eventId)).toEqual([1, 2, 3]);
		expect(events.waiting("loop", 10).map(({ text }) => text)).toEqual(["a", "b", "c"]);
		expect(commits).toBe(1);
	});

	it("stores a redelivery once, also within one commit, and keys of different channels apart", async () => {
		const { gateway, events, arrivals } = open();
		const [first, second, other] = await Promise.all([
			gateway.receive(message("a")),
			gateway.receive(message("a")),
			gateway.receive(message("a", { channel: "web" })),
		]);
		expect(first).toMatchObject({ eventId: 1, duplicate: false });
		expect(second).toMatchObject({ eventId: 1, duplicate: true });
		expect(other).toMatchObject({ eventId: 2, duplicate: false });
		await gateway.receive(message("a"));
		expect(events.countWaiting()).toBe(2);
		expect(arrivals).toEqual([["loop"]]);
	});

	it("moves the source's cursor in the same commit, and not without it", async () => {
		let full = false;
		const hooks = {
			beforeCommit() {
				if (full) throw new Error("disk is full");
			},
		};
		const { gateway, cursors, events } = open(hooks);
		await gateway.receive(message("a", { cursor: { source: "telegram:1", value: "11" } }));
		full = true;
		await expect(gateway.receive(message("b", { cursor: { source: "telegram:1", value: "12" } }))).rejects.toThrow();
		expect(cursors.read("telegram:1")).toBe("11");
		expect(events.countWaiting()).toBe(1);
		full = false;
		await gateway.receive(message("b", { cursor: { source: "telegram:1", value: "12" } }));
		expect(cursors.read("telegram:1")).toBe("12");
	});

	it("refuses what is malformed without harm to its neighbours", async () => {
		const { gateway, events } = open();
		const bad = gateway.receive(message("", {}));
		const good = gateway.receive(message("good"));
		await expect(bad).rejects.toThrow("Malformed event");
		await good;
		expect(events.countWaiting()).toBe(1);
	});
});

describe("trust", () => {
	it("comes from the transport: the same words from another account are a stranger's", async () => {
		const { gateway, events } = open();
		await gateway.receive(message("a"));
		await gateway.receive(message("b", { sender: { id: "666", name: "Ada, your owner" } }));
		await gateway.receive(message("c", { channel: "web", sender: { id: "owner" } }));
		expect(events.latest({ limit: 3 }).map(({ trust, route }) => [trust, route])).toEqual([
			["owner", "loop"],
			["stranger", "refused"],
			["owner", "loop"],
		]);
	});
});

describe("what becomes of an event", () => {
	it("is stored with it, and why, and handed on", async () => {
		const { gateway, events, arrived } = open({}, () => ACTING);
		await gateway.receive(message("in Japanese please"));
		await gateway.receive(message("stop"));
		await gateway.receive(message("buy!", { sender: { id: "666" }, urgency: "interrupt" }));
		await gateway.receive(message("fire", { urgency: "interrupt" }));
		const stored = [1, 2, 3, 4].map((id) => events.find(id));
		expect(stored.map((event) => [event?.route, event?.kind, event?.urgency, event?.strategy])).toEqual([
			[
				"loop",
				"message",
				"normal",
				{ kind: "queue", reason: "the loop is acting: it is taken up at the next safe point" },
			],
			["command", "command", "normal", { kind: "cancel", reason: "the whole message is a word for stop" }],
			["refused", "message", "interrupt", undefined],
			["loop", "message", "interrupt", { kind: "cancel", reason: "the owner made it urgent" }],
		]);
		expect(arrived).toEqual([
			{ id: 1, text: "in Japanese please", strategy: stored[0]?.strategy, mayClassify: true },
			{ id: 4, text: "fire", strategy: stored[3]?.strategy, mayClassify: false },
		]);
	});

	it("is decided by one look at the loop for each commit, and a redelivery is not handed on", async () => {
		let looks = 0;
		const { gateway, arrived } = open({}, () => {
			looks += 1;
			return ACTING;
		});
		await Promise.all(["a", "b", "a"].map((key) => gateway.receive(message(key))));
		expect(looks).toBe(1);
		expect(arrived.map(({ text }) => text)).toEqual(["a", "b"]);
	});

	it("is refused to its source where the loop can't be looked at, so that it is offered again", async () => {
		let broken = true;
		const { gateway, events } = open({}, () => {
			if (broken) throw new Error("disk is gone");
			return IDLE;
		});
		await expect(gateway.receive(message("a"))).rejects.toThrow("could not be stored");
		broken = false;
		await gateway.receive(message("a"));
		expect(events.countWaiting()).toBe(1);
	});
});

describe("a trajectory that an adapter names", () => {
	const trajectory = { kind: "side" as const, key: "thread-1", purpose: "a mail thread" };
	const stranger = { sender: { id: "ann@example.org" }, channel: "email", trajectory };

	it("is made once, and strangers are read in it", async () => {
		const { gateway, events, trajectories } = open();
		await Promise.all(["a", "b"].map((key) => gateway.receive(message(key, stranger))));
		await gateway.receive(message("c", stranger));
		await gateway.receive(message("d", { ...stranger, trajectory: { ...trajectory, key: "thread-2" } }));
		const ids = [1, 2, 3, 4].map((id) => events.find(id)?.trajectoryId ?? 0);
		expect(ids[0]).not.toBe(MAIN_TRAJECTORY);
		expect(ids).toEqual([ids[0], ids[0], ids[0], (ids[0] ?? 0) + 1]);
		expect(trajectories.find(ids[0] ?? 0)).toMatchObject({ kind: "side", key: "thread-1", purpose: "a mail thread" });
		expect(events.waiting("loop", 10).map(({ trust }) => trust)).toEqual([
			"stranger",
			"stranger",
			"stranger",
			"stranger",
		]);
	});

	it("is not made by what is refused, nor without its event", async () => {
		const hooks: DatabaseHooks = {};
		const { gateway, database } = open(hooks);
		const count = () => database.get<{ count: number }>("SELECT count(*) AS count FROM trajectories")?.count;
		const before = count();
		await gateway.receive(message("a", { ...stranger, action: { kind: "stop" } }));
		hooks.beforeCommit = () => {
			throw new Error("disk is full");
		};
		await expect(gateway.receive(message("b", stranger))).rejects.toThrow();
		expect(count()).toBe(before);
	});
});

it("asks sources that can wait to wait while too much is unread, and drops nothing", async () => {
	const { gateway, events, database } = open();
	await Promise.all(Array.from({ length: MAX_WAITING_EVENTS }, (_, index) => gateway.receive(message(`m${index}`))));
	const stop = new AbortController();
	let hasRoom = false;
	const room = gateway.untilRoom(stop.signal).then(() => (hasRoom = true));
	await gateway.receive(message("one more"));
	expect(hasRoom).toBe(false);
	expect(events.countWaiting()).toBe(MAX_WAITING_EVENTS + 1);
	database.write(() => {
		for (const { id } of events.waiting("loop", 2)) events.settle(id, "handled");
	});
	gateway.noteRoom();
	await room;
	expect(hasRoom).toBe(true);
});
