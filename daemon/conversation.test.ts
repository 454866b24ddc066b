import { expect, it } from "vitest";
import type { ConversationChange, TaskView } from "#channels/conversation.ts";
import { openRecordsKit } from "#daemon/control/control-fixture.ts";
import type { LoopState } from "#daemon/records/trajectories.ts";
import { FakeClock } from "#test/fake-clock.ts";

const TASK: TaskView = { name: "T-9", tool: "run_script", state: "running", startedAt: 5, doing: "running backup.sh" };

function follow() {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const heard: ConversationChange[] = [];
	const end = kit.conversation.subscribe((change) => heard.push(change));
	return { ...kit, clock, heard, end };
}

it.each<[LoopState, string | undefined, string | undefined]>([
	["idle", undefined, undefined],
	["thinking", undefined, undefined],
	["acting", undefined, undefined],
	["cancelling", "working", "stopping"],
	["waiting-for-approval", "waiting", "waiting for your approval"],
	["failed", "failed", "No model answers."],
])("says of a loop that is %s, where no words are shown: %s %s", (state, kind, text) => {
	const { conversation, loop } = follow();
	loop.set({ state, since: 7, ...(state === "failed" && { problem: "No model answers." }) });
	expect(conversation.activity()).toEqual(kind && { kind, text, since: 7 });
});

it("says what is being done in its own words, but that it is being stopped before all", () => {
	const { conversation, loop, activity, clock } = follow();
	activity.show(1, "reading notes.md");
	loop.set({ state: "acting", since: 7 });
	expect(conversation.activity()).toEqual({ kind: "working", text: "reading notes.md", since: clock.now() });
	loop.set({ state: "cancelling", since: 8 });
	expect(conversation.activity()).toEqual({ kind: "working", text: "stopping", since: 8 });
});

it("tells each change of what is going on once, whichever part it comes from", () => {
	const { loop, activity, heard, clock } = follow();
	const since = clock.now();
	loop.set({ state: "thinking", since });
	activity.show(1, "thinking");
	loop.set({ state: "acting", since });
	loop.set({ state: "waiting-for-approval", since });
	activity.show(1, undefined);
	loop.set({ state: "idle", since });
	loop.set({ state: "idle", since: since + 1 });
	expect(heard).toEqual([
		{ kind: "activity", activity: undefined },
		{ kind: "activity", activity: { kind: "working", text: "thinking", since } },
		{ kind: "activity", activity: { kind: "waiting", text: "waiting for your approval", since } },
		{ kind: "activity", activity: undefined },
	]);
});

it("tells which tasks run, whenever one begins or ends", () => {
	const { conversation, tasks, heard } = follow();
	tasks.set([TASK]);
	expect(conversation.tasks()).toEqual([TASK]);
	tasks.set([]);
	expect(heard).toEqual([
		{ kind: "tasks", tasks: [TASK] },
		{ kind: "tasks", tasks: [] },
	]);
});

it("listens to nothing while nobody follows, and to everything once however many do", () => {
	const { conversation, tasks, heard, end } = follow();
	const endSecond = conversation.subscribe(() => undefined);
	expect(tasks.listenerCount).toBe(1);
	end();
	end();
	expect(tasks.listenerCount).toBe(1);
	endSecond();
	expect(tasks.listenerCount).toBe(0);
	const endThird = conversation.subscribe((change) => heard.push(change));
	tasks.set([TASK]);
	expect(heard).toHaveLength(1);
	endThird();
});

it("shows as the owner's words what the owner said, and not what the program reports with their authority", () => {
	const { conversation, database, records, heard } = follow();
	const arrive = (kind: string) =>
		database.write(() =>
			records.events.add({
				channel: "web",
				dedupKey: kind,
				conversation: { channel: "web", address: "owner" },
				sender: { id: "owner" },
				trust: "owner",
				route: "loop",
				kind,
				text: kind,
				occurredAt: 0,
			}),
		);
	for (const kind of ["message", "task-result", "approval-outcome"]) arrive(kind);
	expect(heard.flatMap((change) => (change.kind === "item" ? [change.item.text] : []))).toEqual(["message"]);
	expect(conversation.history({ limit: 10 }).map(({ text }) => text)).toEqual(["message"]);
});
