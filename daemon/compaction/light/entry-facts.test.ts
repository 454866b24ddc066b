import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { argumentsDigestOf } from "#daemon/loop/stalls/fingerprint.ts";
import { MAIN_TRAJECTORY, type NewEvent } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { EntryFacts } from "./entry-facts.ts";

const trajectoryId = MAIN_TRAJECTORY;

/** One turn with rows as the loop leaves them. */
function open() {
	const clock = new FakeClock("2026-11-30T10:30:45Z");
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const { entries, calls, events, turns } = records;
	const turnId = turns.begin(trajectoryId, "owner");
	const event = (changes: Partial<NewEvent> = {}) => {
		const eventId = events.add({
			channel: "web",
			dedupKey: `key ${events.latestOfOwner()?.id ?? 0} ${changes.kind ?? ""}`,
			conversation: { channel: "web", address: "owner" },
			sender: { id: "owner" },
			trust: "owner",
			route: "loop",
			kind: "message",
			text: "hello",
			occurredAt: clock.now(),
			...changes,
		}).id;
		entries.add({ trajectoryId, turnId, kind: "event", eventId, message: { role: "user", content: "hello" } });
		return eventId;
	};
	/** A message with one call and its result. @returns the call's number */
	const call = (path: string) => {
		const entryId = entries.add({
			trajectoryId,
			turnId,
			kind: "assistant",
			message: { role: "assistant", content: "" },
		});
		const args = JSON.stringify({ path });
		const asked = { wireTool: "call_tool", tool: "read_file", arguments: args, malformed: undefined };
		const id = calls.add({ turnId, entryId, position: 1, forEventId: undefined, ...asked });
		calls.start(id, "read", `workspace/${path}`);
		const message = { role: "tool" as const, tool_call_id: "c1", content: "text" };
		const answers = { entryId, position: 1 };
		const resultId = entries.add({ trajectoryId, turnId, kind: "result", answers, message });
		calls.end(id, "done", resultId, { resultDigest: `5:${path}`, problemClass: undefined });
		return id;
	};
	const view = () => entries.shownIn(0, trajectoryId, 0, Number.MAX_SAFE_INTEGER);
	return { ...records, database, clock, turnId, event, call, view, facts: new EntryFacts(database) };
}

it("knows of each result its call, of each event its number, and of a message neither", () => {
	const { facts, view, event, call } = open();
	const eventId = event();
	call("a.md");
	call("b.md");
	const light = facts.of(view());
	expect(light.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
	expect(light[0]).toMatchObject({ event: { id: eventId, bringsCallId: undefined }, call: undefined });
	expect(light[1]).toMatchObject({ event: undefined, call: undefined });
	expect(light[4]?.call).toEqual({
		id: 2,
		tool: "read_file",
		argumentsDigest: argumentsDigestOf('{"path":"b.md"}'),
		resultDigest: "5:b.md",
		state: "done",
		target: "workspace/b.md",
	});
	expect(facts.of([])).toEqual([]);
});

it("knows which call's result an event brings: a task's, or an approval's", () => {
	const { facts, view, event, call, tasks, approvals, turnId } = open();
	const [first, second] = [call("a.md"), call("b.md")];
	const taskId = tasks.add({ callId: first, turnId, trajectoryId, startedAt: 0 });
	const ofTask = event({ kind: "task-result", channel: "task", dedupKey: `task:${taskId}` });
	tasks.end(taskId, "done", ofTask);
	const asked = { digest: "d", resourceVersion: undefined, preview: "p", expiresAt: 0 };
	approvals.add({ code: "A1", callId: first, ...asked });
	const approvalId = approvals.add({ code: "A2", callId: second, ...asked });
	const ofApproval = event({ kind: "approval-outcome", channel: "system", dedupKey: `approval:${approvalId}` });
	// Somebody else's key may look like one.
	event({ kind: "message", dedupKey: `approval:${approvalId}` });
	expect(facts.of(view()).flatMap((entry) => entry.event ?? [])).toEqual([
		{ id: ofTask, bringsCallId: first },
		{ id: ofApproval, bringsCallId: second },
		{ id: 3, bringsCallId: undefined },
	]);
});

it("takes erased arguments for unlike any others", () => {
	const { facts, view, call, database } = open();
	call("a.md");
	call("a.md");
	const digests = () => new Set(facts.of(view()).flatMap((entry) => entry.call?.argumentsDigest ?? []));
	expect(digests().size).toBe(1);
	database.run("UPDATE contents SET body = NULL WHERE id IN (SELECT content_id FROM calls)");
	expect(digests().size).toBe(2);
});

it("finds rows by their indexes, however many there are", () => {
	const { database, facts, view, event, call } = open();
	event();
	call("a.md");
	const plans: string[] = [];
	const explaining = {
		all: (sql: string, ...values: string[]) => {
			plans.push(
				...database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail),
			);
			return database.all(sql, ...values);
		},
	} as unknown as Database;
	expect(new EntryFacts(explaining).of(view())).toEqual(facts.of(view()));
	expect(plans.filter((detail) => detail.startsWith("SCAN"))).toEqual([
		"SCAN wanted VIRTUAL TABLE INDEX 1:",
		"SCAN wanted VIRTUAL TABLE INDEX 1:",
	]);
});
