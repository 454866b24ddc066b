import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { openRecordsKit, type RecordsKit } from "./control-fixture.ts";
import { renderTrace } from "./render-trace.ts";
import { buildTrace } from "./trace.ts";
import { traceSchema } from "./trace-shape.ts";

const style = { full: false, time: (at: number) => new Date(at).toISOString() };
const EVENT = {
	channel: "web",
	conversation: { channel: "web", address: "owner" },
	sender: { id: "owner" },
	trust: "owner",
	route: "loop",
	kind: "message",
	occurredAt: 0,
} as const;

/** A turn that was interrupted while it thought, then began two tasks, and ended since it went in circles. */
async function makeTurn(): Promise<RecordsKit> {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const { records } = kit;
	records.events.add({ ...EVENT, dedupKey: "a", text: "from before routing was written down" });
	const reason = "the light model takes it for a correction";
	records.events.add({ ...EVENT, dedupKey: "b", text: "I meant Bob", strategy: { kind: "cancel", reason } });
	const alarm = { kind: "cancel", reason: "a registration says that it interrupts" } as const;
	records.events.add({ ...EVENT, dedupKey: "c", text: "on fire", urgency: "interrupt", strategy: alarm });
	const turnId = records.turns.begin(1, "owner");
	for (const id of [1, 2, 3]) records.events.take(id, turnId);
	const prefix = { prompt: "You are", tools: "[]", digest: "p", parts: [] };
	records.epochs.begin({ trajectoryId: 1, prefix, opening: undefined, firstEntryId: 0 }, "the first request");
	const request = { turnId, round: 1, epochId: 1, lastEntryId: 0, statusBlock: "", requestDigest: "d" };
	records.modelCalls.end(records.modelCalls.add(request), "aborted", undefined, "cut off by E-3");
	const first = addCall(kit, turnId, 1);
	const second = addCall(kit, turnId, 2);
	const taskOf = (callId: number) => ({ callId, turnId, trajectoryId: 1, startedAt: clock.now() });
	records.tasks.add(taskOf(first));
	records.tasks.add(taskOf(second));
	await clock.advance(33_000);
	records.events.add({ ...EVENT, dedupKey: "d", trust: "system", text: "Result of T-1" });
	records.tasks.end(1, "done", 4);
	for (const path of ["unanswered", "stall", "stall"]) records.recoveries.count(turnId, path);
	records.turns.end(turnId, "stalled", "the same call failed five times");
	return kit;
}

function addCall({ records }: RecordsKit, turnId: number, position: number): number {
	const message = { role: "assistant", content: "x" } as const;
	const entryId = records.entries.add({ trajectoryId: 1, turnId, kind: "assistant", message });
	const tool = { wireTool: "run_script", tool: "run_script", arguments: "{}", malformed: undefined };
	return records.calls.add({ turnId, entryId, position, ...tool, forEventId: 1 });
}

async function trace() {
	// As the client gets it: over the wire and checked.
	return traceSchema.parse(JSON.parse(JSON.stringify(buildTrace(await makeTurn(), 1))));
}

it("answers what was made of each event, and why", async () => {
	const traced = await trace();
	expect(traced.saw.routed).toEqual([
		{ event: "E-2", urgency: "normal", strategy: "cancel", reason: "the light model takes it for a correction" },
		{ event: "E-3", urgency: "interrupt", strategy: "cancel", reason: "a registration says that it interrupts" },
	]);
	const text = renderTrace(traced, style);
	expect(text).toContain("[program] E-2: cancel, since the light model takes it for a correction");
	expect(text).toContain("[program] E-3, interrupt: cancel, since a registration says that it interrupts");
});

it("shows thinking that was discarded, and who cut it off", async () => {
	const text = renderTrace(await trace(), style);
	expect(text).toMatch(/round 1: .*: aborted, its thinking discarded after 0 ms \(cut off by E-3\)/);
});

it("answers what went on in the background, from which call, for how long, and where its result is", async () => {
	const traced = await trace();
	expect(traced.tasks).toMatchObject([
		{ task: "T-1", call: "C-1", tool: "run_script", state: "done", resultEvent: "E-4", durationMs: 33_000 },
		{ task: "T-2", call: "C-2", tool: "run_script", state: "running" },
	]);
	expect(traced.tasks[1]).not.toHaveProperty("durationMs");
	const text = renderTrace(traced, style);
	expect(text).toContain("T-1 (C-1 run_script in the background): done after 33.0 s, its result came as E-4");
	expect(text).toMatch(/T-2 \(C-2 run_script in the background\): running$/m);
});

it("answers which ways out of trouble were tried before it ended as stalled", async () => {
	const traced = await trace();
	expect(traced.ended.recoveries).toEqual({ unanswered: 1, stall: 2 });
	const [, ended] = renderTrace(traced, style).split("5. Why it ended\n");
	expect(ended?.split("\n").map((line) => line.trim())).toEqual([
		"stalled: the same call failed five times",
		"recovery stall: tried 2×",
		"recovery unanswered: tried 1×",
		"E-1: taken",
		"E-2: taken",
		"E-3: taken",
	]);
});
