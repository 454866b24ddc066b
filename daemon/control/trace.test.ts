import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { openRecordsKit } from "./control-fixture.ts";
import { renderTrace } from "./render-trace.ts";
import { buildTrace } from "./trace.ts";
import { makeTurn } from "./trace-fixture.ts";
import { type Trace, traceSchema } from "./trace-shape.ts";

const style = { full: false, time: (at: number) => new Date(at).toISOString() };

async function traceTurn(): Promise<Trace> {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const trace = buildTrace(kit, await makeTurn(kit, clock));
	// As the client gets it: over the wire and checked.
	return traceSchema.parse(JSON.parse(JSON.stringify(trace)));
}

it("answers what the model saw", async () => {
	const { saw } = await traceTurn();
	expect(saw.events).toEqual(["[E-1 2026-11-30 10:30:45 web] read, then delete notes.md"]);
	expect(saw.notices).toEqual(["<steward_notice>Not answered yet: E-1</steward_notice>"]);
	expect(saw.requests).toMatchObject([
		{
			round: 1,
			epoch: 1,
			epochReason: "the first request",
			firstEntry: 1,
			lastEntry: 1,
			entries: 1,
			durationMs: 1_500,
		},
		{ round: 2, firstEntry: 1, lastEntry: 6, entries: 6, digest: "digest-2", model: "stand-in", outcome: "complete" },
	]);
	expect(saw.requests[1]?.statusBlock).toContain("round: 2 of 25");
});

it("answers what it chose", async () => {
	const { chose } = await traceTurn();
	expect(chose).toMatchObject([
		{ text: "Let me look.", calls: [{ call: "C-1", tool: "read_file", arguments: '{"path":"notes.md"}' }, {}, {}] },
		{ calls: [{ call: "C-4", tool: "reply" }] },
	]);
});

it("answers why arguments passed or not, what the gate decided and what the owner said", async () => {
	const { decided } = await traceTurn();
	const gate = {
		effect: "read",
		target: "workspace/notes.md",
		authority: "owner",
		tainted: false,
		rule: "read × owner",
	};
	expect(decided).toMatchObject([
		{ call: "C-1", arguments: "passed", gate: { ...gate, decision: "allow" } },
		{
			call: "C-2",
			gate: { decision: "ask" },
			approval: { code: "K7Q2MN", state: "denied", decidedBy: "owner on web", reason: "keep it" },
		},
		{ call: "C-3", arguments: expect.stringContaining("refused") },
		{ call: "C-4", gate: { decision: "allow" } },
	]);
	expect(decided[2]?.gate).toBeUndefined();
});

it("answers what the tools returned", async () => {
	const { returned } = await traceTurn();
	expect(returned.map(({ call, state, durationMs }) => [call, state, durationMs])).toEqual([
		["C-1", "done", 40],
		// The owner's thinking is not the tool's time.
		["C-2", "denied", undefined],
		["C-3", "failed", 40],
		["C-4", "done", 0],
	]);
	expect(returned[0]?.text).toContain("notes.md: long text");
});

it("answers why it ended and what was said", async () => {
	const { ended } = await traceTurn();
	expect(ended).toMatchObject({
		kind: "done",
		detail: "ended with reply",
		events: [{ event: "E-1", outcome: "replied" }],
	});
	expect(ended.said).toMatchObject([
		{ message: "M-1", kind: "approval", delivery: "waiting" },
		{ message: "M-2", kind: "reply", text: "Shall I?", delivery: "sent", channel: "web" },
	]);
});

it("tells a turn that still runs, and one that is not there", () => {
	const kit = openRecordsKit();
	kit.records.turns.begin(1, "system");
	expect(renderTrace(traceSchema.parse(buildTrace(kit, 1)), style)).toContain("it has not ended");
	expect(buildTrace(kit, 2)).toBeUndefined();
});

it("reads as text: the five questions, long contents cut with a note, whole with --full", async () => {
	const trace = await traceTurn();
	const short = renderTrace(trace, style);
	for (const question of [
		"1. What the model saw",
		"2. What it chose",
		"3. Why the",
		"4. What the",
		"5. Why it ended",
	]) {
		expect(short).toContain(question);
	}
	expect(short).toMatch(/\[\d+ more characters: --full shows them\]/);
	expect(short).toContain("approval K7Q2MN denied (decided by owner on web): keep it");
	expect(short).not.toContain("round: 1 of 25");
	const full = renderTrace(trace, { ...style, full: true });
	expect(full).not.toContain("more characters");
	expect(full).toContain("long text ".repeat(100).trim());
	expect(full).toContain("round: 1 of 25");
});

it("names what the program asked a model for by itself, and shows its instruction with --full alone", async () => {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const turnId = await makeTurn(kit, clock);
	const of = { turnId, epochId: 1, lastEntryId: 6, requestDigest: "d", statusBlock: "Write a handover note." };
	kit.database.write(() => kit.records.modelCalls.add({ ...of, round: 0, purpose: "handover" }));
	const trace = traceSchema.parse(buildTrace(kit, turnId));
	const short = renderTrace(trace, style);
	expect(short).toMatch(/^ *handover: epoch 1 /m);
	expect(short).not.toContain("round 0");
	expect(short).toContain("round: 2 of 25");
	expect(short).not.toContain("Write a handover note.");
	expect(renderTrace(trace, { ...style, full: true })).toContain("Write a handover note.");
});

it("fits a simple turn on one screen", async () => {
	const trace = await traceTurn();
	const simple: Trace = {
		...trace,
		saw: { ...trace.saw, notices: [], requests: trace.saw.requests.slice(1) },
		chose: trace.chose.slice(1),
		decided: trace.decided.slice(3),
		returned: trace.returned.slice(3),
		ended: { ...trace.ended, said: trace.ended.said.slice(1) },
	};
	expect(renderTrace(simple, style).split("\n").length).toBeLessThanOrEqual(24);
});
