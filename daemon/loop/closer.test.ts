import { describe, expect, it } from "vitest";
import type { NewEvent } from "#daemon/records/event-record.ts";
import type { TurnEnd } from "./decide-next.ts";
import { OWNER_CONVERSATION, openWorkbench, type Workbench } from "./workbench-fixture.ts";
import { arrive, beginTurn, guestGroup, mailThread, propose } from "./workbench-rows-fixture.ts";

const TELEGRAM = { conversation: { channel: "telegram", address: "42" } };
const FAILED: TurnEnd = { kind: "failed", detail: "no answer", tell: "I did not get an answer." };
const DONE: TurnEnd = { kind: "done", detail: "ended with reply" };

function open(...given: readonly Partial<NewEvent>[]) {
	const bench = openWorkbench();
	const events = given.map((changes, index) => arrive(bench, `event ${index + 1}`, changes));
	const turn = beginTurn(bench, given[0]?.trajectoryId);
	const end = (how: TurnEnd) => bench.closer.end(turn.id, { kind: "end", end: how });
	const said = () =>
		bench.outbox.ofTurn(turn.id).map(({ conversation, kind, text }) => `${conversation.channel} ${kind}: ${text}`);
	const outcomes = () => events.map((id) => bench.events.find(id)?.outcome ?? bench.events.find(id)?.state);
	return { bench, turn, events, end, said, outcomes };
}

/** One more call of the turn goes on in the background. */
function beginTask(bench: Workbench, turn: { id: number; trajectoryId: number }): number {
	const callId = propose(bench, turn, ["run_script", {}])[0]?.id ?? 0;
	return bench.tasks.add({ callId, turnId: turn.id, trajectoryId: turn.trajectoryId, startedAt: 0 });
}

describe("plain text", () => {
	it("goes to every conversation with something open, once, and answers that", async () => {
		const { bench, turn, said, outcomes } = open({}, TELEGRAM, {}, { conversation: { channel: "web", address: "b" } });
		bench.events.settle(4, "no-reply");
		expect(await bench.closer.deliverText(turn.id, { kind: "deliver", text: "Hello", end: DONE })).toEqual({
			...{ kind: "end", end: DONE },
		});
		expect(said()).toEqual(["web reply: Hello", "telegram reply: Hello"]);
		expect(outcomes()).toEqual(["replied", "replied", "replied", "no-reply"]);
	});

	it("shows what a handle stands for, and is sent as it is where that can't be shown", async () => {
		const { bench, turn } = open({ text: "Buy milk" });
		const deliver = (text: string) => bench.closer.deliverText(turn.id, { kind: "deliver", text, end: DONE });
		await deliver("You said {E-1.body}");
		arrive(bench, "another");
		bench.intake.join(turn);
		await deliver("They said {E-99.body}");
		const [shown, unshown] = bench.outbox.ofTurn(turn.id);
		expect([shown?.text, shown?.outside]).toEqual([expect.stringContaining("Buy milk"), true]);
		expect([unshown?.text, unshown?.outside]).toEqual(["They said {E-99.body}", false]);
	});
});

describe("the end of a turn", () => {
	it.each<[TurnEnd["kind"], string]>([
		["done", "handled"],
		["stopped", "stopped"],
		["failed", "failed"],
		["limit", "failed"],
		["stalled", "failed"],
	])("as %s leaves what is unanswered as %s", (kind, outcome) => {
		const { bench, turn, end, outcomes } = open({}, {});
		bench.events.settle(2, "replied");
		end({ kind, detail: "so it ended" });
		expect(outcomes()).toEqual([outcome, "replied"]);
		expect(bench.events.find(1)?.outcomeDetail).toBe("so it ended");
		expect(bench.turns.find(turn.id)).toMatchObject({ state: "ended", endKind: kind, endDetail: "so it ended" });
	});

	it("is in view of the next turn, unless it ended well", () => {
		const notices = (how: TurnEnd) => {
			const { bench, turn, end } = open({});
			end(how);
			return bench.entries.ofTurn(turn.id).filter(({ kind }) => kind === "notice");
		};
		expect(notices(FAILED)[0]?.message.content).toContain("This turn ended: no answer.");
		expect(notices(DONE)).toEqual([]);
	});

	it("is told once in each conversation that has got no answer", () => {
		const { bench, end, said } = open({}, {}, TELEGRAM, { conversation: { channel: "web", address: "b" } });
		bench.events.settle(4, "replied");
		end(FAILED);
		expect(said()).toEqual(["web notice: I did not get an answer.", "telegram notice: I did not get an answer."]);
	});

	it("is told to nobody where everything was answered, unless it must be", () => {
		const answered = (how: TurnEnd) => {
			const { bench, end, said } = open(TELEGRAM);
			bench.events.settle(1, "replied");
			end(how);
			return said();
		};
		expect(answered(FAILED)).toEqual([]);
		expect(answered({ ...DONE, tell: "Still open: 1", tellAlways: true })).toEqual(["telegram notice: Still open: 1"]);
		expect(answered({ ...DONE, tellAlways: true })).toEqual([]);
	});

	it("is told to the owner, and marked, where the event came from a stranger's thread", () => {
		const bench = openWorkbench();
		const trajectoryId = guestGroup(bench);
		const conversation = { channel: "email", address: "thread-1" };
		arrive(bench, "a mail", { trust: "stranger", trajectoryId, conversation });
		const turn = beginTurn(bench, trajectoryId);
		bench.closer.end(turn.id, { kind: "end", end: FAILED });
		expect(bench.outbox.ofTurn(turn.id)).toMatchObject([
			{ conversation: OWNER_CONVERSATION, kind: "notice", toOwner: true, outside: true },
		]);
	});

	it("keeps open what a task works for, whatever else ends", () => {
		const { bench, turn, end, outcomes } = open({});
		beginTask(bench, turn);
		arrive(bench, "and that");
		bench.intake.join(turn);
		end(DONE);
		expect(outcomes()).toEqual(["taken"]);
		expect(bench.events.find(2)?.outcome).toBe("handled");
	});

	it("leaves to the owner the items that it names", () => {
		const { bench, end } = open({});
		bench.todos.rewrite(1, [
			{ text: "Book the train", state: "pending" },
			{ text: "Book the hotel", state: "pending" },
		]);
		end({ ...DONE, tell: "Still open", leavesTodos: [1] });
		expect(bench.todos.open(1).map(({ text }) => text)).toEqual(["Book the hotel"]);
	});

	it("leaves the trajectory idle, or waiting for the owner where its own question is open", () => {
		const { bench, turn, end } = open({});
		const side = mailThread(bench);
		const question = { code: "A", digest: "d", resourceVersion: undefined, preview: "", expiresAt: 1 };
		bench.approvals.add({ ...question, callId: propose(bench, turn, ["pay", {}])[0]?.id ?? 0 });
		bench.trajectories.setState(side, "thinking");
		end(DONE);
		bench.closer.rest(side);
		expect([1, side].map((id) => bench.trajectories.find(id)?.state)).toEqual(["waiting-for-approval", "idle"]);
		bench.approvals.move(1, "waiting", "denied");
		bench.closer.rest(1);
		expect(bench.trajectories.find(1)?.state).toBe("idle");
	});
});

it("a reminder is counted, and in view", () => {
	const { bench, turn } = open({});
	bench.closer.remind(turn.id, { kind: "remind", path: "unanswered", notice: "Not answered yet: E-1." });
	expect(bench.recoveries.ofTurn(turn.id)).toEqual({ unanswered: 1 });
	expect(bench.entries.ofTurn(turn.id).at(-1)?.message.content).toContain("Not answered yet: E-1.");
});
