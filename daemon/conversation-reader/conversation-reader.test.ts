import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import type { ChatMessage } from "#daemon/model/port.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { ToolError } from "#tools/tool.ts";
import { ConversationEntries } from "./conversation-entries.ts";
import { ConversationReader } from "./conversation-reader.ts";

/** A conversation that a test fills. */
function open() {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const { entries, events, calls, turns, trajectories } = records;
	const reader = new ConversationReader({ trajectories, entries: new ConversationEntries(database) });
	const turnOf = new Map<number, number>();
	const turn = (trajectoryId: number) => {
		const id = turnOf.get(trajectoryId) ?? turns.begin(trajectoryId, "owner");
		turnOf.set(trajectoryId, id);
		return id;
	};
	const add = (
		trajectoryId: number,
		kind: "event" | "assistant" | "result" | "notice",
		message: ChatMessage,
		more = {},
	) => entries.add({ trajectoryId, turnId: turn(trajectoryId), kind, message, ...more });
	/** An event as it stands in view. @returns its number */
	const say = (text: string, { trajectoryId = MAIN_TRAJECTORY, outside = false } = {}) => {
		const conversation = { channel: "web", address: "owner" };
		const sender = { id: "owner" };
		const about = { channel: "web", dedupKey: text, conversation, sender, trust: "owner", route: "loop" } as const;
		const { id } = events.add({ ...about, kind: "message", text, trajectoryId, occurredAt: clock.now() });
		add(trajectoryId, "event", { role: "user", content: `[E-${id} now] ${text}` }, { eventId: id, outside });
		return id;
	};
	const note = (content: string) => add(MAIN_TRAJECTORY, "notice", { role: "user", content });
	/** A message of the model's with calls, none of which has a result yet. @returns the calls' numbers */
	const propose = (content: string | null, tools: string[], trajectoryId = MAIN_TRAJECTORY) => {
		const tool_calls = tools.map((name) => ({
			...{ id: name, type: "function" as const, function: { name, arguments: `{"of":"${name}"}` } },
		}));
		const entryId = add(trajectoryId, "assistant", { role: "assistant", content, tool_calls });
		return tools.map((tool, index) => {
			const call = { wireTool: tool, tool, arguments: "{}", malformed: undefined, forEventId: undefined };
			const id = calls.add({ turnId: turn(trajectoryId), entryId, position: index + 1, ...call });
			return { id, entryId, position: index + 1, trajectoryId };
		});
	};
	const answer = (call: ReturnType<typeof propose>[number] | undefined, content: string, outside = false) => {
		if (!call) throw new Error("there is no such call");
		const { entryId, position } = call;
		const message = { role: "tool", tool_call_id: "x", content } as const;
		const id = add(call.trajectoryId, "result", message, { answers: { entryId, position }, outside });
		calls.end(call.id, "done", id, { resultDigest: undefined, problemClass: undefined });
	};
	const read = (from: string, count = 1, trajectoryId = MAIN_TRAJECTORY) =>
		reader.portFor(trajectoryId).read(from, count);
	return { database, trajectories, entries, say, note, propose, answer, read };
}

/** Every entry that is shown to somebody who does as each answer says. */
function readToEnd(read: ReturnType<typeof open>["read"], from: string): Set<string> {
	const seen = new Set<string>();
	let next: ReturnType<typeof read>["next"] = { from, entries: 1 };
	for (let step = 0; next && step < 200; step += 1) {
		const stretch = read(next.from, next.entries);
		for (const part of stretch.text.split(/^--- /m).slice(1)) seen.add(part.trimEnd());
		next = stretch.next;
	}
	return seen;
}

describe("what has left the view", () => {
	it("is shown by the number of an event, or of a call for its result", () => {
		const { say, propose, answer, read } = open();
		say("hello");
		answer(propose(null, ["read_file"])[0], "[now] Tool call #1 for 'read_file'\nall of it");
		expect(read("E-1")).toEqual({
			text: "--- E-1\n[E-1 now] hello",
			shown: 1,
			outside: false,
			next: { from: "E-1", entries: 6 },
		});
		expect(read(" c-1 ")).toEqual({
			text: "--- result of C-1, read_file\n[now] Tool call #1 for 'read_file'\nall of it",
			shown: 1,
			outside: false,
			next: undefined,
		});
	});

	it("goes on with what came after, in the order of the wire, each under its name", () => {
		const { say, note, propose, answer, read } = open();
		say("look");
		const [first, second] = propose("I look.", ["grep", "glob"]);
		answer(second, "globbed");
		answer(first, "grepped");
		note("<steward_notice>careful</steward_notice>");
		say("thanks");
		expect(read("E-1", 20).text.split("\n--- ")).toEqual([
			"--- E-1\n[E-1 now] look",
			'you\nI look.\nC-1 grep {"of":"grep"}\nC-2 glob {"of":"glob"}',
			"result of C-1, grep\ngrepped",
			"result of C-2, glob\nglobbed",
			"the program\n<steward_notice>careful</steward_notice>",
			"E-2\n[E-2 now] thanks",
		]);
		expect(read("C-1", 2)).toMatchObject({
			text: expect.stringMatching(/grepped\n--- result of C-2, glob\nglobbed$/),
			next: { from: "C-2", entries: 6 },
		});
		expect(read("C-2", 2).next).toEqual({ from: "E-2", entries: 2 });
		expect(read("E-1", 1).next).toEqual({ from: "E-1", entries: 6 });
		expect(read("E-1", 3).next).toEqual({ from: "C-2", entries: 3 });
	});

	it("is read to its end by doing as each answer says", () => {
		const { database, say, note, propose, answer, read } = open();
		for (let round = 0; round < 20; round += 1) {
			say(`question ${round}`);
			for (const call of propose("hm", ["a", "b", "c"])) answer(call, `${round} ${call.id}`);
			for (let index = 0; index < round % 4; index += 1) note(`note ${round}.${index}`);
		}
		const [{ count } = { count: 0 }] = database.all<{ count: number }>("SELECT count(*) AS count FROM entries");
		expect(readToEnd(read, "E-1").size).toBe(count);
	});

	it("is shown where its result came long after its group", () => {
		const { say, propose, answer, read } = open();
		const [late] = propose(null, ["slow"]);
		for (let index = 0; index < 300; index += 1) say(`meanwhile ${index}`);
		answer(late, "done at last");
		expect(read("C-1", 2).text).toBe("--- result of C-1, slow\ndone at last\n--- E-1\n[E-1 now] meanwhile 0");
	});

	it("says that others wrote some of it, where they did, and only there", () => {
		const { say, propose, answer, read } = open();
		say("mine");
		say("theirs", { outside: true });
		answer(propose(null, ["read_file"])[0], "a mail", true);
		expect(read("E-1").outside).toBe(false);
		expect(read("E-1", 2).outside).toBe(true);
		expect(read("E-2").outside).toBe(true);
		expect(read("C-1").outside).toBe(true);
	});

	it("says the same of what was made while such was in view", () => {
		const { database, note, say, read } = open();
		say("mine");
		const id = note("[exit check] obey");
		database.run("UPDATE entries SET derived = 1 WHERE id = ?", id);
		say("mine again");
		expect(read("E-1").outside).toBe(false);
		expect(read("E-1", 2).outside).toBe(true);
		expect(read("E-2").outside).toBe(false);
	});

	it("is gone once it was erased", () => {
		const { database, say, propose, answer, read } = open();
		say("okapi");
		answer(propose("okapi", ["zebra"])[0], "okapi");
		database.run("UPDATE contents SET body = NULL");
		expect(read("E-1", 3).text).toBe(
			"--- E-1\n[erased at the owner's wish]\n--- you\n[erased at the owner's wish]\n" +
				"--- result of C-1, zebra\n[erased at the owner's wish]",
		);
	});
});

describe("a number that names nothing here", () => {
	it.each(["E-9", "C-9", "C-2", "E-1.body", "T-1", "12", "", "E-99999999999999999999", "C-1 or 1=1"])(
		"is refused: %j",
		(name) => {
			const { say, propose, answer, read } = open();
			say("hello");
			const [first] = propose(null, ["done", "pending"]);
			answer(first, "x");
			expect(() => read(name)).toThrow(ToolError);
			expect(() => read(name)).toThrow(/This conversation has nothing of the name/);
		},
	);

	it("is also one of another trajectory, whose words are not shown either as what follows", () => {
		const { trajectories, say, propose, answer, read } = open();
		const side = trajectories.ensure({ kind: "side", key: "k", purpose: "p" });
		say("mine");
		say("zebra", { trajectoryId: side });
		answer(propose("zebra", ["zebra"], side)[0], "zebra");
		expect(() => read("E-2")).toThrow(ToolError);
		expect(() => read("C-1")).toThrow(ToolError);
		expect(read("E-1", 20)).toMatchObject({ shown: 1, next: undefined });
		expect(() => read("E-1", 1, side)).toThrow(ToolError);
		expect(read("E-2", 20, side).text).not.toContain("mine");
		expect(read("E-2", 20, side).shown).toBe(3);
	});

	it("a fork sees its own, and its parent's up to where it branched off", () => {
		const { trajectories, entries, say, propose, answer, read } = open();
		say("before");
		const fork = trajectories.fork(MAIN_TRAJECTORY, entries.latestId(MAIN_TRAJECTORY), "p");
		say("after");
		say("beside", { trajectoryId: fork });
		answer(propose(null, ["grep"])[0], "later");
		expect(read("E-1", 20, fork)).toMatchObject({ text: "--- E-1\n[E-1 now] before", next: undefined });
		expect(read("E-3", 20, fork).text).toBe("--- E-3\n[E-3 now] beside");
		for (const name of ["E-2", "C-1"]) expect(() => read(name, 1, fork), name).toThrow(ToolError);
	});
});

it("finds every entry by an index, however long the conversation", () => {
	const { database, say, propose, answer, read } = open();
	say("hello");
	answer(propose(null, ["grep"])[0], "x");
	const asked: string[] = [];
	const spied = { get: database.get, all: database.all };
	for (const name of ["get", "all"] as const) {
		const original = spied[name].bind(database) as (sql: string, ...values: never[]) => never;
		database[name] = ((sql: string, ...values: never[]) => {
			asked.push(sql);
			return original(sql, ...values);
		}) as never;
	}
	read("E-1", 3);
	read("C-1", 3);
	Object.assign(database, spied);
	const plans = [...new Set(asked)].map((sql) => {
		const values = Array.from({ length: sql.split("?").length - 1 }, () => 1);
		return database
			.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
			.map(({ detail }) => detail)
			.join("; ");
	});
	expect(plans.length).toBeGreaterThan(4);
	expect(plans.filter((plan) => plan.includes("SCAN"))).toEqual([]);
	expect(plans.filter((plan) => plan.includes("entries_of_event"))).toHaveLength(1);
});
