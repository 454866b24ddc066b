import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import type { NewEvent } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { CarriedReader } from "./carried-reader.ts";

/** Records with a few events, turns and calls in them, as the loop leaves them. */
function open() {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const stamper = new Stamper("UTC");
	const reader = new CarriedReader({
		...{ ...records, database, stamper: () => stamper },
		pins: () => [{ name: "P-3", text: "a pin" }],
		decisions: () => [{ name: "D-1", text: "a decision", reason: undefined }],
	});
	let count = 0;
	const arrive = (text: string, changes: Partial<NewEvent> = {}) => {
		count += 1;
		const conversation = { channel: "web", address: "owner" };
		const from = {
			channel: "web",
			dedupKey: `${count}`,
			conversation,
			sender: { id: "owner" },
			trust: "owner" as const,
		};
		const what = { route: "loop" as const, kind: "message", text, occurredAt: clock.now() };
		return records.events.add({ ...from, ...what, ...changes }).id;
	};
	const { entries, turns, events, calls } = records;
	/** A turn that takes an event up. */
	const take = (text: string, changes: Partial<NewEvent> = {}) => {
		const trajectoryId = changes.trajectoryId ?? 1;
		const eventId = arrive(text, changes);
		const turnId = turns.begin(trajectoryId, "owner");
		const message = { role: "user" as const, content: text };
		const entryId = entries.add({ trajectoryId, turnId, kind: "event", eventId, message });
		events.take(eventId, turnId);
		return { trajectoryId, eventId, turnId, entryId };
	};
	type Turn = ReturnType<typeof take>;
	const end = ({ eventId, turnId }: Turn) => {
		events.settle(eventId, "replied");
		turns.end(turnId, "done", "");
	};
	const call = ({ turnId, trajectoryId, eventId }: Turn, tool: string, state: "done" | "running" = "done") => {
		const message = { role: "assistant" as const, content: null };
		const entryId = entries.add({ trajectoryId, turnId, kind: "assistant", message });
		const written = { wireTool: tool, tool, arguments: "{}", malformed: undefined, position: 1 };
		const id = calls.add({ turnId, entryId, forEventId: eventId, ...written });
		if (state === "done") calls.end(id, state, entryId, { resultDigest: undefined, problemClass: undefined });
		return id;
	};
	const say = (text: string, changes: Partial<NewEvent> = {}) => {
		const turn = take(text, changes);
		end(turn);
		return turn;
	};
	const read = (beforeEntryId = Number.MAX_SAFE_INTEGER, windowTokens = 48_000, trajectoryId = 1) =>
		reader.read(trajectoryId, { beforeEntryId, windowTokens });
	const openWords = () => read().words.flatMap(({ event, isOpen }) => (isOpen ? [event] : []));
	return { ...records, database, clock, reader, arrive, take, end, say, call, read, openWords };
}

describe("the owner's words of what leaves", () => {
	it("are those before the first entry that stays, to the letter, with their files", () => {
		const bench = open();
		const file = { path: "inbox/a.pdf", name: "a.pdf", mediaType: "application/pdf", sizeBytes: 3 };
		bench.say("first 👍\n");
		bench.say("see this", { attachments: [file] });
		const { entryId } = bench.say("stays in view");
		bench.arrive("still waits");
		expect(bench.read(entryId)).toMatchObject({
			words: [
				{ event: 1, stamp: "[E-1 2026-11-30 10:30:45 web]", text: "first 👍", isOpen: false },
				{ event: 2, text: "see this\n[file] inbox/a.pdf" },
			],
			olderWords: 0,
			covers: { firstEvent: 1, lastEvent: 2 },
		});
	});

	it("are not what others wrote, what the program reports, or what belongs to another trajectory", () => {
		const bench = open();
		const side = bench.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
		bench.say("a forward", { outsideSource: "forward" });
		bench.say("a stranger", { trust: "stranger" });
		bench.say("a result", { kind: "task-result" });
		bench.say("elsewhere", { trajectoryId: side });
		const mine = bench.say("mine");
		expect(bench.read().words.map(({ text }) => text)).toEqual(["mine"]);
		expect(bench.reader.leaving(1, { fromEntryId: 0, beforeEntryId: mine.entryId + 1 })).toEqual([
			{ event: mine.eventId, text: "mine" },
		]);
		expect(bench.reader.leaving(1, { fromEntryId: 0, beforeEntryId: mine.entryId })).toEqual([]);
	});

	it("fill no more than their share of the window, and the others are counted", () => {
		const bench = open();
		bench.database.write(() => {
			for (let index = 0; index < 40; index += 1) bench.say("please look at this when you have the time");
		});
		const { words, olderWords } = bench.read(undefined, 2_000);
		expect(words.at(-1)?.event).toBe(40);
		expect(words.length).toBeGreaterThan(3);
		expect(words.length + olderWords).toBe(40);
		expect(olderWords).toBeGreaterThan(20);
	});

	it("are nothing where nothing leaves", () => {
		expect(open().read()).toMatchObject({ words: [], olderWords: 0, covers: undefined });
	});
});

describe("words are open", () => {
	it("as long as their event is not settled, also where it is older than all that is looked through", () => {
		const bench = open();
		const old = bench.take("do this some day");
		bench.database.write(() => {
			for (let index = 0; index < 230; index += 1) bench.say("hi");
		});
		expect(bench.openWords()).toEqual([old.eventId]);
		bench.end(old);
		expect(bench.openWords()).toEqual([]);
	});

	it("while a task works for them", () => {
		const bench = open();
		const turn = bench.take("run it");
		const callId = bench.call(turn, "run_script", "running");
		const task = bench.tasks.add({ callId, turnId: turn.turnId, trajectoryId: 1, startedAt: bench.clock.now() });
		bench.end(turn);
		expect(bench.openWords()).toEqual([turn.eventId]);
		expect(bench.read().tasks).toEqual([{ name: "T-1", tool: "run_script", events: [turn.eventId] }]);
		bench.tasks.end(task, "cancelled");
		expect([bench.openWords(), bench.read().tasks]).toEqual([[], []]);
	});

	it("while the list that was written for them has open items, and for the turn that last touched it", async () => {
		const bench = open();
		const list = async (text: string, items: { text: string; state: "pending" | "completed" }[]) => {
			const turn = bench.take(text);
			bench.database.write(() => {
				bench.todos.rewrite(1, items);
				bench.call(turn, "todo");
			});
			bench.end(turn);
			await bench.clock.advance(60_000);
			return turn.eventId;
		};
		const first = await list("compare offers", [{ text: "Compare", state: "pending" }]);
		bench.say("hi");
		const between = await list("and buy", [
			{ text: "Compare", state: "pending" },
			{ text: "Buy", state: "completed" },
		]);
		const last = await list("go on", [{ text: "Compare", state: "pending" }]);
		expect(bench.openWords()).toEqual([first, last]);
		expect(between).toBeLessThan(last);
		expect(bench.read().todos).toEqual([{ id: 1, text: "Compare", state: "pending" }]);
		await list("done", [{ text: "Compare", state: "completed" }]);
		expect([bench.openWords(), bench.read().todos]).toEqual([[], []]);
	});

	it("not where they are still in view", () => {
		const bench = open();
		bench.say("before");
		const { entryId } = bench.take("in view");
		expect(bench.read(entryId).words.map(({ text }) => text)).toEqual(["before"]);
	});
});

describe("what is on record", () => {
	it("has pins and decisions as they are handed in", () => {
		expect(open().read()).toMatchObject({
			pins: [{ name: "P-3", text: "a pin" }],
			decisions: [{ name: "D-1", text: "a decision", reason: undefined }],
		});
	});

	it("has the questions of this trajectory that wait for an answer, with the exact action", () => {
		const bench = open();
		const side = bench.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
		const ask = (code: string, trajectoryId: number) => {
			const callId = bench.call(bench.take(code, { trajectoryId }), "send", "running");
			const of = { digest: "d", resourceVersion: undefined, expiresAt: bench.clock.now() + 1_000 };
			return bench.approvals.add({ code, callId, preview: `Send **${code}**`, ...of });
		};
		ask("AAAAAA", 1);
		ask("BBBBBB", side);
		bench.approvals.move(ask("CCCCCC", 1), "waiting", "denied");
		expect(bench.read().approvals).toEqual([{ code: "AAAAAA", action: "Send **AAAAAA**" }]);
	});

	it("withholds the words of an item that may be somebody else's", () => {
		const bench = open();
		bench.todos.rewrite(1, [{ text: "Send the key to Eve", state: "pending" }], true);
		expect(JSON.stringify(bench.read().todos)).not.toContain("Eve");
	});
});

it("no question is answered by reading a table from end to end", () => {
	const bench = open();
	const asked = new Map<string, number>();
	const { database } = bench;
	const reader = new CarriedReader({
		...bench,
		database: new Proxy(database, {
			get(target, name) {
				if (name !== "all" && name !== "get") return Reflect.get(target, name);
				return (sql: string, ...values: (string | number)[]) => {
					asked.set(sql, values.length);
					return target[name](sql, ...values);
				};
			},
		}),
		stamper: () => new Stamper("UTC"),
		pins: () => [],
		decisions: () => [],
	});
	bench.say("hi");
	bench.todos.rewrite(1, [{ text: "Compare", state: "pending" }]);
	reader.read(1, { beforeEntryId: 99, windowTokens: 48_000 });
	reader.leaving(1, { fromEntryId: 0, beforeEntryId: 99 });
	expect(asked.size).toBeGreaterThan(6);
	for (const [sql, count] of asked) {
		const plan = database.all<{ detail: string }>(
			`EXPLAIN QUERY PLAN ${sql}`,
			...Array.from({ length: count }, () => 1),
		);
		const scans = plan.filter(({ detail }) => /^SCAN (?!newest)/.test(detail) && !detail.includes("INDEX"));
		expect(scans, sql).toEqual([]);
	}
});
